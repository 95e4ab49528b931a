"""Programme, standings and rounds as the public reads them."""

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
from tests.web.page_content import page_content
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

RESULT = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": "41"}
EVENT = "/club-manilla/campionat/"


def page_text(client: Client, url: str) -> str:
    """Return the text of a page with whitespace normalized."""
    return " ".join(strip_tags(page_content(client, url)).split())


def one_result() -> Play:
    """Enter the first board of round 1 at one table."""
    play = Play.objects.filter(seating__round__number=1).select_related("seating__table").first()
    assert play
    enter(play, RESULT)
    return play


def play_and_score(session: Session, director: Actor) -> None:
    """Play a whole round and score it."""
    play_round(session, director)
    catch_up()


def test_home_without_a_club_says_what_to_do_first(client: Client) -> None:
    assert "No club yet" in page_content(client, "/")


def test_home_with_one_club_is_that_club(client: Client) -> None:
    create_club("Penya del Bon Trumfo", SYSTEM)
    assert "<h1>Penya del Bon Trumfo</h1>" in page_content(client, "/")


def test_home_with_several_clubs_lists_them(client: Client) -> None:
    create_club("Penya del Bon Trumfo", SYSTEM)
    create_club("Ateneu", SYSTEM)
    page = page_content(client, "/")
    assert page.index('href="/ateneu/"') < page.index('href="/penya-del-bon-trumfo/"')


def test_home_asks_for_a_table_code_during_play(
    client: Client,
) -> None:
    session, director = created(8, movement="mitchell", round_count=4, boards_per_round=1)
    assert 'name="code"' not in page_content(client, "/")
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    code = code_of(Table.objects.select_related("section").earliest("pk"))
    create_club("Ateneu", SYSTEM)
    for page in ("/", "/club-manilla/"):
        assert '<form class="code-form" method="get" action="/t/">' in page_content(client, page)
    assert client.get("/t/", {"code": f" {code.lower()} "})["Location"] == f"/t/{code}/"
    rejected_response = client.get("/t/", {"code": "1-ABC-DEF"})
    assert rejected_response.status_code == 422
    assert 'value="1-ABC-DEF"' in rejected_response.content.decode()


def test_field_for_a_table_code_is_below_the_programme_once_tonights_events_are_over(
    client: Client,
) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    assert '<section class="panel code-panel">' in page_content(client, "/")
    finish_session(session.pk, director)
    assert '<section class="panel code-panel after-play">' in page_content(client, "/")


def test_past_events_are_listed_newest_first(client: Client) -> None:
    club, director = club_with_director()
    for name, days in (("Tardor", 9), ("Hivern", 2), ("Estiu", 30)):
        stage = create_event(club, EventPlan(name, movement_key="mitchell"), pairs(4), director)
        session = create_session(stage, 2, 1, director, seed=SEED)
        long_ago = timezone.now() - timedelta(days=days)
        Session.objects.filter(pk=session.pk).update(
            state=Session.State.FINISHED, started_at=long_ago, finished_at=long_ago
        )
    page = page_content(client, "/").partition("Past events")[2]
    assert re.findall("Estiu|Hivern|Tardor", page) == ["Hivern", "Tardor", "Estiu"]


def test_club_lists_tonight_then_upcoming_then_past_events(client: Client) -> None:
    past, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    for _ in range(3):
        play_and_score(past, director)
    finish_session(past.pk, director)
    Session.objects.update(finished_at=timezone.now() - timedelta(days=1))
    club = past.stage.event.club
    create_event(club, EventPlan("Nadal", movement_key="howell"), pairs(4), director)
    page = page_content(client, f"/{club.slug}/")
    assert page.index("Nadal") < page.index("Past events") < page.rindex("Campionat")


def test_event_that_ended_tonight_is_not_yet_past(client: Client) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    finish_session(session.pk, director)
    create_event(
        session.stage.event.club, EventPlan("Nadal", movement_key="howell"), pairs(4), director
    )
    page = page_content(client, "/club-manilla/")
    assert (
        page.index("Tonight") < page.index("Campionat") < page.index("Coming") < page.index("Nadal")
    )
    assert "Past events" not in page


def test_event_without_a_date_says_so_beside_one_of_the_same_name(client: Client) -> None:
    club, director = club_with_director()
    starts_at = timezone.localtime().replace(year=2040, month=12, day=4, hour=17, minute=0)
    for start in (starts_at, None):
        plan = EventPlan("Nadal", movement_key="howell", starts_at=start)
        create_event(club, plan, pairs(4), director)
    page = page_text(client, "/club-manilla/")
    assert "4 Dec Nadal 17:00 · 4 pairs" in page
    assert "Nadal no date yet · 4 pairs" in page


def test_event_that_starts_later_today_is_tonights_with_its_time(client: Client) -> None:
    club, director = club_with_director()
    starts_at = timezone.localtime().replace(hour=23, minute=55)
    plan = EventPlan("Nadal", movement_key="howell", starts_at=starts_at)
    create_event(club, plan, pairs(4), director)
    page = page_text(client, "/club-manilla/")
    assert page.index("Tonight") < page.index("Nadal 23:55 · 4 pairs")
    assert "Coming" not in page


def test_past_events_are_in_the_order_in_which_they_were_played(client: Client) -> None:
    club, director = club_with_director()
    for name, days in (("Played last", 2), ("Played first", 9)):
        stage = create_event(club, EventPlan(name, movement_key="howell"), pairs(4), director)
        long_ago = timezone.now() - timedelta(days=days)
        session = create_session(stage, 3, 1, director, seed=SEED)
        Session.objects.filter(pk=session.pk).update(
            state="finished", started_at=long_ago, finished_at=long_ago
        )
    page = page_content(client, "/club-manilla/")
    assert page.index("Past events") < page.index("Played last") < page.index("Played first")


def test_state_of_an_event_has_the_same_word_and_colour_on_every_page(client: Client) -> None:
    session, director = created(6, movement="mitchell", round_count=3, boards_per_round=1)
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
        visible_urls = ["/club-manilla/", "/desk/"]
        visible_urls += (
            [] if word == "running" else [f"/desk/{event.pk}/"]
        )  # which says the round then
        visible_urls += [EVENT] if last_snapshot(session.stage, Snapshot.Audience.PUBLIC) else []
        for url in visible_urls:
            chip = f'href="#state-{mark}"/></svg>{word}</span>'
            assert chip in page_content(client, url), (word, url)
        go_on()


def test_programme_names_the_winners_once_the_event_is_over(client: Client) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    for _ in range(3):
        play_and_score(session, director)
    winner = latest_standings(session.stage).rows[0].contestant
    assert winner not in page_text(client, "/club-manilla/")
    finish_session(session.pk, director)
    assert winner in page_text(client, "/club-manilla/")


def play_unevenly(session: Session, director: Actor, round_count: int) -> None:
    """Play rounds with a different result at every table, and score them."""
    for _ in range(round_count):
        round_ = playing_round(session)
        assert round_
        for play in Play.objects.filter(seating__round=round_).select_related("seating__table"):
            enter(play, RESULT | {"ns_points": str(40 + 3 * play.seating.table.number)})
        end_round(round_.pk, director)
    catch_up()


def test_running_event_names_its_round_and_who_leads(client: Client) -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=1)
    assert "round 1 of 5" in page_text(client, "/club-manilla/")
    assert "In the lead" not in page_text(client, "/club-manilla/")
    play_unevenly(session, director, round_count=4)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    leader = StoredStandings.from_json(snapshot.standings).rankings[0].winners[0].contestant
    page = page_text(client, "/club-manilla/")
    assert "round 5 of 5" in page
    assert f"In the lead {leader}" in page


def test_running_event_under_an_embargo_names_no_leader(client: Client) -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=1)
    play_unevenly(session, director, round_count=4)
    tomorrow = timezone.now() + timedelta(days=1)
    Event.objects.filter(pk=session.stage.event_id).update(standings_from=tomorrow)
    assert "In the lead" not in page_text(client, "/club-manilla/")


def test_home_with_several_clubs_names_people_of_listed_clubs_only(client: Client) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    for _ in range(3):
        play_and_score(session, director)
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    create_club("Ateneu", SYSTEM)
    winner = latest_standings(session.stage).rows[0].contestant
    assert "Campionat" in page_text(client, "/")
    assert winner not in page_text(client, "/")
    Club.objects.update(may_be_listed=True)
    assert winner in page_text(client, "/")


def test_home_with_several_clubs_shows_what_each_of_them_plays(client: Client) -> None:
    started(6, movement="mitchell", round_count=3, boards_per_round=1)
    other_club = create_club("Ateneu", SYSTEM)
    plan = EventPlan("Nadal", movement_key="howell", starts_at=timezone.now() + timedelta(days=3))
    create_event(other_club, plan, pairs(4), SYSTEM)
    page = page_text(client, "/")
    assert "Campionat Club Manilla · 6 pairs · round 1 of 3" in page
    assert "Nadal Ateneu" in page


def test_programme_takes_few_queries_for_many_events(
    client: Client, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    club, director = club_with_director()
    for number in range(8):
        create_event(club, EventPlan(f"Event {number}", movement_key="howell"), pairs(4), director)
    with django_assert_max_num_queries(8):
        page_content(client, "/club-manilla/")


def test_header_links_desk_for_members_and_sign_in_for_others(client: Client) -> None:
    _club, _director = club_with_director()
    assert 'href="/sign-in/"' in page_content(client, "/")
    client.login(username="director-club-manilla", password="paraula-de-pas")
    assert 'href="/desk/"' in page_content(client, "/")


@pytest.mark.parametrize(
    "url",
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
def test_unknown_public_urls_are_not_found(client: Client, url: str) -> None:
    started(6, movement="mitchell", round_count=3, boards_per_round=1)
    assert client.get(f"/{url}").status_code == 404


def test_public_pages_reject_post(client: Client) -> None:
    started(6, movement="mitchell", round_count=3, boards_per_round=1)
    assert client.post(EVENT).status_code == 405


def test_upcoming_event_shows_contestants_and_game(client: Client) -> None:
    session = created(6, movement="mitchell", round_count=3, boards_per_round=1)[0]
    page = page_content(client, EVENT)
    assert "Who plays" in page
    assert "3 rounds of 1 board" in " ".join(page.split())
    names = strip_tags(page)
    assert all(contestant.name in names for contestant in session.stage.event.contestants.all())
    assert "No results yet" not in page
    assert "_standings?seen=" in page


def test_standings_show_totals_and_the_number_of_results(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_and_score(session, director)
    page = page_content(client, EVENT)
    assert "8 results\u00a0· up to round\u00a01\u00a0of\u00a04" in page
    assert "running" in page
    assert re.findall(r">\s*(North–South|East–West)\s*</h2>", page) == ["North–South", "East–West"]
    assert all(
        name in strip_tags(page)
        for name in session.stage.event.contestants.values_list("name", flat=True)
    )


def test_published_standings_say_so(client: Client) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    play_and_score(session, director)
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    page = page_content(client, EVENT)
    assert "published" in page
    assert "running" not in page


def test_standings_with_unequal_boards_say_that_the_mean_ranks(client: Client) -> None:
    session, _director = started(8, movement="howell", round_count=7, boards_per_round=2)
    sentence = "so the mean per board decides"
    plays = Play.objects.filter(seating__round__number=1).select_related("seating__table")
    for play in plays:
        enter(play, RESULT)
    assert sentence not in page_content(client, EVENT)
    next_play = (
        Play.objects.filter(seating__round__number=2).select_related("seating__table").first()
    )
    assert next_play
    next_play.seating.round.section.rounds.filter(number=2).update(started_at=session.started_at)
    enter(next_play, RESULT)
    assert sentence in page_content(client, EVENT)


def test_unranked_contestant_comes_last_with_the_reason(client: Client) -> None:
    _session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    one_result()
    page = page_content(client, EVENT)
    assert "less than a half of the most boards anybody here has played" in page
    assert "<span>–</span></td>" in page


def poll_url(page: str) -> str:
    """Return the URL that the standings page polls."""
    match = re.search(r'hx-get="([^"]+)"', page)
    assert match
    return match[1].replace("&amp;", "&")


def test_fragment_answers_204_until_the_standings_change(client: Client) -> None:
    _session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    first_response = poll_url(client.get(EVENT).content.decode())
    assert client.get(first_response).status_code == 204
    one_result()
    changed_response = client.get(first_response)
    assert changed_response.status_code == 200
    assert "<html" not in changed_response.content.decode()
    assert client.get(poll_url(changed_response.content.decode())).status_code == 204
    assert client.get(f"{EVENT}_standings").status_code == 200
    assert client.get(f"{EVENT}_standings?seen=x").status_code == 200


def test_standings_fragment_reports_publication(
    client: Client,
) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    play_and_score(session, director)
    finish_session(session.pk, director)
    event_poll_url = poll_url(client.get(EVENT).content.decode())
    publish_event(session.stage.event_id, director)
    assert "published" in client.get(event_poll_url).content.decode()


def test_reading_stale_standings_scores_without_a_worker(client: Client) -> None:
    _session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play = Play.objects.filter(seating__round__number=1).select_related("seating__table").first()
    assert play
    submit_entry(
        play.pk, RESULT, at(play, "ns"), "stored, but never scored"
    )  # no commit, so no task
    assert not Snapshot.objects.exists()
    assert "1 result" in page_content(client, EVENT)


def test_last_award_is_never_of_a_sealed_board() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_and_score(session, director)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    assert all(
        row.award is None
        for ranking in shown_standings(session.stage, snapshot).rankings
        for row in ranking.rows
    )
    finish_session(session.pk, director)
    catch_up()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    standings = shown_standings(session.stage, snapshot)
    assert all(
        row.award is not None and row.last_board
        for ranking in standings.rankings
        for row in ranking.rows
    )


def test_last_award_is_that_of_the_last_board_played() -> None:
    """The query covers both lines: a contestant may change lines."""
    session, director = started(12, movement="barometer", round_count=3, boards_per_round=2)
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
        last_play = plays.order_by("board__number").last()
        seats = last_play.seating.places.filter(contestant__number=row.number).values_list(
            "seat", flat=True
        )
        assert row.last_award == awards(last_play)["ns" if "N" in seats else "ew"]
        assert row.last_board == last_play.board.number


def test_rounds_page_shows_pairings_sit_outs_and_the_current_round(client: Client) -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    play_and_score(session, director)
    page = page_content(client, f"{EVENT}rounds/")
    assert page.count("now playing") == 1
    assert page.count("Resting:") == 7
    assert page.index('id="round-1-2"') < page.index("now playing") < page.index('id="round-1-3"')


def test_rounds_page_shows_everybody_in_every_round() -> None:
    session, _director = started(7, movement="howell", round_count=7, boards_per_round=1)
    all_contestants = set(Contestant.objects.all())
    for round_overview in rounds_of(session.stage.event):
        seated = {
            contestant
            for table in round_overview.tables
            for line in table.lines.values()
            for contestant in line
        }
        assert seated | set(round_overview.sitting_out) == all_contestants
        assert not seated & set(round_overview.sitting_out)


def test_rounds_page_before_the_draw_is_empty(client: Client) -> None:
    created(6, movement="mitchell", round_count=3, boards_per_round=1)
    assert "No rounds yet" in page_content(client, f"{EVENT}rounds/")


def test_pages_of_a_large_event_take_few_queries(
    client: Client, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    _session, _director = started(40, movement="mitchell", round_count=8, boards_per_round=3)
    one_result()
    catch_up()
    for url in ("", "rounds/", "contestants/1/", "sessions/1/boards/1/", "sessions/1/deals/"):
        with django_assert_max_num_queries(21):
            page_content(client, EVENT + url)


def test_event_without_a_session_has_empty_standings_and_rounds(client: Client) -> None:
    club, director = club_with_director()
    stage = create_event(club, EventPlan("Campionat", movement_key="howell"), pairs(4), director)
    assert Stage.objects.get() == stage
    assert "Who plays" in page_content(client, EVENT)
    assert "No rounds yet" in page_content(client, f"{EVENT}rounds/")


def test_event_page_leads_staff_to_its_desk_and_others_to_their_own_events(client: Client) -> None:
    session, director = started(6, round_count=2)
    event = session.stage.event
    url, desk = f"/{event.club.slug}/{event.slug}/", reverse("event_desk", args=[event.pk])
    assert f'href="{desk}"' not in client.get(url).content.decode()
    assert f'href="{desk}"' in signed_in(client, director).get(url).content.decode()
    stranger = signed_in(Client(), club_with_director("Un altre club")[1])
    page = stranger.get(url).content.decode()
    assert f'href="{desk}"' not in page
    assert "My events" in page
