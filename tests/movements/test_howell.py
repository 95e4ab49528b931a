"""The Howell's own promises."""

from itertools import combinations

import pytest

from tournaments.movements.howell import Howell


@pytest.mark.daily(2)
@pytest.mark.parametrize("contestants", [*range(4, 18), 24, 31, 40])
def test_everybody_meets_everybody_and_an_odd_number_rests_once_each(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    met = sorted(meeting for _, seating in plan.seatings for meeting in seating.meetings)
    assert met == list(combinations(range(1, contestants + 1), 2))
    rested = sorted(contestant for resting in plan.sit_outs for contestant in resting)
    assert rested == (list(range(1, contestants + 1)) if contestants % 2 else [])


@pytest.mark.parametrize("contestants", range(8, 21, 2))
def test_an_even_number_plays_every_board(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    assert plan.board_count == contestants - 1
    assert len(plan.seatings) == plan.board_count * contestants // 2


@pytest.mark.parametrize("contestants", range(8, 17, 2))
def test_the_last_pair_stays_at_the_last_table(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    places = {seating.table for _, seating in plan.seatings if contestants in seating.contestants}
    assert places == {contestants // 2}


@pytest.mark.thorough
@pytest.mark.parametrize(("contestants", "rounds"), [(14, 9), (14, 7), (10, 6), (20, 14), (31, 20)])
def test_reduced_everybody_plays_the_same_boards_and_some_stay(contestants, rounds):
    plan = Howell().plan(contestants, rounds, 1)
    assert plan.board_count == rounds
    tables = {one: set() for one in range(1, contestants + 1)}
    for _number, seating in plan.seatings:
        for one in seating.contestants:
            tables[one].add(seating.table)
    staying = sum(len(where) == 1 for where in tables.values())
    assert staying == contestants - rounds


def test_two_tables_share_every_set_and_three_those_of_the_last_round_alone():
    assert Howell().plan(4).shared_tables == ((1, 2),)
    assert Howell().plan(6).shared_tables == ((1, 2), (1, 3), (2, 3))
    assert Howell().plan(6, 4).shared_tables == ()
    shared = [len({seating.boards for seating in round_}) for round_ in Howell().plan(6).rounds]
    assert shared == [3, 3, 3, 3, 1]


@pytest.mark.parametrize(
    ("contestants", "rounds", "boards", "copies", "shared"),
    [
        (4, 3, 1, 2, 0),
        (4, 1, 1, 2, 0),
        (4, 3, 2, 1, 1),
        (5, 5, 1, 2, 0),
        (5, 4, 1, 1, 0),
        (6, 5, 1, 3, 0),
        (6, 5, 2, 1, 3),
        (6, 5, 3, 1, 3),
        (6, 4, 1, 1, 0),
    ],
)
def test_with_one_board_a_round_tables_that_share_need_copies(
    contestants, rounds, boards, copies, shared
):
    """With one board two tables would begin with it at the same time."""
    plan = Howell().plan(contestants, rounds, boards)
    assert (plan.copies, len(plan.shared_tables)) == (copies, shared)
