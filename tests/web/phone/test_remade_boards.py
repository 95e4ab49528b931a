"""Boards are remade for the next table when play has mixed their cards."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.playout import playout
from tests.scenes.board_preparation import correct_answers
from tests.scenes.evening import SEED, club_with_director, pairs
from tests.web.phone.table_pages import CARD, preparation_url
from tests.web.signed_in import desk_url, first_play, signed_in
from tournaments.actions.boards.board_preparation import set_preparation_mode
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.delete import remove_events
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.forms import outcome_as_submitted
from tournaments.models import AuditAction, AuditEntry, BoardRemake, Entry, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.board_preparation import boards_to_prepare
from tournaments.queries.boards.remade_boards import RemadeBoard
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


def started_session(
    game_key: str = "tantony",
    movement: str = "mitchell",
    round_count: int = 3,
    tables_prepare: bool = True,
    pair_count: int = 8,
    boards_per_round: int = 1,
) -> tuple[Session, Actor]:
    """Start a session of pairs; its boards are prepared by the tables or by the desk."""
    club, director = club_with_director()
    plan = EventPlan("Campionat", game_key, movement_key=movement)
    session = create_session(
        create_event(club, plan, pairs(pair_count), director),
        round_count,
        boards_per_round,
        director,
        seed=SEED,
    )
    deal_session(session.pk, "sort i encert", director)
    start_session(session.pk, director)
    set_preparation_mode(session, tables_prepare, director)
    return Session.objects.select_related("stage__event__club").get(pk=session.pk), director


def enter_result(session: Session, play: Play, client: Client, side: str) -> Client:
    """Enter a result from a phone of one side."""
    game, number = session.stage.event.game, play.board.number
    outcome = playout(game, game.deal(SEED, session.salt or "", number), Random(7))["outcome"]
    table_url = reverse("table", args=[code_of(play.seating.table)])
    holder = play.seating.places.filter(seat=side[0].upper()).get().contestant.number
    client.post(f"{table_url}side/", {"holder": str(holder)})
    response = client.post(
        f"{table_url}boards/{number}/",
        {**outcome_as_submitted(outcome), "side": side, "key": f"key-{side}"},
    )
    assert response.status_code == 302
    return client


def enter_from_both_sides(session: Session, play: Play) -> Client:
    """Enter the same result from a phone of each side; return the phone of N-S."""
    ns_phone = enter_result(session, play, Client(), "ns")
    enter_result(session, play, Client(), "ew")
    return ns_phone


def test_board_without_entry_is_not_offered_for_remaking() -> None:
    """The desk remakes boards that were not played, and boards whose result it entered."""
    session, director = started_session()
    play = first_play(session)
    decide_play(play.pk, Entry.Kind.VOID, {}, replaces=0, reason="no time", actor=director, key="1")
    assert not [
        board for board in boards_to_prepare(play.seating.table) if isinstance(board, RemadeBoard)
    ]


def test_deleting_an_event_deletes_its_remade_boards() -> None:
    session, _director = started_session()
    play = first_play(session)
    ns_phone = enter_from_both_sides(session, play)
    ns_phone.post(preparation_url(play.seating.table, play.board.number), {"way": "runs"})
    assert BoardRemake.objects.exists()
    remove_events([session.stage.event])
    assert not BoardRemake.objects.exists()


def table_page(play: Play, client: Client) -> str:
    return client.get(reverse("table", args=[code_of(play.seating.table)])).content.decode()


def test_confirmed_board_is_remade_with_its_cards_shown() -> None:
    session, _director = started_session()
    play = first_play(session)
    ns_phone = enter_from_both_sides(session, play)
    url, number = preparation_url(play.seating.table, play.board.number), play.board.number
    assert "Make them up again" in table_page(play, ns_phone)
    assert "never play it again" in ns_phone.get(url).content.decode()
    response = ns_phone.post(url, {"way": "runs"})
    assert "no-store" in response["Cache-Control"]
    assert CARD.search(response.content.decode())
    assert len(re.findall(r'<p class="run">', response.content.decode())) > 20
    answers = {"way": "runs", "check": "yes"} | correct_answers(session, number, False)
    wrong_answers_response = ns_phone.post(url, answers | {"count_N": "12"})
    assert (
        "North: 13 cards belong there, you counted 12." in wrong_answers_response.content.decode()
    )
    assert f"Board {number} is ready." in ns_phone.post(url, answers, follow=True).content.decode()
    assert not [
        board for board in boards_to_prepare(play.seating.table) if isinstance(board, RemadeBoard)
    ]
    assert ns_phone.post(url, answers).status_code == 302
    audit_entries = AuditEntry.objects.filter(
        verb__in=(AuditAction.PREPARE_BOARD, AuditAction.FINISH_PREPARATION)
    ).order_by("pk")
    assert [audit_entry.verb for audit_entry in audit_entries] == [
        AuditAction.PREPARE_BOARD,
        AuditAction.FINISH_PREPARATION,
    ]
    assert (audit_entries[0].data["play"], audit_entries[0].data["face_down"]) == (play.pk, False)


def test_board_entered_by_one_phone_is_remade_face_down() -> None:
    """The other side may not have played the board yet, so no card is shown."""
    session, _director = started_session()
    play = first_play(session)
    ns_phone = enter_result(session, play, Client(), "ns")
    url = preparation_url(play.seating.table, play.board.number)
    assert "face down" in ns_phone.get(url).content.decode()
    for way in ("runs", "seats"):
        page = ns_phone.post(url, {"way": way}).content.decode()
        assert '<p class="run">' in page
        assert not CARD.search(page.split('id="dealt"')[0].split('class="runs"')[1])


def test_phone_without_an_entry_cannot_open_a_board_to_remake() -> None:
    """Anybody can read the table's code on its sheet, even players who still play the board."""
    session, _director = started_session()
    play = first_play(session)
    url = preparation_url(play.seating.table, play.board.number)
    for side in ("ns", "ew"):
        enter_result(session, play, Client(), side)
    for form_data in ({"way": "runs"}, {"way": "seats"}, {"way": "runs", "check": "yes"}):
        response = Client().post(url, form_data)
        assert response.status_code == 422
        assert "use a phone that entered or confirmed its result" in response.content.decode()
        assert not CARD.search(response.content.decode())
    assert not BoardRemake.objects.exists()


def test_first_phone_to_open_a_board_remakes_it() -> None:
    session, _director = started_session()
    play = first_play(session)
    ns_phone, ew_phone = (enter_result(session, play, Client(), side) for side in ("ns", "ew"))
    url = preparation_url(play.seating.table, play.board.number)
    assert CARD.search(ns_phone.post(url, {"way": "runs"}).content.decode())
    response = ew_phone.post(url, {"way": "runs"})
    assert response.status_code == 422
    assert "Another phone has opened board" in response.content.decode()
    assert CARD.search(ns_phone.post(url, {"way": "seats"}).content.decode())


def test_board_cannot_be_remade_before_its_table_enters_it() -> None:
    session, _director = started_session()
    play = first_play(session)
    table = play.seating.table
    assert not [board for board in boards_to_prepare(table) if isinstance(board, RemadeBoard)]
    response = Client().post(preparation_url(table, play.board.number), {"way": "seats"})
    assert not CARD.search(response.content.decode())


def test_board_cannot_be_remade_after_its_round() -> None:
    session, director = started_session()
    play = first_play(session)
    phone = enter_result(session, play, Client(), "ns")
    for entered_play in Play.objects.filter(seating__round__number=1).select_related(
        "seating__table"
    ):
        for side in ("ns", "ew"):
            enter_result(session, entered_play, Client(), side)
    end_round(playing_round(session).pk, director)
    response = phone.post(preparation_url(play.seating.table, play.board.number), {"way": "seats"})
    assert response.status_code == 422
    assert not CARD.search(response.content.decode())


@pytest.mark.parametrize(
    ("game_key", "movement", "rounds"),
    [("botifarra", "mitchell", 3), ("tantony", "barometer", 3), ("tantony", "mitchell", 1)],
)
def test_boards_whose_cards_nobody_needs_again_are_not_remade(
    game_key: str, movement: str, rounds: int
) -> None:
    session, _director = started_session(game_key, movement, rounds)
    play = first_play(session)
    phone = enter_result(session, play, Client(), "ns")
    enter_result(session, play, Client(), "ew")
    assert not [
        board for board in boards_to_prepare(play.seating.table) if isinstance(board, RemadeBoard)
    ]
    assert "mixes the cards" not in table_page(play, phone)
    response = phone.post(preparation_url(play.seating.table, play.board.number), {"way": "seats"})
    assert not CARD.search(response.content.decode())


@pytest.mark.parametrize(
    ("tables_prepare", "explanation"), [(True, "by its phone"), (False, "by the slip in the board")]
)
def test_table_page_explains_remaking_before_boards_move(
    tables_prepare: bool, explanation: str, client: Client
) -> None:
    session, director = started_session(tables_prepare=tables_prepare)
    play = first_play(session)
    phone = enter_result(session, play, Client(), "ns")
    enter_result(session, play, phone, "ew")
    assert explanation in table_page(play, phone)
    assert ("Make them up again" in table_page(play, phone)) is tables_prepare
    slips = signed_in(client, director).get(desk_url(session, "score_slips")).content.decode()
    assert slips.count(explanation) == Play.objects.filter(seating__round__number__lt=3).count()


@pytest.mark.parametrize(("game_key", "slip_count"), [("tantony", 4), ("botifarra", 0)])
def test_printed_slips_stay_in_boards_whose_cards_are_mixed(
    game_key: str, slip_count: int, client: Client
) -> None:
    session, director = started_session(game_key)
    page = (
        signed_in(client, director)
        .post(desk_url(session, "hand_slips"), {"boards": "3"})
        .content.decode()
    )
    assert page.count("Keep this slip in the board") == slip_count


def board_page_after_entry(play: Play, client: Client) -> str:
    """Return the page of a board that this phone has entered for both sides."""
    phone = enter_result(play.board.session, play, client, "ns")
    enter_result(play.board.session, play, phone, "ew")
    board_url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    return phone.get(board_url).content.decode()


@pytest.mark.parametrize(
    ("tables_prepare", "shown_text", "hidden_text"),
    [
        (True, "One of you follows this phone", "Take the slip of your seat"),
        (False, "Take the slip of your seat", "One of you follows this phone"),
    ],
)
def test_board_page_explains_remaking_and_the_next_table(
    tables_prepare: bool, shown_text: str, hidden_text: str, client: Client
) -> None:
    session, _director = started_session(
        tables_prepare=tables_prepare, movement="howell", pair_count=8, round_count=7
    )
    play = first_play(session)
    page = board_page_after_entry(play, client)
    later_plays = Play.objects.filter(board=play.board, seating__round__number__gt=1)
    next_seating = later_plays.order_by("seating__round__number")[0].seating
    assert f"First make up board {play.board.number} again" in page
    assert (
        f"table {next_seating.table.label}, which plays it in round {next_seating.round.number}."
        in page
    )
    assert shown_text in page
    assert hidden_text not in page
    assert page.index("First make up board") < page.rindex("Back to the table")
    assert "not played again" not in table_page(play, client)


def test_board_shared_within_the_round_is_passed_on_without_remaking(client: Client) -> None:
    """Tables 1 and 2 share the boards of every round, and each waits for those of the other."""
    session, _director = started_session(movement="howell", pair_count=4, boards_per_round=2)
    play = first_play(session)
    assert "Take the board to table 2 at once" in board_page_after_entry(play, client)
    assert [
        board.number
        for board in boards_to_prepare(play.seating.table)
        if isinstance(board, RemadeBoard)
    ] == [1]
    play_at_table_2 = Play.objects.get(
        seating__table__number=2, seating__round__number=1, board=play.board
    )
    assert "First make up board" not in board_page_after_entry(play_at_table_2, Client())
    assert not [
        board for board in boards_to_prepare(play.seating.table) if isinstance(board, RemadeBoard)
    ]


def test_board_nobody_plays_again_is_put_aside_unchanged(client: Client) -> None:
    """Instructions for remaking the board would contradict the advice to put it aside."""
    started_session(movement="howell", pair_count=4, boards_per_round=2, tables_prepare=False)
    plays = Play.objects.filter(seating__round__number=1).order_by(
        "-seating__table__number", "board"
    )
    for play in plays.select_related("seating__table", "board__session"):
        page = board_page_after_entry(play, client)
        table = play.seating.table.number
        assert ("First make up board" in page) is (table == 2)
    page_html = table_page(play, client)
    assert "Boards 1 and 2 are not played again: put them aside." in page_html
    assert "mixes the cards" not in page_html


def test_unmixed_hands_need_no_remake_steps(client: Client) -> None:
    session, _director = started_session("botifarra", "howell", round_count=7)
    assert "First make up board" not in board_page_after_entry(first_play(session), client)


def test_desk_warns_of_mixed_boards_before_ending_the_round() -> None:
    session, director = started_session()
    play = first_play(session)
    number, url = play.board.number, preparation_url(play.seating.table, play.board.number)
    client, status_text = signed_in(Client(), director), f"Board {number}: still to be made up"
    for other_play in Play.objects.filter(seating__round=play.seating.round_id).exclude(pk=play.pk):
        decide_play(
            other_play.pk,
            Entry.Kind.VOID,
            {},
            replaces=0,
            reason="no",
            actor=director,
            key=f"{other_play.pk}",
        )
    assert status_text not in client.get(desk_url(session)).content.decode()
    ns_phone = enter_from_both_sides(session, play)
    page = client.get(desk_url(session)).content.decode()
    assert status_text in page
    assert "Yes, end round 1" in page
    ns_phone.post(url, {"way": "runs"})
    answers = {"way": "runs", "check": "yes"} | correct_answers(session, number, False)
    ns_phone.post(url, answers)
    page = client.get(desk_url(session)).content.decode()
    assert status_text not in page
    assert "Yes, end round 1" not in page


def test_board_goes_to_the_director_once_the_round_has_ended() -> None:
    session, director = started_session()
    play = first_play(session)
    ns_phone = enter_from_both_sides(session, play)
    url, number = preparation_url(play.seating.table, play.board.number), play.board.number
    ns_phone.post(url, {"way": "runs"})
    end_round(play.seating.round_id, director)
    response = ns_phone.post(
        url, {"way": "runs", "check": "yes"} | correct_answers(session, number, False)
    )
    assert response.status_code == 422
    assert f"Give board {number} to the director" in response.content.decode()
