"""Contestants who have left can be exchanged only where no board is due."""

import pytest

from games.problems import ValidationFailed
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import started
from tests.scenes.problems import problem_codes
from tests.scenes.three_rounds import SessionAndDirector, howell_evening, seating
from tests.scenes.undo import facts
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.exchanged_opponents import exchange_opponents
from tournaments.models import Contestant, Seating

pytestmark = pytest.mark.django_db


def first_contestant_of(table_seating: Seating) -> Contestant:
    return table_seating.places.order_by("seat").first().contestant


def withdraw_from_table_2(
    scene: SessionAndDirector, round_number: int = 1
) -> tuple[int, Contestant, Contestant]:
    """Withdraw the first contestant of table 2.

    Returns the id of the round, the first contestant of table 1, and the withdrawn one.
    """
    session, director = scene
    first_table, withdrawn = (
        seating(session, round_number),
        first_contestant_of(seating(session, round_number, 2)),
    )
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    return first_table.round_id, first_contestant_of(first_table), withdrawn


@pytest.mark.parametrize("withdrawn_is_first", [False, True])
def test_contestant_who_left_cannot_take_seats_with_due_boards(withdrawn_is_first: bool) -> None:
    session, director = scene = started(8, movement="howell", round_count=7, boards_per_round=2)
    round_id, staying, withdrawn = withdraw_from_table_2(scene)
    first_contestant, second_contestant = (
        (withdrawn, staying) if withdrawn_is_first else (staying, withdrawn)
    )
    facts_before = facts(session)
    with pytest.raises(ValidationFailed) as refused:
        exchange_opponents(
            round_id, first_contestant.pk, second_contestant.pk, CorrectionRequest(director, "k")
        )
    assert problem_codes(refused) == ["has_left"]
    assert withdrawn.name in refused.value.problems[0].message
    assert facts(session) == facts_before


@pytest.mark.thorough
def test_contestant_who_left_can_take_seats_with_all_boards_played() -> None:
    session, director = scene = howell_evening()
    round_id, staying, withdrawn = withdraw_from_table_2(scene, 3)
    exchange_opponents(round_id, staying.pk, withdrawn.pk, CorrectionRequest(director, "k"))
    assert withdrawn.places.filter(seating=seating(session, 3)).exists()
