"""The Mitchell."""

import pytest

from tournaments.movements.mitchell import Mitchell


def contestants_on_line(plan, line):
    return [[seating.lines[line][0] for seating in round_] for round_ in plan.rounds]


def test_e_w_move_up_and_boards_down_at_seven_tables():
    plan = Mitchell().plan(14, 2)
    assert contestants_on_line(plan, "ns") == [[1, 2, 3, 4, 5, 6, 7]] * 2
    assert contestants_on_line(plan, "ew") == [
        [8, 9, 10, 11, 12, 13, 14],
        [14, 8, 9, 10, 11, 12, 13],
    ]
    assert [seating.boards for seating in plan.rounds[0]][:2] == [(1, 2), (3, 4)]
    assert [seating.boards for seating in plan.rounds[1]][:2] == [(3, 4), (5, 6)]


@pytest.mark.daily(1)
@pytest.mark.parametrize("tables", range(4, 41, 2))
def test_even_number_of_tables_shares_boards_at_the_ends(tables):
    plan = Mitchell().plan(2 * tables, boards_per_round=2)
    assert plan.shared_tables == ((1, tables),)
    for round_ in plan.rounds:
        boards = [seating.boards for seating in round_]
        assert boards[0] == boards[-1]
        assert len(set(boards)) == tables - 1


@pytest.mark.parametrize("contestants", range(5, 80, 2))
def test_odd_number_of_pairs_lets_only_e_w_sit_out(contestants):
    plan = Mitchell().plan(contestants, boards_per_round=1)
    sit_outs = sorted(contestant for sitting_out in plan.sit_outs for contestant in sitting_out)
    assert sit_outs == list(range(contestants // 2 + 1, contestants + 1))
    assert plan.shared_tables == ()


def test_skip_mitchell_skips_a_table_and_shares_nothing():
    plan = Mitchell({"even": "skip"}).plan(8, boards_per_round=1)
    assert contestants_on_line(plan, "ew") == [[5, 6, 7, 8], [8, 5, 6, 7], [6, 7, 8, 5]]
    assert (plan.shared_tables, plan.copies, plan.board_count) == ((), 1, 4)


@pytest.mark.parametrize(
    ("contestants", "nearest"), [(14, 16), (13, 15), (10, 12), (4, 8), (5, 7), (6, 8)]
)
def test_odd_number_of_tables_cannot_skip(contestants, nearest):
    (problem,) = Mitchell({"even": "skip"}).problems(contestants, None, 2)
    assert problem.code == "wrong_size"
    assert f"the nearest that skips: {nearest} contestants" in problem.message
    assert Mitchell({"even": "skip"}).plan(nearest)


def test_two_tables_share_all_boards():
    plan = Mitchell().plan(4, boards_per_round=2)
    assert [[seating.boards for seating in round_] for round_ in plan.rounds] == [
        [(1, 2), (1, 2)],
        [(3, 4), (3, 4)],
    ]
    assert plan.shared_tables == ((1, 2),)


def test_every_pair_meets_the_whole_other_line():
    plan = Mitchell().plan(16)
    meetings = {meeting for _, seating in plan.seatings for meeting in seating.meetings}
    assert meetings == {(ns, ew) for ns in range(1, 9) for ew in range(9, 17)}


@pytest.mark.parametrize(("boards", "copies"), [(1, 2), (2, 1)])
def test_single_board_at_both_ends_needs_a_second_copy(boards, copies):
    plan = Mitchell().plan(16, 8, boards)
    assert (plan.copies, plan.shared_tables) == (copies, ((1, 8),) * (copies == 1))
