"""A table's phone, with real rows and actions, as a browser without scripts sees it."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from games.catalogue import get_game
from games.fields import Outcome
from tests.scenes.devices import unlinked_phone
from tests.scenes.evening import enter, play_round, started, started_game
from tests.web.phone.table_pages import (
    RESULT,
    contestant_numbers,
    current_plays,
    first_match,
    get_table,
    hidden_value,
    linked_client,
    page_text,
    send,
    table_url,
)
from tests.web.signed_in import desk_url, signed_in
from tournaments.access.guess_limits import MAX_WRONG_TABLE_CODES
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import create_session, deal_session, finish_session
from tournaments.actions.rounds.table_codes import revoke_table_code
from tournaments.models import Entry, Event, Play, Round, SeatHolder, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.results_of_other_tables import table_may_see_other_results
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.queries.rounds.moves import boards_after
from tournaments.queries.rounds.seating import current_seating, playing_round
from tournaments.web.paper import views as sheets
from tournaments.web.results.entry_form import entry_form
from tournaments.web.results.outcome_groups import outcome_groups

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    cache.clear()


def test_typed_code_opens_its_table_in_any_spelling(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    code = code_of(get_table(session))
    response = Client().post("/t/", {"code": f"  {code.lower().replace('-', ' ')} "})
    assert response.status_code == 302
    assert response["Location"] == f"/t/{code}/"


def test_wrong_code_is_reported_on_the_form(session_and_director: tuple[Session, Actor]) -> None:
    response = Client().post("/t/", {"code": "9-ABC-DEF"})
    assert response.status_code == 422
    assert "No table has the code 9-ABC-DEF" in page_text(response)
    assert 'value="9-ABC-DEF"' in page_text(response)


def test_empty_code_is_asked_for(session_and_director: tuple[Session, Actor]) -> None:
    response = Client().post("/t/", {"code": "  "})
    assert response.status_code == 422
    assert "Enter the table’s code." in page_text(response)
    assert "No table has the code" not in page_text(response)


@pytest.mark.parametrize("path", ["", "_now", "side/", "boards/1/", "boards/1/_state"])
def test_wrong_or_revoked_code_opens_no_page_of_a_table(
    session_and_director: tuple[Session, Actor], path: str
) -> None:
    session, director = session_and_director
    table = get_table(session)
    old_code = code_of(table)
    revoke_table_code(table, director)
    revoked_response, unknown_response = (
        Client().get(f"/t/{old_code}/{path}"),
        Client().get(f"/t/1-AAA-AAA/{path}"),
    )
    assert (revoked_response.status_code, unknown_response.status_code) == (404, 404)
    assert "This code has been replaced" in page_text(revoked_response)
    assert "Anna" not in page_text(revoked_response) + page_text(unknown_response)


def test_code_guesses_are_limited_but_seated_phones_are_not(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    opened, guesser = linked_client(table), Client()
    for _try in range(MAX_WRONG_TABLE_CODES):
        assert guesser.get("/t/1-AAA-AAA/").status_code == 404
    assert guesser.get(table_url(table)).status_code == 200, "thirty wrong codes are still forgiven"
    stranger = Client()
    assert stranger.post("/t/", {"code": "1-AAA-AAA"}).status_code == 422
    response = stranger.post("/t/", {"code": code_of(table)})
    assert response.status_code == 429
    assert "Scan your table’s QR code" in page_text(response)
    assert stranger.get(table_url(table)).status_code == 429
    assert opened.get(table_url(table)).status_code == 200


def test_scanned_token_is_never_rate_limited(
    session_and_director: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, director = session_and_director
    scanned: list[str] = []
    monkeypatch.setattr(sheets, "qr_code", lambda url: scanned.append(url) or "")
    signed_in(Client(), director).get(f"/desk/{session.stage.event_id}/sheets/")
    for _try in range(MAX_WRONG_TABLE_CODES + 1):
        Client().get("/t/1-AAA-AAA/")
    path = urlsplit(scanned[0]).path
    bystander = Client()
    assert bystander.get(path).status_code == 200
    assert bystander.get(table_url(get_table(session))).status_code == 200, (
        "its links lead on by the code"
    )
    assert Client().post("/t/", {"code": path.split("/")[2]}).status_code == 302
    token = {"authorization": f"Table {path.split('/')[2]}"}
    assert Client().get("/api/v1/events/", headers=token).status_code == 200
    wrong_path = path[:-2] + ("0" if path[-2] != "0" else "1") + "/"
    assert Client().get(wrong_path).status_code == 404


def test_new_code_revokes_the_token_and_wrong_tokens_are_not_counted(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    old_token, code = qr_token_of(table), code_of(table)
    revoke_table_code(table, director)
    table.refresh_from_db()
    for _try in range(MAX_WRONG_TABLE_CODES + 1):
        assert "has been replaced" in page_text(Client().get(f"/t/{old_token}/"))
    assert Client().get(f"/t/{qr_token_of(table)}/").status_code == 200
    assert Client().get(f"/t/{code_of(table)}/").status_code == 200
    assert len({old_token, qr_token_of(table), code, code_of(table)}) == 4


def test_first_visit_asks_who_uses_the_phone(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    table = get_table(session)
    page = page_text(Client().get(table_url(table)))
    assert "Who uses this phone?" in page
    assert "One phone for the table" in page
    assert page.count('name="holder"') == 3
    ns = linked_client(table, contestant_numbers(table)["ns"])
    assert "This phone is used by N-S." in page_text(ns.get(table_url(table)))
    seating = current_seating(table)
    elsewhere = SeatHolder.objects.exclude(seating__table=table).filter(
        seating__round=seating and seating.round
    )
    for stranger in ("99", str(elsewhere[0].contestant.number)):
        response = ns.post(f"{table_url(table)}side/", {"holder": stranger})
        assert response.status_code == 422
        assert "Choose who uses this phone." in page_text(response)


def test_table_page_shows_players_round_boards_and_next_step(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    first_play = current_plays(table)[0].board.number
    page = page_text(linked_client(table).get(table_url(table)))
    assert "Table 1 · Round 1" in page
    seating = current_seating(table)
    assert seating
    names = [seat_holder.contestant.name for seat_holder in seating.places.all()]
    assert all(name in strip_tags(page) for name in names)
    assert f'class="key primary" href="{table_url(table, first_play)}"' in page
    assert page.count('class="chip due"') == 3


def test_one_side_enters_the_other_confirms(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    number = play.board.number
    ns, ew = (linked_client(table, linked_to) for linked_to in contestant_numbers(table).values())
    assert send(ns, table, number, "ns").status_code == 302
    assert "Waiting for E-W" in page_text(ns.get(table_url(table, number)))
    assert f"Confirm board {number}" in page_text(ew.get(table_url(table)))
    page = page_text(ew.get(table_url(table, number)))
    assert "E-W: is this correct?" in page
    form_data = {name: hidden_value(page, name) for name in (*RESULT, "side", "key")}
    assert ew.post(table_url(table, number), form_data).status_code == 302
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert {entry.side for entry in play.entries.all()} == {"ns", "ew"}
    assert len({entry.device for entry in play.entries.all()}) == 2


def test_one_phone_enters_and_then_asks_the_other_side(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    client = linked_client(table)
    send(client, table, play.board.number, "ns")
    page = page_text(client.get(table_url(table, play.board.number)))
    assert "E-W: is this correct?" in page
    client.post(
        table_url(table, play.board.number),
        {n: hidden_value(page, n) for n in (*RESULT, "side", "key")},
    )
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert len({entry.device for entry in play.entries.all()}) == 1


def test_result_sent_twice_is_stored_once(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    client, board_url = linked_client(table), table_url(table, play.board.number)
    form_data = {
        **RESULT,
        "side": "ns",
        "key": hidden_value(page_text(client.get(board_url)), "key"),
    }
    assert [client.post(board_url, form_data).status_code for _attempt in range(2)] == [302, 302]
    assert play.entries.count() == 1
    other_response = client.post(board_url, {**form_data, "ns_points": "40"})
    assert other_response.status_code == 409
    assert "already sent with another result" in page_text(other_response)
    assert 'value="40"' in page_text(other_response)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"ns_points": "73"}, "Points of N-S: 73 is not between 0 and 72."),
        ({"ns_points": "forty"}, "Points of N-S: write a whole number, not “forty”."),
        ({"ns_points": ""}, "Write the points, from 0 to 72."),
        ({"trump": ""}, "Trump is missing."),
        ({"side": "zz"}, "Choose who uses this phone."),
        ({"renunci": "ew"}, "After a revoke leave the points empty"),
    ],
)
def test_rejected_form_keeps_what_was_typed(
    session_and_director: tuple[Session, Actor], fields: dict[str, str], sentence: str
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    response = linked_client(table).post(
        table_url(table, play.board.number), {**RESULT, "side": "ns", "key": "requestkey", **fields}
    )
    page = page_text(response)
    assert response.status_code == 422
    assert sentence in page
    assert f'value="{fields.get("ns_points", "41")}"' in page
    assert 'value="contro" id="id_contro_contro" checked' in page
    assert not play.entries.exists()


@pytest.mark.parametrize("key", ["", "x" * 500, "a b", "<b>"])
def test_form_without_a_valid_key_is_stored(
    session_and_director: tuple[Session, Actor], key: str
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    response = linked_client(table).post(
        table_url(table, play.board.number), {**RESULT, "side": "ns", "key": key}
    )
    assert response.status_code == 302
    assert play.entries.count() == 1


def test_denied_result_opens_the_form_and_a_different_entry_makes_a_conflict(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    board_url = table_url(table, play.board.number)
    ns, ew = (linked_client(table, linked_to) for linked_to in contestant_numbers(table).values())
    send(ns, table, play.board.number, "ns")
    form = page_text(ew.get(f"{board_url}?differ"))
    assert 'value="31" data-fresh="yes"' in form, "the entered points are in the field"
    assert "the director decides" in form
    assert hidden_value(form, "side") == "ew"
    ew.post(
        board_url, {**RESULT, "ns_points": "31", "side": "ew", "key": hidden_value(form, "key")}
    )
    page = page_text(ns.get(board_url))
    assert "The two results differ" in page
    assert '<h2>N-S <span class="small">your side</span></h2>' in page
    assert "<h2>E-W</h2>" in page


def test_late_entry_waits_for_the_director(session_and_director: tuple[Session, Actor]) -> None:
    session, director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    board_url = table_url(table, play.board.number)
    end_present_round(session, director)
    client = linked_client(table)
    assert "Earlier rounds" in page_text(client.get(table_url(table)))
    assert "Round 1 has ended. Your entry goes to the director." in page_text(client.get(board_url))
    send(client, table, play.board.number, "ns")
    assert "Sent to the director, because the round had already ended." in page_text(
        client.get(board_url)
    )
    assert 'class="chip late"' in page_text(client.get(table_url(table)))


def test_phone_does_not_list_boards_that_other_pairs_left_without_a_result(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    numbers_before = contestant_numbers(table)
    end_present_round(session, director)
    stays, arriving = (contestant_numbers(table)[line] for line in ("ns", "ew"))
    assert (stays, arriving in numbers_before.values()) == (numbers_before["ns"], False)
    assert "Earlier rounds" in page_text(linked_client(table, stays).get(table_url(table)))
    assert "Earlier rounds" not in page_text(linked_client(table, arriving).get(table_url(table)))
    assert "Earlier rounds" not in page_text(Client().get(table_url(table)))


def test_sender_of_a_late_result_sees_that_the_director_accepted_it(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    play, ns = current_plays(table)[0], contestant_numbers(table)["ns"]
    client, other_client = linked_client(table, ns), linked_client(table)
    end_present_round(session, director)
    send(client, table, play.board.number, "ns", ns_points="46")
    url = f"{table_url(table, play.board.number)}?round=1"
    assert "The director accepted your result" not in page_text(client.get(url))
    play.refresh_from_db()
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        {**RESULT, "ns_points": 46, "renunci": None, "delegated": False},
        replaces=play.revision,
        reason="Late",
        actor=director,
        key="a",
    )
    page = strip_tags(page_text(client.get(url)))
    assert re.search(r"The director accepted your result: [^.]*N-S 46", page)
    assert "once everybody now at this table has played this board" in page
    assert "46" not in strip_tags(page_text(other_client.get(url)))


def test_phone_shows_that_a_board_was_ruled_or_voided(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    ruled, void, _other = current_plays(table)
    for play, kind, fields in ((ruled, Entry.Kind.RULING, RESULT), (void, Entry.Kind.VOID, {})):
        decide_play(play.pk, kind, fields, replaces=0, reason="Late", actor=director, key=kind)
    client = linked_client(table)
    assert "The director has ruled." in page_text(client.get(table_url(table, ruled.board.number)))
    assert "this board is not played here" in page_text(
        client.get(table_url(table, void.board.number))
    )


def test_phone_cannot_open_another_tables_board(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    client = linked_client(table)
    later_play = Play.objects.filter(seating__table=table, seating__round__number=3).first()
    assert later_play
    response = client.get(table_url(table, later_play.board.number))
    assert response.status_code == 422
    assert "is for round 3: leave it for now." in page_text(response)
    for unknown_number in (0, 99, 10**18 - 1):
        missing = client.get(table_url(table, unknown_number))
        assert missing.status_code == 404
        assert f"There is no board {unknown_number} tonight." in page_text(missing)


def test_other_results_are_hidden_until_everybody_seated_has_played_the_board() -> None:
    session, director = started(pair_count=10, round_count=5, boards_per_round=2)
    table = get_table(session)
    play = current_plays(table)[0]
    assert not table_may_see_other_results(current_seating(table), play)
    enter(play, RESULT)
    client = linked_client(table)
    page = page_text(client.get(table_url(table, play.board.number)))
    assert "At every table" in page
    assert 'cups, contro: <span class="unbroken">N-S 41</span>' in page
    play_round_rest(session, director)
    assert not table_may_see_other_results(current_seating(table), play), (
        "the pair that came now has yet to play it"
    )
    assert not table_may_see_other_results(None, play)
    hidden_page = page_text(client.get(table_url(table, play.board.number)))
    assert "once everybody now at this table has played this board" in hidden_page
    assert "At every table" not in hidden_page
    finish_session(session.pk, director)
    assert table_may_see_other_results(None, Play.objects.get(pk=play.pk))


def end_present_round(session: Session, director: Actor) -> None:
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)


def play_round_rest(session: Session, director: Actor) -> None:
    """Enter what is due in the current round, and end it."""
    round_ = playing_round(session)
    for play in (
        Play.objects.without_entry().filter(seating__round=round_).select_related("seating__table")
    ):
        enter(play, RESULT)
    end_present_round(session, director)


def test_results_list_every_table_and_mark_this_one(
    session_and_director: tuple[Session, Actor],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    session, director = session_and_director
    play_round(session, director)
    play = (
        Play.objects.without_entry()
        .filter(seating__round__number=2, board__plays__state="confirmed")
        .first()
    )
    assert play
    with django_capture_on_commit_callbacks(execute=True):
        enter(play, RESULT)
    table = get_table(session, play.seating.table.number)
    page = page_text(
        linked_client(table, contestant_numbers(table)["ew"]).get(
            table_url(table, play.board.number)
        )
    )
    assert "X and award of E-W" in page
    results = page.split("<tbody>")[1]
    assert results.count("<tr") == play.board.plays.exclude(state="due").count() >= 2
    assert results.count('class="own"') == 1
    assert 'class="award-bar wide"' in page
    assert FIRST not in page


FIRST = "The first result of this board"


def test_only_result_of_a_board_shows_no_award(
    session_and_director: tuple[Session, Actor],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    """The award would be 1.50 for any result."""
    session, _director = session_and_director
    table = get_table(session)
    play, *_others = current_plays(table)
    with django_capture_on_commit_callbacks(execute=True):
        enter(play, RESULT)
    page = page_text(linked_client(table).get(table_url(table, play.board.number)))
    assert FIRST in page
    assert "own-awards" not in page
    assert "1.50" not in page


def test_table_page_shows_all_moves_after_the_last_board(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    for play in current_plays(table):
        enter(play, RESULT)
    ew = contestant_numbers(table)["ew"]
    client = linked_client(table, ew)
    next_place = SeatHolder.objects.filter(seating__round__number=2, contestant__number=ew).first()
    assert next_place
    page = page_text(client.get(table_url(table)))
    assert f'<span class="big">{next_place.seating.table.number}</span>' in page
    moves = page.split("<h2>The others and the boards</h2>")[1].split("</section>")[0]
    assert "Stay here." in moves
    assert f"{contestant_numbers(table)['ns']} <span" in moves
    assert f"{ew} <span" not in moves, "this phone's own table is in the felt"
    end_present_round(session, director)
    moved = page_text(client.get(table_url(table)))
    at_new_table = get_table(session, next_place.seating.table.number)
    assert f"You play round 2 at table {at_new_table.number}" not in moved, (
        "the diagram of the table shows it"
    )
    assert moved.index(f'href="{table_url(at_new_table)}"') < moved.index("Who uses this phone?")
    assert "This phone is used by E-W." in page_text(client.get(table_url(at_new_table)))


def test_only_a_linked_phone_used_at_the_last_table_is_led_to_the_next(
    session_and_director: tuple[Session, Actor],
) -> None:
    """A phone that only claims to be a contestant's learns no code."""
    session, director = session_and_director
    tables = {number: get_table(session, number) for number in (1, 2, 3)}
    ew = contestant_numbers(tables[1])["ew"]
    own_phone = linked_client(tables[1], ew)
    end_present_round(session, director)
    next_table = SeatHolder.objects.filter(seating__round__number=2, contestant__number=ew)[
        0
    ].seating.table
    elsewhere = next(
        table for table in tables.values() if table.pk not in (tables[1].pk, next_table.pk)
    )
    assert code_of(next_table) not in page_text(
        linked_client(elsewhere, ew).get(table_url(elsewhere))
    )
    assert code_of(next_table) in page_text(own_phone.get(table_url(elsewhere)))
    unlinked = unlinked_phone(tables[1], ew)
    page = page_text(unlinked.get(table_url(elsewhere)))
    assert f"Scan the code on table {next_table.number}, or type it here." in page
    assert code_of(next_table) not in page
    assert code_of(next_table) in page_text(linked_client(tables[1], ew).get(table_url(tables[1])))
    end_present_round(session, director)
    assert "Scan the code on table" in page_text(
        linked_client(tables[1], ew).get(table_url(tables[1]))
    )


def test_phone_tells_a_pair_that_it_sits_out() -> None:
    session, director = started(pair_count=7, round_count=4, boards_per_round=2)
    first_round = playing_round(session)
    seated = set(
        SeatHolder.objects.filter(seating__round__number=2).values_list("contestant", flat=True)
    )
    resting = (
        SeatHolder.objects.filter(seating__round=first_round).exclude(contestant__in=seated).first()
    )
    assert resting
    table = get_table(session, resting.seating.table.number)
    for play in current_plays(table):
        enter(play, RESULT)
    client = linked_client(table, resting.contestant.number)
    assert "You sit out the next round." in page_text(client.get(table_url(table)))
    end_present_round(session, director)
    assert "You sit out round 2." in page_text(client.get(table_url(table)))


def test_table_page_says_that_the_session_has_not_started_or_is_over() -> None:
    session, director = started(pair_count=8, round_count=1, boards_per_round=2)
    later_session = create_session(session.stage, 2, 2, director)
    deal_session(later_session.pk, "", director)
    assert "The director starts round 1." in page_text(
        Client().get(table_url(get_table(later_session)))
    )
    table = get_table(session)
    own_phone = linked_client(table, 1)
    play_round(session, director)
    ended = page_text(linked_client(table).get(table_url(table)))
    assert "The last round has ended. The standings are final once the director publishes" in ended
    Event.objects.update(results_shown=Event.ResultsShown.SESSION)
    ended = page_text(linked_client(table).get(table_url(table)))
    assert "The standings appear when the director finishes the evening." in ended
    finish_session(session.pk, director)
    page_after = page_text(linked_client(table).get(table_url(table)))
    assert "The evening is over" in page_after
    assert "See the standings" in page_after
    assert "/contestants/1/" in page_text(own_phone.get(table_url(table)))


def test_fragments_answer_204_until_something_changes(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    # Its time is over, so that no minute passes between two requests.
    move_round_start(session, minutes=300)
    play = current_plays(table)[0]
    ns, ew = (linked_client(table, linked_to) for linked_to in contestant_numbers(table).values())
    send(ns, table, play.board.number, "ns")
    table_fragment_url, board_fragment_url = (
        first_match(r'<section id="\w+" hx-get="([^"]+)"', page_text(ns.get(fragment_url)))
        for fragment_url in (table_url(table), table_url(table, play.board.number))
    )
    assert [
        ns.get(fragment_url).status_code
        for fragment_url in (table_fragment_url, board_fragment_url)
    ] == [204, 204]
    send(ew, table, play.board.number, "ew")
    changed_responses = [
        ns.get(fragment_url) for fragment_url in (table_fragment_url, board_fragment_url)
    ]
    assert [response.status_code for response in changed_responses] == [200, 200]
    assert all(
        page_text(response).count('class="chip confirmed"') == 1 for response in changed_responses
    )
    assert all("<html" not in page_text(response) for response in changed_responses)


def move_round_start(session: Session, minutes: int) -> None:
    """Move the start of the current round this many minutes back."""
    started_at = timezone.now() - timedelta(minutes=minutes)
    Round.objects.filter(section__session=session, ended_at=None).exclude(started_at=None).update(
        started_at=started_at
    )


def test_table_page_shows_the_time_left_in_the_round(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    move_round_start(session, minutes=0)
    minutes = 3 * session.stage.event.game.minutes_per_board
    assert f"{minutes} min left" in page_text(Client().get(table_url(table)))
    move_round_start(session, minutes=minutes - 1)
    assert "1 min left" in page_text(Client().get(table_url(table)))
    move_round_start(session, minutes=minutes + 1)
    page_after = page_text(Client().get(table_url(table)))
    assert "+1 min" in page_after
    assert "since " in page_after
    number = current_plays(table)[0].board.number
    entry_form = page_text(
        linked_client(table, contestant_numbers(table)["ns"]).get(table_url(table, number))
    )
    assert "+1 min" in entry_form
    assert "since " in entry_form


def test_table_page_shows_where_boards_are_played_next() -> None:
    session, director = started(pair_count=10, round_count=5, boards_per_round=2)
    table = get_table(session, 2)
    for play in current_plays(table):
        enter(play, RESULT)
    boards = sorted(play.board.number for play in current_plays(table))
    coming = Play.objects.get(
        seating__round__number=2, board__number=boards[0]
    ).seating.table.number
    page = page_text(linked_client(table).get(table_url(table)))
    assert f"Take boards {boards[0]} and {boards[1]} to table {coming}." in page
    for _round in range(4):
        play_round(session, director)
    assert boards_after(current_seating(table)) == ()


def test_shared_boards_are_passed_on_and_unused_ones_put_aside() -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=1)
    seatings = {number: current_seating(get_table(session, number)) for number in (1, 2, 3, 4)}
    going = {number: boards_after(seating) for number, seating in seatings.items() if seating}
    rounds_by_board = {number: [go.round for go in moves] for number, moves in going.items()}
    coming = set(
        Play.objects.filter(seating__round__number=2).values_list("board__number", flat=True)
    )
    for number, moves in going.items():
        boards = {play.board.number for play in seatings[number].plays.all()}
        assert (rounds_by_board[number] == [3]) == boards.isdisjoint(coming)
        assert moves or boards & coming
    assert [3] in rounds_by_board.values()
    assert [] in rounds_by_board.values()


def test_phone_pages_contain_no_card_or_seed(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    client = linked_client(table)
    enter(play, RESULT)
    pages = page_text(client.get(table_url(table))) + page_text(
        client.get(table_url(table, play.board.number))
    )
    assert 'class="hand"' not in pages
    assert "5eed5eed" not in pages


def test_phone_pages_take_few_queries(
    session_and_director: tuple[Session, Actor],
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    for play_ in current_plays(table):
        enter(play_, RESULT)
    client = linked_client(table)
    with django_assert_max_num_queries(25):
        client.get(table_url(table))
    with django_assert_max_num_queries(24):
        client.get(table_url(table, play.board.number))


def test_sending_a_result_takes_few_queries(
    session_and_director: tuple[Session, Actor],
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    first_play, second_play = current_plays(table)[:2]
    client = linked_client(table)
    form_data = {"trump": "oros", "ns_points": "40", "side": "ns", "sure": "yes"}
    client.post(table_url(table, first_play.board.number), {**form_data, "key": "first"})
    with django_assert_max_num_queries(15):
        response = client.post(
            table_url(table, second_play.board.number), {**form_data, "key": "second"}
        )
    assert response.status_code == 302


def test_form_has_the_fields_of_the_game() -> None:
    game = get_game("botifarra", {})
    form = entry_form(game, {})
    numbers = [form_field for form_field, _rest in form.number_fields]
    form_field = [
        form_field.field.name for form_field in (*form.usual_fields, *numbers, *form.rare_fields)
    ]
    assert form_field == [field.name for field in game.fields]
    outcome: Outcome = {
        "trump": "copes",
        "delegated": False,
        "contro": "none",
        "ns_points": 41,
        "renunci": None,
    }
    (group,) = outcome_groups(game, game.board(1), {}, outcome)
    values = [(value.label, value.text) for value in group.values]
    assert values == [
        ("Trump", "cups"),
        ("Contro", "no contro"),
        ("Points of N-S", "41"),
        ("E-W", "31"),
    ]


def test_result_with_a_revoke_shows_the_points_of_both_sides() -> None:
    game = get_game("botifarra", {})
    outcome: Outcome = {
        "trump": "copes",
        "delegated": False,
        "contro": "none",
        "ns_points": None,
        "renunci": "ew",
    }
    (group,) = outcome_groups(game, game.board(1), {}, outcome)
    values = [(value.label, value.text) for value in group.values]
    assert values[2:] == [("Points of N-S", "72"), ("E-W", "0"), ("Revoke by", "E-W")]


@pytest.mark.parametrize(
    ("entered", "remainder"),
    [("41", "31"), ("0", "72"), ("72", "0"), ("73", ""), ("x", ""), ("9" * 5000, ""), ("", "")],
)
def test_number_field_shows_the_other_sides_remainder(entered: str, remainder: str) -> None:
    form = entry_form(get_game("botifarra", {}), {"ns_points": entered})
    assert [remainder_shown for _shown, remainder_shown in form.number_fields] == [remainder]


def test_phone_enters_for_one_player_in_individual_games() -> None:
    session, _director = started_game("donguri")
    table = get_table(session)
    play, contestants = current_plays(table)[0], [place.contestant for place in _places(table)]
    first_phone = linked_client(table, contestants[0].number)
    assert f"This phone is used by {contestants[0].name}." in page_text(
        first_phone.get(table_url(table))
    )
    page = page_text(first_phone.get(table_url(table, play.board.number)))
    assert f"You enter for {contestants[0].name}." in page
    assert ">0</output> of 64" in page
    form_data = {
        "n_points": "20",
        "e_points": "16",
        "s_points": "28",
        "w_points": "0",
        "side": "n",
        "key": "requestkey",
    }
    assert first_phone.post(table_url(table, play.board.number), form_data).status_code == 302
    waiting = page_text(first_phone.get(table_url(table, play.board.number)))
    assert "Waiting for another player to confirm" in waiting
    assert page_text(first_phone.get(table_url(table))).count("Somebody else") == 0, (
        "there is another board to enter first"
    )
    shared = page_text(linked_client(table).get(table_url(table, play.board.number)))
    assert re.search(r"Anna Puig \d: is this correct\?", shared)


def test_result_by_seat_shows_every_entered_field() -> None:
    game = get_game("tarot_germany_taroc", {})
    numbers = {"a_points": 26, "b_points": 0, "c_points": 52}
    form_data = {field.name: field.default for field in game.fields} | numbers | {"b_kings_4": True}
    groups = outcome_groups(
        game, game.board(1), {"a": "Anna", "b": "Berta", "c": "Carla"}, form_data
    )
    assert [(group.owner, group.names) for group in groups] == [
        ("a", "Anna"),
        ("b", "Berta"),
        ("c", "Carla"),
    ]
    assert [[(value.label, value.text) for value in group.values] for group in groups] == [
        [("Points", "26")],
        [("Points", "0"), ("Four Kings", "yes")],
        [("Points", "52")],
    ]


def test_game_without_cards_names_no_dealer(client: Client) -> None:
    session, director = started_game("score_sheet")
    table = get_table(session)
    play = current_plays(table)[0]
    fields: dict[str, object] = {f"{line}_score": "-3" for line in "nesw"}
    at_the_table, at_the_desk = linked_client(table), signed_in(client, director)
    pages = [page_text(at_the_table.get(table_url(table, play.board.number)))]
    enter(play, fields, ["n", "e"])
    pages.append(page_text(at_the_table.get(table_url(table, play.board.number))))
    for name in ("typing", "desk_play"):
        url = desk_url(session, name, *([play.pk] if name == "desk_play" else []))
        pages.append(page_text(at_the_desk.get(url)))
    for page in pages:
        visible_page = re.sub(
            r"<symbol.*</symbol>|duplicate card tournaments|[\w-]*card[\w-]*=?|scorecards?",
            "",
            page,
        )
        assert not re.search(
            r"\b([Dd]eal|cards\b|go to the (left|right))", re.sub("<[^>]*>", " ", visible_page)
        ), visible_page


def _places(table: Table) -> list[SeatHolder]:
    """Return the contestants at the table, in order of play."""
    seat_holders = {
        seat_holder.seat: seat_holder
        for seat_holder in SeatHolder.objects.filter(seating=current_seating(table))
    }
    return [seat_holders[seat] for seat in table.section.session.stage.event.game.seats]


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        (["41", "41"], "The director has corrected this result."),
        (["41", "50"], "The director has decided this result."),
        (["50"], "The director has decided that this result counts."),
    ],
)
def test_phone_shows_the_directors_decision_and_reason(
    session_and_director: tuple[Session, Actor], entered: list[str], expected: str
) -> None:
    session, director = session_and_director
    table = get_table(session)
    play, other_play = current_plays(table)[:2]
    for side, points in zip(("ns", "ew"), entered, strict=False):
        enter(play, {**RESULT, "ns_points": points}, [side])
    enter(other_play, RESULT)
    play.refresh_from_db()
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        {**RESULT, "ns_points": "50"},
        replaces=play.revision,
        reason="Agreed at the table",
        actor=director,
        key="decided",
    )
    client = linked_client(table, contestant_numbers(table)["ns"])
    page = page_text(client.get(table_url(table, play.board.number)))
    assert expected in page
    assert "“Agreed at the table”" in page
    assert '<span class="chip decided">' in page
    boards = page_text(client.get(table_url(table))).split("Boards of this round")[1]
    assert f'data-board="{play.board.number}" data-state="decided"' in boards
    assert f'data-board="{other_play.board.number}" data-state="confirmed"' in boards
    unlinked = page_text(Client().get(table_url(table, play.board.number)))
    assert "Agreed at the table" not in unlinked
    assert "The director has decided this result." in unlinked


def test_table_page_names_all_boards_that_wait_for_the_same_side(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    plays = current_plays(table)
    for play in plays:
        enter(play, RESULT, ["ns"])
    client = linked_client(table, contestant_numbers(table)["ns"])
    first_number, second_number, third_number = (play.board.number for play in plays)
    page = page_text(client.get(table_url(table)))
    assert (
        f"Waiting for E-W to confirm boards {first_number}, {second_number} and {third_number}."
        in page
    )


def test_board_page_is_shown_while_its_result_is_being_stored(
    session_and_director: tuple[Session, Actor],
) -> None:
    """The entry is stored after the page has read the play and before it reads the entries."""
    session, _director = session_and_director
    table = get_table(session)
    play = current_plays(table)[0]
    client = linked_client(table, contestant_numbers(table)["ns"])
    stored_play_ids = []

    def store_before_entries_are_read(
        execute: Callable[..., object], sql: str, *arguments: object
    ) -> object:
        if not stored_play_ids and 'FROM "tournaments_entry"' in sql:
            stored_play_ids.append(play.pk)
            enter(play, RESULT, ["ns"])
        return execute(sql, *arguments)

    with connection.execute_wrapper(store_before_entries_are_read):
        response = client.get(table_url(table, play.board.number))
    assert stored_play_ids
    assert response.status_code == 200
