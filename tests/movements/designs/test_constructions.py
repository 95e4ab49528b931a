"""Constructions of every size before tables are switched."""

from itertools import chain, combinations

import pytest

from tests.movements.plan_assertions import assert_enough_copies
from tournaments.movements import howell
from tournaments.movements.barometer import Barometer
from tournaments.movements.base.plan import Plan, number_boards
from tournaments.movements.base.plan_checks import plan_problems
from tournaments.movements.mitchell import Mitchell

UNSWITCHED = [
    *((Mitchell(), contestants) for contestants in Mitchell.contestant_counts),
    *(
        (Mitchell({"even": "skip"}), n)
        for n in Mitchell.contestant_counts
        if n > 6 and n % 4 in {0, 3}
    ),
    *(
        (Barometer({"rotation": rotation}), n)
        for rotation in ("random", "round_robin")
        for n in range(4, 60)
    ),
]


@pytest.mark.daily(5)
@pytest.mark.parametrize(("movement", "contestants"), UNSWITCHED[::3])
def test_plan_of_every_size_passes_the_checks(movement, contestants):
    round_count = movement.full_round_count(contestants)
    rounds = number_boards(
        (movement.planned_tables(contestants, round_index) for round_index in range(round_count)), 1
    )
    shared = movement.shared_tables(contestants)
    assert (
        plan_problems(
            Plan("any", contestants, rounds, movement.base_copy_count(contestants), shared)
        )
        == []
    )


@pytest.mark.parametrize("contestants", [4, 5, 6, 7, 10, 13, 14, 22, 31, 40])
def test_howell_of_any_number_of_rounds_has_enough_copies(contestants, monkeypatch):
    monkeypatch.setattr(howell, "with_best_orientation", lambda rounds: rounds)
    full = howell.Howell().full_round_count(contestants)
    for rounds in range(1, full + 1, 1 if contestants < 20 else 4):
        plan = howell.Howell().plan(contestants, rounds, 1)
        assert len(plan.rounds) == rounds
        for round_ in plan.rounds:
            assert_enough_copies(plan, round_)


@pytest.mark.thorough
@pytest.mark.parametrize("contestants", [50, 101])
def test_full_random_barometer_is_a_round_robin(contestants):
    movement = Barometer({"rotation": "random"})
    round_count = range(movement.full_round_count(contestants))
    rounds = number_boards(
        (movement.planned_tables(contestants, round_index) for round_index in round_count), 1
    )
    meetings = sorted(
        chain.from_iterable(seating.meetings for round_ in rounds for seating in round_)
    )
    assert meetings == list(combinations(range(1, contestants + 1), 2))
