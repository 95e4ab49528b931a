"""The rainbow: its rule, its promises, and the numbers it takes."""

from itertools import combinations

import pytest

from games.problems import Refused
from tournaments.movements.rainbow import Rainbow


@pytest.mark.parametrize("contestants", Rainbow.sizes)
def test_two_of_different_colours_meet_once_and_nobody_plays_a_board_twice(contestants):
    t = contestants // 4
    plan = Rainbow().plan(contestants, boards_per_round=1)
    together = [
        two for _, seating in plan.seatings for two in combinations(sorted(seating.contestants), 2)
    ]
    colours = [
        (one, other)
        for one, other in combinations(range(1, contestants + 1), 2)
        if (one - 1) // t != (other - 1) // t
    ]
    assert sorted(together) == colours
    assert (len(plan.rounds), plan.table_count, plan.board_count, plan.copies) == (t, t, t, 1)


def test_how_they_move():
    first, second = Rainbow().plan(20, 2, 1).rounds
    assert first[2].lines == {"ns": (3, 8), "ew": (13, 18)}
    assert second[2].lines == {"ns": (3, 7), "ew": (11, 20)}
    assert (first[2].boards, second[1].boards) == ((3,), (3,))


def test_only_numbers_of_tables_prime_to_six():
    assert Rainbow.sizes[:8] == (20, 28, 44, 52, 68, 76, 92, 100)


@pytest.mark.parametrize(
    ("contestants", "nearest"), [(21, "20 and 28"), (36, "28 and 44"), (60, "52 and 68")]
)
def test_another_number_is_refused_with_the_nearest_it_takes(contestants, nearest):
    with pytest.raises(Refused) as refused:
        Rainbow().plan(contestants)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("wrong_size", "contestants")
    assert problem.message.endswith(f"the nearest numbers it takes are {nearest}.")


@pytest.mark.parametrize("contestants", [16, 144])
def test_outside_its_numbers_the_first_and_the_last_are_named(contestants):
    with pytest.raises(Refused, match="from 20 to 140 contestants"):
        Rainbow().plan(contestants)
