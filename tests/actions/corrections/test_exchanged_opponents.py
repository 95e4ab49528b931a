"""Contestants who have left can be exchanged only where no board is due."""

import pytest

from games.problems import ValidationFailed
from tests.actions.history.test_undo import codes, facts
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import started
from tests.scenes.three_rounds import SessionAndDirector, howell_evening, seating
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.exchanged_opponents import exchange_opponents
from tournaments.models import Contestant, Seating

pytestmark = pytest.mark.django_db


def first_at(table: Seating) -> Contestant:
    return table.places.order_by("seat").first().contestant


def two_of(scene: SessionAndDirector, round_: int = 1) -> tuple[int, Contestant, Contestant]:
    """Return a round and the first contestants of tables 1 and 2; the second has withdrawn."""
    session, director = scene
    seating_, exchanged = seating(session, round_), first_at(seating(session, round_, 2))
    withdraw_during_session(session.stage.event, exchanged.pk, director)
    return seating_.round_id, first_at(seating_), exchanged


@pytest.mark.parametrize("turned", [False, True])
def test_contestant_who_left_cannot_take_seats_with_due_boards(turned: bool) -> None:
    session, director = scene = started(8, movement="howell", rounds=7, boards_per_round=2)
    round_, stays, exchanged = two_of(scene)
    one, other = (exchanged, stays) if turned else (stays, exchanged)
    before = facts(session)
    with pytest.raises(ValidationFailed) as refused:
        exchange_opponents(round_, one.pk, other.pk, CorrectionRequest(director, "k"))
    assert codes(refused) == ["has_left"]
    assert exchanged.name in refused.value.problems[0].message
    assert facts(session) == before


@pytest.mark.thorough
def test_contestant_who_left_can_take_seats_with_all_boards_played() -> None:
    session, director = scene = howell_evening()
    round_, stays, exchanged = two_of(scene, 3)
    exchange_opponents(round_, stays.pk, exchanged.pk, CorrectionRequest(director, "k"))
    assert exchanged.places.filter(seating=seating(session, 3)).exists()
