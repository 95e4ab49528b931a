"""The desk: who may look, the evening from deal to standings, the room while it plays."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import OTHER, RESULT, desk, first_play, signed_in
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session
from tournaments.models import Entry, Event, Play, Table, UndoStep
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


def next_step(page: str) -> str:
    """What is open before the next step, in a page or in what it is sent later."""
    found = re.search(r'<div id="next-open".*?</div>', page, re.S)
    assert found
    return found[0]


def test_strangers_are_sent_to_sign_in_and_other_directors_find_nothing(client: Client) -> None:
    session, _director = evening.started(6, rounds=3)
    play = first_play(session)
    pages = [
        desk(session),
        desk(session, "desk_room"),
        desk(session, "desk_play", play.pk),
        desk(session, "table_sheets"),
        desk(session, "hand_slips"),
    ]
    for page in pages:
        assert client.get(page).headers["Location"].startswith("/sign-in/")
    _club, stranger = evening.club_with_director("Another club")
    signed_in(client, stranger)
    assert {client.get(page).status_code for page in pages} == {404}
    assert client.post(desk(session, "hand_slips")).status_code == 404
    assert client.post(desk(session, "session_finish")).status_code == 404


def test_an_event_that_runs_says_its_round_among_the_readers_and_leads_to_its_desk(
    client: Client,
) -> None:
    session, director = evening.started(6, rounds=3)
    signed_in(client, director)
    page = client.get(reverse("desk")).content.decode()
    row = page[page.index(f'href="{desk(session)}"') :].partition("</li>")[0]
    assert ">Round 1<" in row
    assert "Open the desk" in row
    finish_session(session.pk, director)
    page = client.get(reverse("desk")).content.decode()
    assert "Round 1" not in page
    assert "Open the desk" not in page


def test_a_play_of_another_event_is_not_found(client: Client) -> None:
    session, director = evening.started(6, rounds=3)
    other = Event.objects.create(
        club=session.stage.event.club,
        name="Other",
        slug="other",
        game_key="botifarra",
        rules_version=1,
        method_key="min_max",
        created_at=session.created_at,
    )
    signed_in(client, director)
    address = reverse("desk_play", args=[other.pk, first_play(session).pk])
    assert client.get(address).status_code == 404


def test_the_seal_is_where_the_desk_says_it_is(client: Client) -> None:
    session, director = evening.created(6, rounds=3)
    signed_in(client, director)
    steps = {
        "not yet known": lambda: None,
        "both fixed now": lambda: deal_session(session.pk, "tonight", director),
    }
    for words, step in steps.items():
        step()
        page = client.get(desk(session)).content.decode()
        assert words in page
        address = re.search(
            r'Everybody can read it at <a href="([^"]+)">http://testserver([^<]+)</a>', page
        )
        assert address
        assert address[1] == f"{address[2]}#seal"
        proof = Client().get(address[2]).content.decode()
        assert session.commitment in proof[proof.index('id="seal"') :].partition("</dd>")[0]


def test_seal_without_words_claims_no_more_than_that_boards_stay(client: Client) -> None:
    session, director = evening.created(6, rounds=3)
    deal_session(session.pk, "", director)
    page = signed_in(client, director).get(desk(session)).content.decode()
    assert "nobody can change a board now" in page
    assert "nobody can have chosen" not in page


def test_deeds_are_done_by_posting_only(client: Client) -> None:
    session, director = evening.created(6, rounds=3)
    signed_in(client, director)
    for act in ("session_deal", "session_start", "session_finish", "event_publish"):
        assert client.get(desk(session, act)).status_code == 405


def test_the_sign_in_page_leads_to_my_events(client: Client) -> None:
    evening.club_with_director()
    assert client.get("/sign-in/").status_code == 200
    said = {"username": "director-club-manilla", "password": "paraula-de-pas"}
    assert client.post("/sign-in/", said).headers["Location"] == "/desk/"
    assert "Create the first event" in client.get("/desk/").content.decode()


def test_an_evening_is_run_from_the_desk(client: Client) -> None:
    session, director = evening.created(6, rounds=2)
    signed_in(client, director)
    assert session.commitment in client.get(desk(session)).content.decode()
    client.post(desk(session, "session_deal"), {"salt": "  els jugadors "})
    assert "els jugadors" in client.get(desk(session)).content.decode()
    client.post(desk(session, "session_start"))
    for _round in range(2):
        round_ = playing_round(session)
        assert round_
        client.post(desk(session, "round_end", round_.pk))
    assert "Finish the evening" in client.get(desk(session)).content.decode()
    client.post(desk(session, "session_finish"), {"sure": "yes"})
    client.post(desk(session, "event_publish"), {"sure": "yes"})
    session.refresh_from_db()
    assert session.is_over
    assert Event.objects.get().published_at
    assert "</svg>published</span>" in client.get(desk(session)).content.decode()


def test_twice_is_harmless_and_says_why(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    signed_in(client, director)
    again = client.post(desk(session, "session_start"), follow=True)
    assert "This cannot be done now: the session is running." in again.content.decode()
    round_ = playing_round(session)
    assert round_
    client.post(desk(session, "round_end", round_.pk))
    again = client.post(desk(session, "round_end", round_.pk), follow=True)
    assert "may already have ended" in again.content.decode()
    assert playing_round(session).number == 2  # type: ignore[union-attr]
    assert (
        "Finish every session first"
        in client.post(desk(session, "event_publish"), follow=True).content.decode()
    )


def test_a_salt_that_is_too_long_is_said_on_the_page(client: Client) -> None:
    session, director = evening.created(6, rounds=2)
    answer = signed_in(client, director).post(desk(session, "session_deal"), {"salt": "x" * 201})
    assert answer.status_code == 422
    assert "x" * 201 in answer.content.decode()


def test_ending_a_round_asks_again_while_boards_are_missing(client: Client) -> None:
    session, director = evening.started(6, rounds=2, boards_per_round=1)
    signed_in(client, director)
    assert "3 boards have no result yet" in client.get(desk(session)).content.decode()
    for play in Play.objects.filter(seating__round=playing_round(session)):
        evening.enter(play, RESULT)
    assert "no result yet" not in client.get(desk(session)).content.decode()


def test_a_replaced_code_no_longer_works(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    table = Table.objects.filter(section__session=session).select_related("section").first()
    assert table
    old = code_of(table)
    signed_in(client, director).post(desk(session, "table_revoke", table.pk))
    table.refresh_from_db()
    page = client.get(desk(session)).content.decode()
    assert old not in page
    assert code_of(table) in page


def test_a_large_room_takes_few_queries(
    client: Client, django_assert_max_num_queries: object
) -> None:
    session, director = evening.started(40, rounds=8)
    play = first_play(session)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER, ("ew",))
    signed_in(client, director)
    address = desk(session)
    with django_assert_max_num_queries(47):  # type: ignore[operator]
        page = client.get(address).content.decode()
    assert page.count('class="now"') == 21


def test_the_fragment_is_silent_until_something_changes(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    signed_in(client, director)
    page = client.get(desk(session)).content.decode()
    found = re.search(r'id="room"[^>]* hx-get="([^"]+)"', page)
    assert found
    address = found[1].replace("&amp;", "&")
    assert client.get(address).status_code == 204
    evening.enter(first_play(session, seating__round__number=1), RESULT, ("ns",))
    answer = client.get(address)
    assert answer.status_code == 200
    assert "entered" in answer.content.decode()


def test_a_new_step_reloads_the_page(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    signed_in(client, director)
    found = re.search(
        r'id="room"[^>]* hx-get="([^"]+)"', client.get(desk(session)).content.decode()
    )
    assert found
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    answer = client.get(found[1].replace("&amp;", "&"))
    assert (answer.status_code, answer.headers.get("HX-Refresh")) == (204, "true")


def test_desk_of_a_finished_session_comes_again_when_anything_is_done(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    evening.enter(play, RESULT)
    finish_session(session.pk, director, sure=True)
    signed_in(client, director)
    found = re.search(r'hx-get="([^"]+\?over=[^"]+)"', client.get(desk(session)).content.decode())
    assert found
    assert "HX-Refresh" not in client.get(found[1]).headers
    play.refresh_from_db()
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        OTHER,
        replaces=play.revision,
        reason="heard both sides",
        actor=director,
        key="k",
    )
    assert client.get(found[1]).headers["HX-Refresh"] == "true"


def test_finished_desk_that_reloads_by_itself_still_offers_to_undo_the_last_act(
    client: Client,
) -> None:
    session, director = evening.started(6, rounds=2)
    play, other = Play.objects.filter(seating__round__number=1)[:2]
    evening.enter(play, RESULT, ["ns"])
    evening.enter(play, OTHER, ["ew"])
    finish_session(session.pk, director, sure=True)
    entry = Entry.objects.earliest("pk")
    sent = {"entry": entry.pk, "replaces": 2, "reason": "heard both sides", "key": "k"}
    page = signed_in(client, director).post(
        desk(session, "desk_version", play.pk), sent, follow=True
    )
    undo = reverse("act_undo", args=[session.stage.event_id, UndoStep.objects.latest("pk").pk])
    assert f'action="{undo}"' in page.content.decode()
    found = re.search(r'hx-get="([^"]+\?over=[^"]+)"', page.content.decode())
    assert found
    address = found[1].replace("&amp;", "&")
    evening.enter(other, RESULT)
    assert client.get(address).headers["HX-Refresh"] == "true"
    assert f'action="{undo}"' in client.get(desk(session)).content.decode()


def test_next_step_after_the_last_round_follows_late_results(client: Client) -> None:
    session, director = evening.started(4, rounds=1, boards_per_round=1)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    page = signed_in(client, director).get(desk(session)).content.decode()
    assert "no result yet" in next_step(page)
    found = re.search(r'id="room"[^>]* hx-get="([^"]+)"', page)
    assert found
    for play in Play.objects.filter(seating__round=round_):
        evening.enter(play, RESULT)
    fragment = client.get(found[1].replace("&amp;", "&")).content.decode()
    assert "no result yet" not in next_step(fragment)
    assert "came after the round (2)" in " ".join(next_step(fragment).split())


def test_the_question_that_ends_a_round_follows_the_boards_that_come(client: Client) -> None:
    session, director = evening.started(4, rounds=2, boards_per_round=1)
    signed_in(client, director)
    address = desk(session, "desk_room") + "?step=1"
    first, second = Play.objects.filter(seating__round__number=1)
    assert "2 boards have no result yet." in client.get(address).content.decode()
    evening.enter(first, RESULT, ("ns",))
    fragment = " ".join(client.get(address).content.decode().split())
    assert "1 board has no result yet." in fragment
    assert f"Table 1: board {first.board.number} was entered by one side only." in fragment
    assert f"Table 2: board {second.board.number} has no result yet." in fragment
    evening.enter(first, RESULT, ("ew",))
    evening.enter(second, RESULT)
    answer = client.get(address)
    assert "HX-Refresh" not in answer.headers, "a question that is open stays open"
    assert "Every board of this round has a result." in answer.content.decode()


def test_ending_a_round_names_the_boards_that_one_side_alone_has_entered(client: Client) -> None:
    session, director = evening.started(4, rounds=2, boards_per_round=1)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    round_ = playing_round(session)
    assert round_
    address = desk(session, "round_end", round_.pk)
    page = signed_in(client, director).post(address, follow=True).content.decode()
    told = f"Table 1: board {play.board.number} was entered by one side only. It counts as entered."
    assert told in page


def test_board_on_which_results_differ_is_not_in_and_the_question_names_it(client: Client) -> None:
    session, director = evening.started(4, rounds=2, boards_per_round=1)
    first, second = Play.objects.filter(seating__round__number=1)
    evening.enter(first, RESULT, ("ns",))
    evening.enter(first, OTHER, ("ew",))
    evening.enter(second, RESULT)
    page = " ".join(signed_in(client, director).get(desk(session)).content.decode().split())
    assert "<strong>1</strong> of 2 boards in" in page
    assert "1 differs" in page
    assert f"Table 1: board {first.board.number}, the two results differ." in page
    assert "Yes, end round 1" in page, "it asks, though no result is missing"


def test_publishing_says_until_when_players_can_report_a_wrong_result(client: Client) -> None:
    session, director = evening.started(4, rounds=2)
    finish_session(session.pk, director)
    signed_in(client, director)
    closes = "can no longer report a wrong result once you publish"
    assert closes in client.get(desk(session)).content.decode()
    Event.objects.update(objection_minutes=0)
    assert closes not in client.get(desk(session)).content.decode()


def test_room_of_published_standings_no_longer_asks(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    finish_session(session.pk, director)
    page = signed_in(client, director).get(desk(session)).content.decode()
    assert "Every board" in page
    assert "nothing is missing" not in page, "no board was played"
    assert page.count("hx-get") == 1, "whether anything was done"
    publish_event(session.stage.event_id, director, sure=True)
    assert "hx-get" not in client.get(desk(session)).content.decode()


def test_a_finished_room_says_in_a_line_that_nothing_is_missing(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    Play.objects.filter(board__session=session).update(state=Play.State.CONFIRMED)
    number = Play.objects.filter(board__session=session).count()
    finish_session(session.pk, director)
    page = signed_in(client, director).get(desk(session)).content.decode()
    assert f"All {number} results are in: nothing is missing." in page


def test_what_waits_stands_oldest_first_with_its_reason(client: Client) -> None:
    session, director = evening.started(6, rounds=3, boards_per_round=1)
    late, decided, differing = Play.objects.filter(board__session=session, seating__round__number=1)
    evening.enter(differing, RESULT, ("ns",))
    evening.enter(differing, OTHER, ("ew",))
    decide_play(
        decided.pk, Entry.Kind.RULING, RESULT, replaces=0, reason="heard", actor=director, key="r"
    )
    evening.enter(decided, OTHER, ("ew",))
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    evening.enter(late, RESULT, ("ns",))
    page = signed_in(client, director).get(desk(session)).content.decode()
    order = [int(pk) for pk in re.findall(r'id="waits-(\d+)"', page)]
    assert order == [differing.pk, decided.pk, late.pk]
    for reason in ("two results differ", "entered after your decision", "came after the round"):
        assert reason in page


def test_table_of_all_rounds_leads_to_each_board_of_a_round_by_its_number(client: Client) -> None:
    session, director = evening.started(6, rounds=3)
    evening.play_round(session, director)
    page = signed_in(client, director).get(desk(session)).content.decode()
    played = Play.objects.filter(seating__round__number=1).select_related("board")
    assert played.count() > session.sections.get().tables.count(), "several boards a round"
    for play in played:
        (cell,) = re.findall(
            rf'<a id="play-{play.pk}" href="{desk(session, "desk_play", play.pk)}">(.*?)</a>',
            page,
            re.S,
        )
        words = " ".join(re.sub("<[^>]+>", " ", cell).split())
        assert words == f"Board {play.board.number} confirmed"
