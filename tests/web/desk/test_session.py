"""The desk: access, a session from deal to standings, and its state during play."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.scenes import evening
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play, signed_in
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session
from tournaments.models import Entry, Event, Play, Table, UndoStep
from tournaments.queries.clubs.programme import stage_winners
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def next_step(page: str) -> str:
    """Return what is open before the next step, from a page or its polled fragment."""
    match = re.search(r'<div id="next-open".*?</div>', page, re.S)
    assert match
    return match[0]


def test_desk_asks_strangers_to_sign_in_and_is_not_found_by_other_directors(client: Client) -> None:
    session, _director = evening.started(6, round_count=3)
    play = first_play(session)
    urls = [
        desk_url(session),
        desk_url(session, "desk_update"),
        desk_url(session, "desk_play", play.pk),
        desk_url(session, "table_sheets"),
        desk_url(session, "hand_slips"),
    ]
    for url in urls:
        assert client.get(url).headers["Location"].startswith("/sign-in/")
    _club, stranger = evening.club_with_director("Another club")
    signed_in(client, stranger)
    assert {client.get(url).status_code for url in urls} == {404}
    assert client.post(desk_url(session, "hand_slips")).status_code == 404
    assert client.post(desk_url(session, "session_finish")).status_code == 404


def test_desk_asks_before_it_starts_an_event_on_another_day_than_planned(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    deal_session(session.pk, "", director)
    event = session.stage.event
    signed_in(client, director)
    # Six hours from now may be tomorrow.
    for hours, asks in ((0, False), (6, False), (-6, False), (7 * 24, True)):
        event.starts_at = timezone.now() + timedelta(hours=hours)
        event.save(update_fields=["starts_at"])
        page = client.get(desk_url(session)).content.decode()
        assert ("Start it today?" in page, "Yes, start it today" in page) == (asks, asks)
    client.post(desk_url(session, "session_start"))
    assert playing_round(session)


def test_event_list_shows_the_round_of_a_running_event(
    client: Client,
) -> None:
    session, director = evening.started(6, round_count=3)
    signed_in(client, director)
    page = client.get(reverse("desk")).content.decode()
    row = page[page.index(f'href="{desk_url(session)}"') :].partition("</li>")[0]
    assert ">Round 1<" in row
    assert "Open the desk" in row
    finish_session(session.pk, director)
    page = client.get(reverse("desk")).content.decode()
    assert "Round 1" not in page
    assert "Open the desk" not in page


def test_play_of_another_event_is_not_found(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    other_event = Event.objects.create(
        club=session.stage.event.club,
        name="Other",
        slug="other",
        game_key="botifarra",
        rules_version=1,
        method_key="min_max",
        created_at=session.created_at,
    )
    signed_in(client, director)
    url = reverse("desk_play", args=[other_event.pk, first_play(session).pk])
    assert client.get(url).status_code == 404


def test_commitment_is_on_the_page_that_the_desk_names(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    signed_in(client, director)
    steps = {
        "not yet known": lambda: None,
        "both fixed now": lambda: deal_session(session.pk, "tonight", director),
    }
    for words, step in steps.items():
        step()
        page = client.get(desk_url(session)).content.decode()
        assert words in page
        url = re.search(
            r'Everybody can read it at <a href="([^"]+)">http://testserver([^<]+)</a>', page
        )
        assert url
        assert url[1] == f"{url[2]}#seal"
        proof = Client().get(url[2]).content.decode()
        assert session.commitment in proof[proof.index('id="seal"') :].partition("</dd>")[0]


def test_commitment_without_a_salt_only_claims_that_boards_stay(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    deal_session(session.pk, "", director)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert "nobody can change a board now" in page
    assert "nobody can have chosen" not in page


def test_actions_of_the_desk_require_post(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    signed_in(client, director)
    for act in ("session_deal", "session_start", "event_publish"):
        assert client.get(desk_url(session, act)).status_code == 405


def test_finishing_during_play_asks_with_the_results_that_are_missing_now(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    signed_in(client, director)
    due_count = Play.objects.filter(board__session=session, state=Play.State.DUE).count()
    evening.enter(first_play(session), RESULT, ["ns", "ew"])
    page = client.get(desk_url(session, "session_finish")).content.decode()
    missing_count = (due_count // 3) - 1
    assert f"Missing results: {missing_count}." in page
    assert f"Rounds 2, 3 will not be played: their results ({due_count * 2 // 3})" in page
    assert f'name="told" value="results_missing={due_count - 1}"' in page
    session.refresh_from_db()
    assert not session.is_over


def test_finishing_is_not_asked_during_no_play(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    signed_in(client, director)
    answer = client.get(desk_url(session, "session_finish"))
    assert answer.headers["Location"] == desk_url(session)


def test_pages_of_a_running_round_lead_to_the_early_end(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    signed_in(client, director)
    link = f'href="{desk_url(session, "session_finish")}"'
    assert client.get(desk_url(session)).content.decode().count(link) == 1
    assert link in client.get(desk_url(session, "corrections")).content.decode()


def test_sign_in_leads_to_the_event_list(client: Client) -> None:
    evening.club_with_director()
    assert client.get("/sign-in/").status_code == 200
    form_data = {"username": "director-club-manilla", "password": "paraula-de-pas"}
    assert client.post("/sign-in/", form_data).headers["Location"] == "/desk/"
    assert "Create the first event" in client.get("/desk/").content.decode()


def test_session_can_be_run_from_the_desk(client: Client) -> None:
    session, director = evening.created(6, round_count=2)
    signed_in(client, director)
    assert session.commitment in client.get(desk_url(session)).content.decode()
    client.post(desk_url(session, "session_deal"), {"salt": "  els jugadors "})
    assert "els jugadors" in client.get(desk_url(session)).content.decode()
    client.post(desk_url(session, "session_start"))
    for _round in range(2):
        round_ = playing_round(session)
        assert round_
        client.post(desk_url(session, "round_end", round_.pk))
    assert "Finish the evening" in client.get(desk_url(session)).content.decode()
    client.post(desk_url(session, "session_finish"), {"sure": "yes"})
    client.post(desk_url(session, "event_publish"), {"sure": "yes"})
    session.refresh_from_db()
    assert session.is_over
    assert Event.objects.get().published_at
    assert "</svg>published</span>" in client.get(desk_url(session)).content.decode()


def test_repeated_action_changes_nothing_and_says_why(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    signed_in(client, director)
    response = client.post(desk_url(session, "session_start"), follow=True)
    assert "This cannot be done now: the session is running." in response.content.decode()
    round_ = playing_round(session)
    assert round_
    client.post(desk_url(session, "round_end", round_.pk))
    response = client.post(desk_url(session, "round_end", round_.pk), follow=True)
    assert "may already have ended" in response.content.decode()
    assert playing_round(session).number == 2
    assert (
        "Finish every session first"
        in client.post(desk_url(session, "event_publish"), follow=True).content.decode()
    )


def test_too_long_salt_is_refused(client: Client) -> None:
    session, director = evening.created(6, round_count=2)
    response = signed_in(client, director).post(
        desk_url(session, "session_deal"), {"salt": "x" * 201}
    )
    assert response.status_code == 422
    assert "x" * 201 in response.content.decode()


def test_ending_a_round_asks_for_confirmation_while_boards_are_missing(client: Client) -> None:
    session, director = evening.started(6, round_count=2, boards_per_round=1)
    signed_in(client, director)
    assert "3 boards have no result yet" in client.get(desk_url(session)).content.decode()
    for play in Play.objects.filter(seating__round=playing_round(session)):
        evening.enter(play, RESULT)
    assert "no result yet" not in client.get(desk_url(session)).content.decode()


def test_replaced_table_code_is_not_shown_any_more(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    table = Table.objects.filter(section__session=session).select_related("section").first()
    assert table
    old_code = code_of(table)
    signed_in(client, director).post(desk_url(session, "table_code_revoke", table.pk))
    table.refresh_from_db()
    page = client.get(desk_url(session)).content.decode()
    assert old_code not in page
    assert code_of(table) in page


def test_desk_of_twenty_tables_takes_at_most_47_queries(
    client: Client, django_assert_max_num_queries: object
) -> None:
    session, director = evening.started(40, round_count=8)
    play = first_play(session)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    signed_in(client, director)
    url = desk_url(session)
    with django_assert_max_num_queries(47):
        page = client.get(url).content.decode()
    assert page.count('class="now"') == 21


def test_poll_answers_204_until_something_changes(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    signed_in(client, director)
    page = client.get(desk_url(session)).content.decode()
    match = re.search(r'id="room"[^>]* hx-get="([^"]+)"', page)
    assert match
    url = match[1].replace("&amp;", "&")
    assert client.get(url).status_code == 204
    evening.enter(first_play(session, seating__round__number=1), RESULT, ("ns",))
    response = client.get(url)
    assert response.status_code == 200
    assert "entered" in response.content.decode()


def test_poll_reloads_the_page_after_a_new_round(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    signed_in(client, director)
    match = re.search(
        r'id="room"[^>]* hx-get="([^"]+)"', client.get(desk_url(session)).content.decode()
    )
    assert match
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    response = client.get(match[1].replace("&amp;", "&"))
    assert (response.status_code, response.headers.get("HX-Refresh")) == (204, "true")


def test_desk_of_a_finished_session_reloads_after_an_action(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    evening.enter(play, RESULT)
    finish_session(session.pk, director, sure=True)
    signed_in(client, director)
    match = re.search(
        r'hx-get="([^"]+\?over=[^"]+)"', client.get(desk_url(session)).content.decode()
    )
    assert match
    assert "HX-Refresh" not in client.get(match[1]).headers
    play.refresh_from_db()
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        OTHER_RESULT,
        replaces=play.revision,
        reason="heard both sides",
        actor=director,
        key="requestkey",
    )
    assert client.get(match[1]).headers["HX-Refresh"] == "true"


def test_reloaded_desk_of_a_finished_session_still_offers_the_undo(
    client: Client,
) -> None:
    session, director = evening.started(6, round_count=2)
    play, other_play = Play.objects.filter(seating__round__number=1)[:2]
    evening.enter(play, RESULT, ["ns"])
    evening.enter(play, OTHER_RESULT, ["ew"])
    finish_session(session.pk, director, sure=True)
    entry = Entry.objects.earliest("pk")
    form_data = {
        "entry": entry.pk,
        "replaces": 2,
        "reason": "heard both sides",
        "key": "requestkey",
    }
    page = signed_in(client, director).post(
        desk_url(session, "choose_result", play.pk), form_data, follow=True
    )
    undo = reverse("undo_step", args=[session.stage.event_id, UndoStep.objects.latest("pk").pk])
    assert f'action="{undo}"' in page.content.decode()
    match = re.search(r'hx-get="([^"]+\?over=[^"]+)"', page.content.decode())
    assert match
    url = match[1].replace("&amp;", "&")
    evening.enter(other_play, RESULT)
    assert client.get(url).headers["HX-Refresh"] == "true"
    assert f'action="{undo}"' in client.get(desk_url(session)).content.decode()


def test_late_result_after_the_evening_comes_before_the_step_that_publishes(
    client: Client,
) -> None:
    session, director = evening.started(4, round_count=1, boards_per_round=1)
    signed_in(client, director)
    finish_session(session.pk, director)
    page = client.get(desk_url(session)).content.decode()
    assert page.index("Next step: publish the standings") < page.index('id="waiting"')
    evening.enter(first_play(session), RESULT)
    page = client.get(desk_url(session)).content.decode()
    assert page.index('id="waiting"') < page.index("Then publish the standings")
    assert "Next step: publish" not in page


def test_what_is_open_after_the_last_round_is_listed_once_and_follows_late_results(
    client: Client,
) -> None:
    session, director = evening.started(4, round_count=1, boards_per_round=1)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert page.count("Enter the result:") == 2
    assert "slip" not in next_step(page)
    match = re.search(r'id="room"[^>]* hx-get="([^"]+)"', page)
    assert match
    for play in Play.objects.filter(seating__round=round_):
        evening.enter(play, RESULT)
    fragment = client.get(match[1].replace("&amp;", "&")).content.decode()
    assert "Enter the result:" not in fragment
    assert fragment.count("came after the round") == 2


def test_round_end_question_follows_new_results(client: Client) -> None:
    session, director = evening.started(4, round_count=2, boards_per_round=1)
    signed_in(client, director)
    url = desk_url(session, "desk_update") + "?step=1"
    first_play, second_play = Play.objects.filter(seating__round__number=1)
    assert "2 boards have no result yet." in client.get(url).content.decode()
    evening.enter(first_play, RESULT, ("ns",))
    fragment = " ".join(client.get(url).content.decode().split())
    assert "1 board has no result yet." in fragment
    assert f"Table 1: board {first_play.board.number} was entered by one side only." in fragment
    assert f"Table 2: board {second_play.board.number} has no result yet." in fragment
    evening.enter(first_play, RESULT, ("ew",))
    evening.enter(second_play, RESULT)
    response = client.get(url)
    assert "HX-Refresh" not in response.headers, "a question that is open stays open"
    assert "Every board of this round has a result." in response.content.decode()


def test_ending_a_round_names_one_sided_results(client: Client) -> None:
    session, director = evening.started(4, round_count=2, boards_per_round=1)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    round_ = playing_round(session)
    assert round_
    url = desk_url(session, "round_end", round_.pk)
    page = signed_in(client, director).post(url, follow=True).content.decode()
    message = (
        f"Table 1: board {play.board.number} was entered by one side only. It counts as entered."
    )
    assert message in page


def test_conflict_is_not_received_and_is_named_before_the_round_ends(client: Client) -> None:
    session, director = evening.started(4, round_count=2, boards_per_round=1)
    first_play, second_play = Play.objects.filter(seating__round__number=1)
    evening.enter(first_play, RESULT, ("ns",))
    evening.enter(first_play, OTHER_RESULT, ("ew",))
    evening.enter(second_play, RESULT)
    page = " ".join(signed_in(client, director).get(desk_url(session)).content.decode().split())
    assert "<strong>1</strong> of 2 boards in" in page
    assert "1 differs" in page
    assert f"Table 1: board {first_play.board.number}, the two results differ." in page
    assert "Yes, end round 1" in page, "it asks, though no result is missing"


def test_publishing_says_until_when_players_can_report_a_wrong_result(client: Client) -> None:
    session, director = evening.started(4, round_count=2)
    finish_session(session.pk, director)
    signed_in(client, director)
    closes = "can no longer report a wrong result once you publish"
    assert closes in client.get(desk_url(session)).content.decode()
    Event.objects.update(objection_minutes=0)
    assert closes not in client.get(desk_url(session)).content.decode()


def test_desk_with_published_standings_does_not_poll(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    finish_session(session.pk, director)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert "Every board" in page
    assert "nothing is missing" not in page, "no board was played"
    assert page.count("hx-get") == 1, "whether anything was done"
    publish_event(session.stage.event_id, director, sure=True)
    assert "hx-get" not in client.get(desk_url(session)).content.decode()


def test_desk_of_a_finished_session_says_that_nothing_is_missing(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    Play.objects.filter(board__session=session).update(state=Play.State.CONFIRMED)
    number = Play.objects.filter(board__session=session).count()
    finish_session(session.pk, director)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert f"All {number} results are in: nothing is missing." in page


def test_pending_decisions_are_listed_oldest_first_with_their_kind(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=1)
    late, decided, differing = Play.objects.filter(board__session=session, seating__round__number=1)
    evening.enter(differing, RESULT, ("ns",))
    evening.enter(differing, OTHER_RESULT, ("ew",))
    decide_play(
        decided.pk, Entry.Kind.RULING, RESULT, replaces=0, reason="heard", actor=director, key="r"
    )
    evening.enter(decided, OTHER_RESULT, ("ew",))
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    evening.enter(late, RESULT, ("ns",))
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    order = [int(pk) for pk in re.findall(r'id="waits-(\d+)"', page)]
    assert order == [differing.pk, decided.pk, late.pk]
    for reason in ("two results differ", "entered after your decision", "came after the round"):
        assert reason in page


def test_grid_of_all_rounds_links_to_each_board(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    evening.play_round(session, director)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    played = Play.objects.filter(seating__round__number=1).select_related("board")
    assert played.count() > session.sections.get().tables.count(), "several boards a round"
    for play in played:
        (cell,) = re.findall(
            rf'<a id="play-{play.pk}" href="{desk_url(session, "desk_play", play.pk)}">(.*?)</a>',
            page,
            re.S,
        )
        words = " ".join(re.sub("<[^>]+>", " ", cell).split())
        assert words == f"Board {play.board.number} confirmed"


def test_desk_of_a_published_event_lists_the_next_places_below_the_winners(client: Client) -> None:
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=2)
    evening.play_out(session, director)
    publish_event(session.stage.event_id, director)
    catch_up()
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    (listed,) = re.findall(r'<ol class="places">.*?</ol>', page, re.S)
    (winners,) = stage_winners(session.stage.event, session.stage)
    assert {place.rank for place in winners.next_places} <= {2, 3}
    assert listed.count("<li>") == len(winners.next_places) > 0


def test_desk_says_how_many_results_are_to_be_confirmed_once_all_are_in(client: Client) -> None:
    session, director = evening.started(4, round_count=2, boards_per_round=1)
    one_sided, confirmed = Play.objects.filter(seating__round__number=1)
    signed_in(client, director)
    evening.enter(one_sided, RESULT, ["ns"])
    page = client.get(desk_url(session)).content.decode()
    assert "<strong>1</strong> of 2 boards in" in page
    assert "1 of them from one side only" in page
    evening.enter(confirmed, RESULT)
    page = client.get(desk_url(session)).content.decode()
    assert "<strong>2</strong> of 2, 1 to confirm" in page
    assert "from one side only</span>" not in page


@pytest.mark.parametrize(
    ("movement", "text"),
    [
        ("barometer", "needed for the cards: print 4 sets"),
        ("howell", "needed for the cards: one for each hand of each board"),
    ],
)
def test_desk_says_how_many_sets_of_hand_slips_the_movement_needs(
    client: Client, movement: str, text: str
) -> None:
    session, director = evening.created(8, movement=movement, round_count=3)
    deal_session(session.pk, "", director)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert text in " ".join(page.split())


def test_desk_says_that_no_hand_slips_are_needed_where_tables_make_up_boards(
    client: Client,
) -> None:
    session, director = evening.created(8, movement="barometer", round_count=3)
    deal_session(session.pk, "", director)
    signed_in(client, director).post(desk_url(session, "board_preparation"), {"makers": "tables"})
    page = client.get(desk_url(session)).content.decode()
    assert "not needed: the tables make up the boards" in page
    assert "needed for the cards" not in page
