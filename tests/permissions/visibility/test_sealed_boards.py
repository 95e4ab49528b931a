"""A board is sealed as the table of docs/developers/permissions.md says."""

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


def by_one_device(play: Play, _director: Actor) -> None:
    for side in ("ns", "ew"):
        one = Actor.of_table(play.seating.table_id, "the table's", side)
        submit_entry(play.pk, RESULT, one, f"by one {side}")


def by_phone_and_program(first: str, second: str):
    def enter_from_devices(play: Play, _director: Actor) -> None:
        for side, device in (("ns", first), ("ew", second)):
            one = Actor.of_table(play.seating.table_id, device, side)
            submit_entry(play.pk, RESULT, one, f"{side} by {device}")

    return enter_from_devices


def in_conflict(play: Play, _director: Actor) -> None:
    enter(play, RESULT, ["ns"])
    enter(play, OTHER_RESULT, ["ew"])


def typed(play: Play, director: Actor) -> None:
    for side in ("ns", "ew"):
        submit_entry(play.pk, RESULT, replace(director, side=side), f"typed {side}")


def decided(kind: str):
    def decide(play: Play, director: Actor) -> None:
        decide_play(play.pk, kind, RESULT, replaces=0, reason="seen", actor=director, key=kind)

    return decide


STATES = {
    "due": lambda *_nobody: None,
    "entered": lambda play, _director: enter(play, RESULT, ["ns"]),
    "entered twice by one side": lambda play, _director: [
        enter(play, RESULT, ["ns"]) for _twice in range(2)
    ],
    "confirmed by the same device": by_one_device,
    "confirmed by a phone and an API client": by_phone_and_program("the table's", Entry.PROGRAM),
    "confirmed by an API client and a phone": by_phone_and_program(Entry.PROGRAM, "the table's"),
    "confirmed by another device": lambda play, _director: enter(play, RESULT),
    "in conflict": in_conflict,
    "typed from a signed slip": typed,
    "corrected": decided("correction"),
    "ruled": decided("ruling"),
    "not played": decided("void"),
}


def a_board(state: str) -> tuple[Session, Actor, Play]:
    """Return a board that two tables play; one has confirmed it, the other is in `state`."""
    movement_options = {"rotation": "mitchell"}
    session, director = started(4, "barometer", 2, 1, movement_options=movement_options)
    related = Play.objects.select_related("seating__table", "board__session__stage__event")
    done_play, play = related.filter(board__session=session, board__number=1).order_by("pk")
    enter(done_play, RESULT)
    STATES[state](play, director)
    return session, director, play


def sealed(play: Play) -> str:
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
    session, director, play = a_board(state)
    expected = DOCUMENTED_TABLES["When a board is sealed"][state]
    assert sealed(play) == expected["in its round"]
    end_round(playing_round(session).pk, director)
    assert sealed(play) == expected["its round over"]
    finish_session(session.pk, director)
    assert sealed(play) == expected["session over"]
