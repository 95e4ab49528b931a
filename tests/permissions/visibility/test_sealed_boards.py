"""Boards are sealed as documented in docs/developers/permissions.md."""

from dataclasses import replace

import pytest

from tests.permissions.visibility.page_texts import DOCUMENTED_TABLES
from tests.scenes.evening import enter, started
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Entry, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import PUBLIC, visible_hands
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.queries.rounds.seating import playing_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]

RESULT: dict[str, object] = {
    "trump": "oros",
    "delegated": "no",
    "contro": "none",
    "ns_points": "40",
}
OTHER_RESULT = RESULT | {"ns_points": "41"}


def enter_with_one_device(play: Play, _director: Actor) -> None:
    for side in ("ns", "ew"):
        device_actor = Actor.of_table(play.seating.table_id, "the table's", side)
        submit_entry(play.pk, RESULT, device_actor, f"by one {side}")


def enter_with_devices(ns_device: str, ew_device: str):
    def enter_from_devices(play: Play, _director: Actor) -> None:
        for side, device in (("ns", ns_device), ("ew", ew_device)):
            device_actor = Actor.of_table(play.seating.table_id, device, side)
            submit_entry(play.pk, RESULT, device_actor, f"{side} by {device}")

    return enter_from_devices


def enter_conflicting_results(play: Play, _director: Actor) -> None:
    enter(play, RESULT, ["ns"])
    enter(play, OTHER_RESULT, ["ew"])


def type_both_sides(play: Play, director: Actor) -> None:
    for side in ("ns", "ew"):
        submit_entry(play.pk, RESULT, replace(director, side=side), f"typed {side}")


def decide_as(kind: str):
    def decide(play: Play, director: Actor) -> None:
        decide_play(play.pk, kind, RESULT, replaces=0, reason="seen", actor=director, key=kind)

    return decide


STATES = {
    "due": lambda *_nobody: None,
    "entered": lambda play, _director: enter(play, RESULT, ["ns"]),
    "entered twice by one side": lambda play, _director: [
        enter(play, RESULT, ["ns"]) for _attempt in range(2)
    ],
    "confirmed by the same device": enter_with_one_device,
    "confirmed by a phone and an API client": enter_with_devices("the table's", Entry.PROGRAM),
    "confirmed by an API client and a phone": enter_with_devices(Entry.PROGRAM, "the table's"),
    "confirmed by another device": lambda play, _director: enter(play, RESULT),
    "in conflict": enter_conflicting_results,
    "typed from a signed slip": type_both_sides,
    "corrected": decide_as("correction"),
    "ruled": decide_as("ruling"),
    "not played": decide_as("void"),
}


def session_with_play(state: str) -> tuple[Session, Actor, Play]:
    """Return a session, its director, and a play of board 1 in the given state.

    The other play of the board is confirmed.
    """
    movement_options = {"rotation": "mitchell"}
    session, director = started(
        4,
        movement="barometer",
        round_count=2,
        boards_per_round=1,
        movement_options=movement_options,
    )
    related = Play.objects.select_related("seating__table", "board__session__stage__event")
    done_play, play = related.filter(board__session=session, board__number=1).order_by("pk")
    enter(done_play, RESULT)
    STATES[state](play, director)
    return session, director, play


def sealed_or_open(play: Play) -> str:
    board = related_board(play)
    hands = visible_hands(PUBLIC, board)
    assert (hands is None) == is_board_hidden(board)
    return "sealed" if hands is None else "open"


def related_board(play: Play):
    return Play.objects.select_related("board__session__stage__event").get(pk=play.pk).board


def test_every_state_is_in_the_documented_table() -> None:
    assert set(DOCUMENTED_TABLES["When a board is sealed"]) == set(STATES)


@pytest.mark.parametrize("state", STATES)
def test_play_in_a_state_keeps_its_board_sealed_as_documented(state: str) -> None:
    session, director, play = session_with_play(state)
    expected = DOCUMENTED_TABLES["When a board is sealed"][state]
    assert sealed_or_open(play) == expected["in its round"]
    end_round(playing_round(session).pk, director)
    assert sealed_or_open(play) == expected["its round over"]
    finish_session(session.pk, director)
    assert sealed_or_open(play) == expected["session over"]
