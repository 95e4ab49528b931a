"""The Howell."""

from itertools import combinations

import pytest

from tournaments.movements.howell import Howell


@pytest.mark.daily(2)
@pytest.mark.parametrize("contestants", [*range(4, 18), 24, 31, 40])
def test_everybody_meets_and_odd_numbers_sit_out_once_each(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    meetings = sorted(meeting for _, seating in plan.seatings for meeting in seating.meetings)
    assert meetings == list(combinations(range(1, contestants + 1), 2))
    sit_outs = sorted(contestant for sitting_out in plan.sit_outs for contestant in sitting_out)
    assert sit_outs == (list(range(1, contestants + 1)) if contestants % 2 else [])


@pytest.mark.parametrize("contestants", range(8, 21, 2))
def test_even_number_of_contestants_plays_every_board(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    assert plan.board_count == contestants - 1
    assert len(plan.seatings) == plan.board_count * contestants // 2


@pytest.mark.parametrize("contestants", range(8, 17, 2))
def test_last_pair_is_stationary_at_the_last_table(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    tables = {seating.table for _, seating in plan.seatings if contestants in seating.contestants}
    assert tables == {contestants // 2}


@pytest.mark.thorough
@pytest.mark.parametrize(("contestants", "rounds"), [(14, 9), (14, 7), (10, 6), (20, 14), (31, 20)])
def test_reduced_howell_has_common_boards_and_stationary_pairs(contestants, rounds):
    plan = Howell().plan(contestants, rounds, 1)
    assert plan.board_count == rounds
    tables = {contestant: set() for contestant in range(1, contestants + 1)}
    for _number, seating in plan.seatings:
        for contestant in seating.contestants:
            tables[contestant].add(seating.table)
    stationary = sum(len(tables_of_contestant) == 1 for tables_of_contestant in tables.values())
    assert stationary == contestants - rounds


def test_two_tables_share_every_set_and_three_only_the_last():
    assert Howell().plan(4).shared_tables == ((1, 2),)
    assert Howell().plan(6).shared_tables == ((1, 2), (1, 3), (2, 3))
    assert Howell().plan(6, 4).shared_tables == ()
    set_counts = [len({seating.boards for seating in round_}) for round_ in Howell().plan(6).rounds]
    assert set_counts == [3, 3, 3, 3, 1]


@pytest.mark.parametrize(
    ("contestants", "rounds", "boards", "copies", "shared_tables"),
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
def test_tables_that_share_a_single_board_need_copies(
    contestants, rounds, boards, copies, shared_tables
):
    """With a single board both tables would start with it at the same time."""
    plan = Howell().plan(contestants, rounds, boards)
    assert (plan.copies, len(plan.shared_tables)) == (copies, shared_tables)


@pytest.mark.parametrize(
    ("contestants", "rounds", "boards", "waiting"),
    [(4, 3, 2, 0), (5, 5, 2, 0), (6, 5, 1, 0), (6, 5, 2, 1), (6, 5, 3, 0), (6, 4, 2, 0)],
)
def test_three_tables_that_share_two_boards_wait_for_one(contestants, rounds, boards, waiting):
    assert Howell().waiting_time_in_boards(contestants, rounds, boards) == waiting
