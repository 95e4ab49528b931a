"""The programme, the standings and the rounds as anybody reads them."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.scenes.awards import awards
from tests.scenes.evening import (
    SEED,
    at,
    club_with_director,
    created,
    enter,
    pairs,
    play_round,
    started,
)
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import signed_in
from tournaments.actions.clubs.club import create_club
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Club, Contestant, Event, Play, Session, Snapshot, Stage, Table
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.rounds import rounds_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.standings.latest import last_snapshot, shown_standings
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SAID = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": "41"}
EVENT = "/club-manilla/campionat/"


def text(client: Client, address: str) -> str:
    """A page that is there."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def words(client: Client, address: str) -> str:
    """The words of a page, a blank between each two."""
    return " ".join(strip_tags(text(client, address)).split())


def one_result() -> Play:
    """The first board of the first round entered at one table."""
    play = Play.objects.filter(seating__round__number=1).select_related("seating__table").first()
    assert play
    enter(play, SAID)
    return play


def play_and_score(session: Session, director: Actor) -> None:
    """A whole round, and what follows from it."""
    play_round(session, director)
    catch_up()


def test_home_without_a_club_says_what_to_do_first(client: Client) -> None:
    assert "No club yet" in text(client, "/")


def test_home_with_one_club_is_that_club(client: Client) -> None:
    create_club("Penya del Bon Trumfo", SYSTEM)
    assert "<h1>Penya del Bon Trumfo</h1>" in text(client, "/")


def test_home_with_several_clubs_lists_them(client: Client) -> None:
    create_club("Penya del Bon Trumfo", SYSTEM)
    create_club("Ateneu", SYSTEM)
    page = text(client, "/")
    assert page.index('href="/ateneu/"') < page.index('href="/penya-del-bon-trumfo/"')


def test_the_code_of_a_table_is_typed_on_the_home_page_while_something_is_played(
    client: Client,
) -> None:
    session, director = created(8, "mitchell", 4, 1)
    assert 'name="code"' not in text(client, "/")
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    code = code_of(Table.objects.select_related("section").earliest("pk"))
    create_club("Ateneu", SYSTEM)
    for page in ("/", "/club-manilla/"):
        assert '<form class="code-form" method="get" action="/t/">' in text(client, page)
    assert client.get("/t/", {"code": f" {code.lower()} "})["Location"] == f"/t/{code}/"
    wrong = client.get("/t/", {"code": "1-ABC-DEF"})
    assert wrong.status_code == 422
    assert 'value="1-ABC-DEF"' in wrong.content.decode()


def test_past_events_stand_newest_first(client: Client) -> None:
    club, director = club_with_director()
    for name, days in (("Tardor", 9), ("Hivern", 2), ("Estiu", 30)):
        stage = create_event(club, EventPlan(name, movement_key="mitchell"), pairs(4), director)
        session = create_session(stage, 2, 1, director, seed=SEED)
        long_ago = timezone.now() - timedelta(days=days)
        Session.objects.filter(pk=session.pk).update(
            state=Session.State.FINISHED, started_at=long_ago, finished_at=long_ago
        )
    page = text(client, "/").partition("Past events")[2]
    assert re.findall("Estiu|Hivern|Tardor", page) == ["Hivern", "Tardor", "Estiu"]


def test_a_club_shows_tonight_before_coming_before_past(client: Client) -> None:
    past, director = started(6, "mitchell", 3, 1)
    for _ in range(3):
        play_and_score(past, director)
    finish_session(past.pk, director)
    Session.objects.update(finished_at=timezone.now() - timedelta(days=1))
    club = past.stage.event.club
    create_event(club, EventPlan("Nadal", movement_key="howell"), pairs(4), director)
    page = text(client, f"/{club.slug}/")
    assert page.index("Nadal") < page.index("Past events") < page.rindex("Campionat")


def test_an_event_that_ended_tonight_is_not_yet_past(client: Client) -> None:
    session, director = started(6, "mitchell", 3, 1)
    finish_session(session.pk, director)
    create_event(
        session.stage.event.club, EventPlan("Nadal", movement_key="howell"), pairs(4), director
    )
    page = text(client, "/club-manilla/")
    assert (
        page.index("Tonight") < page.index("Campionat") < page.index("Coming") < page.index("Nadal")
    )
    assert "Past events" not in page


def test_event_without_a_date_says_so_beside_one_of_the_same_name(client: Client) -> None:
    club, director = club_with_director()
    starts_at = timezone.localtime().replace(year=2040, month=12, day=4, hour=17, minute=0)
    for each in (starts_at, None):
        plan = EventPlan("Nadal", movement_key="howell", starts_at=each)
        create_event(club, plan, pairs(4), director)
    page = words(client, "/club-manilla/")
    assert "4 Dec Nadal 17:00 · 4 pairs" in page
    assert "Nadal no date yet · 4 pairs" in page


def test_event_that_starts_later_today_is_tonights_with_its_time(client: Client) -> None:
    club, director = club_with_director()
    starts_at = timezone.localtime().replace(hour=23, minute=55)
    plan = EventPlan("Nadal", movement_key="howell", starts_at=starts_at)
    create_event(club, plan, pairs(4), director)
    page = words(client, "/club-manilla/")
    assert page.index("Tonight") < page.index("Nadal 23:55 · 4 pairs")
    assert "Coming" not in page


def test_past_events_stand_in_the_order_in_which_they_were_played(client: Client) -> None:
    club, director = club_with_director()
    for name, days in (("Played last", 2), ("Played first", 9)):
        stage = create_event(club, EventPlan(name, movement_key="howell"), pairs(4), director)
        then = timezone.now() - timedelta(days=days)
        session = create_session(stage, 3, 1, director, seed=SEED)
        Session.objects.filter(pk=session.pk).update(
            state="finished", started_at=then, finished_at=then
        )
    page = text(client, "/club-manilla/")
    assert page.index("Past events") < page.index("Played last") < page.index("Played first")


def test_an_event_has_one_word_and_one_colour_on_every_page(client: Client) -> None:
    session, director = created(6, "mitchell", 3, 1)
    event = session.stage.event
    client.login(username="director-club-manilla", password="paraula-de-pas")
    steps: list[tuple[str, str, Callable[[], object]]] = [
        ("coming", "due", lambda: deal_session(session.pk, "", director)),
        ("coming", "due", lambda: start_session(session.pk, director)),
        ("running", "confirmed", lambda: play_and_score(session, director)),
        ("running", "confirmed", lambda: finish_session(session.pk, director)),
        ("finished", "entered", lambda: publish_event(event.pk, director)),
        ("published", "ruled", lambda: None),
    ]
    for word, mark, go_on in steps:
        shown = ["/club-manilla/", "/desk/"]
        shown += [] if word == "running" else [f"/desk/{event.pk}/"]  # which says the round then
        shown += [EVENT] if last_snapshot(session.stage, Snapshot.Audience.PUBLIC) else []
        for address in shown:
            shown_word = word.capitalize() if address.startswith(f"/desk/{event.pk}") else word
            chip = f'href="#state-{mark}"/></svg>{shown_word}</span>'
            assert chip in text(client, address), (word, address)
        go_on()


def test_the_programme_names_the_winners_once_the_event_is_over(client: Client) -> None:
    session, director = started(6, "mitchell", 3, 1)
    for _ in range(3):
        play_and_score(session, director)
    winner = latest_standings(session.stage).rows[0].contestant
    assert winner not in words(client, "/club-manilla/")
    finish_session(session.pk, director)
    assert winner in words(client, "/club-manilla/")


def play_unevenly(session: Session, director: Actor, rounds: int) -> None:
    """Play rounds in which every table has other points, and score them."""
    for _ in range(rounds):
        round_ = playing_round(session)
        assert round_
        for play in Play.objects.filter(seating__round=round_).select_related("seating__table"):
            enter(play, SAID | {"ns_points": str(40 + 3 * play.seating.table.number)})
        end_round(round_.pk, director)
    catch_up()


def test_running_event_names_its_round_and_who_leads(client: Client) -> None:
    session, director = started(6, "howell", 5, 1)
    assert "round 1 of 5" in words(client, "/club-manilla/")
    assert "In the lead" not in words(client, "/club-manilla/")
    play_unevenly(session, director, rounds=4)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    leader = StoredStandings.from_json(snapshot.standings).rankings[0].winners[0].contestant
    page = words(client, "/club-manilla/")
    assert "round 5 of 5" in page
    assert f"In the lead {leader}" in page


def test_running_event_under_an_embargo_names_no_leader(client: Client) -> None:
    session, director = started(6, "howell", 5, 1)
    play_unevenly(session, director, rounds=4)
    tomorrow = timezone.now() + timedelta(days=1)
    Event.objects.filter(pk=session.stage.event_id).update(standings_from=tomorrow)
    assert "In the lead" not in words(client, "/club-manilla/")


def test_home_with_several_clubs_names_people_of_listed_clubs_only(client: Client) -> None:
    session, director = started(6, "mitchell", 3, 1)
    for _ in range(3):
        play_and_score(session, director)
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    create_club("Ateneu", SYSTEM)
    winner = latest_standings(session.stage).rows[0].contestant
    assert "Campionat" in words(client, "/")
    assert winner not in words(client, "/")
    Club.objects.update(may_be_listed=True)
    assert winner in words(client, "/")


def test_home_with_several_clubs_shows_what_each_of_them_plays(client: Client) -> None:
    started(6, "mitchell", 3, 1)
    other = create_club("Ateneu", SYSTEM)
    plan = EventPlan("Nadal", movement_key="howell", starts_at=timezone.now() + timedelta(days=3))
    create_event(other, plan, pairs(4), SYSTEM)
    page = words(client, "/")
    assert "Campionat Club Manilla · 6 pairs · round 1 of 3" in page
    assert "Nadal Ateneu" in page


def test_the_programme_asks_few_questions_however_many_events(
    client: Client, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    club, director = club_with_director()
    for number in range(8):
        create_event(club, EventPlan(f"Event {number}", movement_key="howell"), pairs(4), director)
    with django_assert_max_num_queries(8):
        text(client, "/club-manilla/")


def test_who_is_signed_in_finds_the_desk_and_others_the_way_in(client: Client) -> None:
    _club, _director = club_with_director()
    assert 'href="/sign-in/"' in text(client, "/")
    client.login(username="director-club-manilla", password="paraula-de-pas")
    assert 'href="/desk/"' in text(client, "/")


@pytest.mark.parametrize(
    "address",
    [
        "nobody/",
        "club-manilla/nothing/",
        "club-manilla/nothing/_standings",
        "club-manilla/nothing/rounds/",
        "club-manilla/campionat/contestants/99/",
        "club-manilla/campionat/sessions/9/boards/1/",
        "club-manilla/campionat/sessions/1/boards/999/",
        "club-manilla/campionat/sessions/9/deals/",
        "club-manilla/campionat/sessions/9/deals.json",
    ],
)
def test_what_does_not_exist_is_not_found(client: Client, address: str) -> None:
    started(6, "mitchell", 3, 1)
    assert client.get(f"/{address}").status_code == 404


def test_pages_are_for_reading_only(client: Client) -> None:
    started(6, "mitchell", 3, 1)
    assert client.post(EVENT).status_code == 405


def test_an_event_that_has_not_begun_says_who_plays_and_what(client: Client) -> None:
    session = created(6, "mitchell", 3, 1)[0]
    page = text(client, EVENT)
    assert "Who plays" in page
    assert "3 rounds of 1 board" in " ".join(page.split())
    names = strip_tags(page)
    assert all(each.name in names for each in session.stage.event.contestants.all())
    assert "No results yet" not in page
    assert "_standings?seen=" in page


def test_standings_show_every_pair_its_total_and_how_much_is_in_them(client: Client) -> None:
    session, director = started(8, "mitchell", 4, 2)
    play_and_score(session, director)
    page = text(client, EVENT)
    assert "8 results\u00a0· up to round\u00a01\u00a0of\u00a04" in page
    assert "running" in page
    assert re.findall(r">\s*(North–South|East–West)\s*</h2>", page) == ["North–South", "East–West"]
    assert all(
        name in strip_tags(page)
        for name in session.stage.event.contestants.values_list("name", flat=True)
    )


def test_published_standings_say_so(client: Client) -> None:
    session, director = started(6, "mitchell", 3, 1)
    play_and_score(session, director)
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    page = text(client, EVENT)
    assert "published" in page
    assert "running" not in page


def test_with_unequal_boards_the_page_says_that_the_mean_ranks(client: Client) -> None:
    session, _director = started(8, "howell", 7, 2)
    sentence = "so the mean per board decides"
    plays = Play.objects.filter(seating__round__number=1).select_related("seating__table")
    for play in plays:
        enter(play, SAID)
    assert sentence not in text(client, EVENT)
    following = (
        Play.objects.filter(seating__round__number=2).select_related("seating__table").first()
    )
    assert following
    following.seating.round.section.rounds.filter(number=2).update(started_at=session.started_at)
    enter(following, SAID)
    assert sentence in text(client, EVENT)


def test_who_has_no_place_comes_last_and_the_page_says_why(client: Client) -> None:
    _session, _director = started(8, "mitchell", 4, 2)
    one_result()
    page = text(client, EVENT)
    assert "less than a half of the most boards anybody here has played" in page
    assert "<span>–</span></td>" in page


def asks_again(page: str) -> str:
    """Where a page of standings asks for itself."""
    found = re.search(r'hx-get="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def test_the_fragment_answers_204_until_the_standings_change(client: Client) -> None:
    _session, _director = started(8, "mitchell", 4, 2)
    first = asks_again(client.get(EVENT).content.decode())
    assert client.get(first).status_code == 204
    one_result()
    changed = client.get(first)
    assert changed.status_code == 200
    assert "<html" not in changed.content.decode()
    assert client.get(asks_again(changed.content.decode())).status_code == 204
    assert client.get(f"{EVENT}_standings").status_code == 200
    assert client.get(f"{EVENT}_standings?seen=x").status_code == 200


def test_the_fragment_tells_that_they_are_published_though_no_figure_changes(
    client: Client,
) -> None:
    session, director = started(6, "mitchell", 3, 1)
    play_and_score(session, director)
    finish_session(session.pk, director)
    asks = asks_again(client.get(EVENT).content.decode())
    publish_event(session.stage.event_id, director)
    assert "published" in client.get(asks).content.decode()


def test_reading_stale_standings_catches_up_where_no_worker_does(client: Client) -> None:
    _session, _director = started(8, "mitchell", 4, 2)
    play = Play.objects.filter(seating__round__number=1).select_related("seating__table").first()
    assert play
    submit_entry(play.pk, SAID, at(play, "ns"), "stored, but never scored")  # no commit, so no task
    assert not Snapshot.objects.exists()
    assert "1 result" in text(client, EVENT)


def test_the_last_award_is_never_of_a_sealed_board() -> None:
    session, director = started(8, "mitchell", 4, 2)
    play_and_score(session, director)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    assert all(
        row.award is None
        for each in shown_standings(session.stage, snapshot).rankings
        for row in each.rows
    )
    finish_session(session.pk, director)
    catch_up()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    shown = shown_standings(session.stage, snapshot)
    assert all(
        row.award is not None and row.last_board for each in shown.rankings for row in each.rows
    )


def test_the_last_award_is_that_of_the_last_board_played() -> None:
    """Whatever line it was on: who changes his line is asked for both."""
    session, director = started(12, "barometer", 3, 2)
    play_and_score(session, director)
    play_and_score(session, director)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    rows = shown_standings(session.stage, snapshot).rankings[0].rows
    assert len(rows) == 12
    for row in rows:
        plays = Play.objects.filter(
            seating__places__contestant__number=row.number, counted_line_points__gt=""
        )
        last = plays.order_by("board__number").last()
        seats = last.seating.places.filter(contestant__number=row.number).values_list(
            "seat", flat=True
        )
        assert row.last_award == awards(last)["ns" if "N" in seats else "ew"]
        assert row.last_board == last.board.number


def test_rounds_show_who_plays_whom_who_rests_and_which_is_now(client: Client) -> None:
    session, director = started(7, "howell", 7, 1)
    play_and_score(session, director)
    page = text(client, f"{EVENT}rounds/")
    assert page.count("now playing") == 1
    assert page.count("Resting:") == 7
    assert page.index('id="round-1-2"') < page.index("now playing") < page.index('id="round-1-3"')


def test_everybody_plays_or_rests_in_every_round() -> None:
    session, _director = started(7, "howell", 7, 1)
    everybody = set(Contestant.objects.all())
    for shown in rounds_of(session.stage.event):
        seated = {each for table in shown.tables for line in table.lines.values() for each in line}
        assert seated | set(shown.sitting_out) == everybody
        assert not seated & set(shown.sitting_out)


def test_before_the_deal_there_are_no_rounds_to_show(client: Client) -> None:
    created(6, "mitchell", 3, 1)
    assert "No rounds yet" in text(client, f"{EVENT}rounds/")


def test_a_large_evening_asks_few_questions(
    client: Client, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    _session, _director = started(40, "mitchell", 8, 3)
    one_result()
    catch_up()
    for address in ("", "rounds/", "contestants/1/", "sessions/1/boards/1/", "sessions/1/deals/"):
        with django_assert_max_num_queries(20):
            text(client, EVENT + address)


def test_an_event_without_a_session_has_standings_and_rounds_to_wait_for(client: Client) -> None:
    club, director = club_with_director()
    stage = create_event(club, EventPlan("Campionat", movement_key="howell"), pairs(4), director)
    assert Stage.objects.get() == stage
    assert "Who plays" in text(client, EVENT)
    assert "No rounds yet" in text(client, f"{EVENT}rounds/")


def test_event_page_leads_staff_to_its_desk_and_others_to_their_own_events(client: Client) -> None:
    session, director = started(6, rounds=2)
    event = session.stage.event
    address, desk = f"/{event.club.slug}/{event.slug}/", reverse("event_desk", args=[event.pk])
    assert f'href="{desk}"' not in client.get(address).content.decode()
    assert f'href="{desk}"' in signed_in(client, director).get(address).content.decode()
    stranger = signed_in(Client(), club_with_director("Un altre club")[1])
    page = stranger.get(address).content.decode()
    assert f'href="{desk}"' not in page
    assert "My events" in page
