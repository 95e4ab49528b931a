"""The rainbow individual."""

from itertools import combinations

import pytest

from games.problems import ValidationFailed
from tournaments.movements.rainbow import Rainbow


@pytest.mark.parametrize("contestants", Rainbow.contestant_counts)
def test_players_of_different_colours_meet_once(contestants):
    tables = contestants // 4
    plan = Rainbow().plan(contestants, boards_per_round=1)
    meetings = [
        pair
        for _, seating in plan.seatings
        for pair in combinations(sorted(seating.contestants), 2)
    ]
    expected = [
        (one, other)
        for one, other in combinations(range(1, contestants + 1), 2)
        if (one - 1) // tables != (other - 1) // tables
    ]
    assert sorted(meetings) == expected
    assert (len(plan.rounds), plan.table_count, plan.board_count, plan.copies) == (
        tables,
        tables,
        tables,
        1,
    )


def test_players_and_boards_move_by_their_steps():
    first, second = Rainbow().plan(20, 2, 1).rounds
    assert first[2].lines == {"ns": (3, 8), "ew": (13, 18)}
    assert second[2].lines == {"ns": (3, 7), "ew": (11, 20)}
    assert (first[2].boards, second[1].boards) == ((3,), (3,))


def test_sizes_have_a_number_of_tables_coprime_to_six():
    assert Rainbow.contestant_counts[:8] == (20, 28, 44, 52, 68, 76, 92, 100)


@pytest.mark.parametrize(
    ("contestants", "nearest"), [(21, "20 and 28"), (36, "28 and 44"), (60, "52 and 68")]
)
def test_other_size_is_refused_with_the_nearest_sizes(contestants, nearest):
    with pytest.raises(ValidationFailed) as refused:
        Rainbow().plan(contestants)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("wrong_size", "contestants")
    assert problem.message.endswith(f"the nearest numbers it takes are {nearest}.")


@pytest.mark.parametrize("contestants", [16, 144])
def test_size_out_of_range_is_refused_with_the_range(contestants):
    with pytest.raises(ValidationFailed, match="from 20 to 140 contestants"):
        Rainbow().plan(contestants)
