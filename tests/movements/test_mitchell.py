"""The Mitchell's own promises."""

import pytest

from tournaments.movements.mitchell import Mitchell


def lines(plan, line):
    return [[seating.lines[line][0] for seating in round_] for round_ in plan.rounds]


def test_seven_tables():
    plan = Mitchell().plan(14, 2)
    assert lines(plan, "ns") == [[1, 2, 3, 4, 5, 6, 7]] * 2
    assert lines(plan, "ew") == [[8, 9, 10, 11, 12, 13, 14], [14, 8, 9, 10, 11, 12, 13]]
    assert [seating.boards for seating in plan.rounds[0]][:2] == [(1, 2), (3, 4)]
    assert [seating.boards for seating in plan.rounds[1]][:2] == [(3, 4), (5, 6)]


@pytest.mark.daily(1)
@pytest.mark.parametrize("tables", range(4, 41, 2))
def test_an_even_number_of_tables_shares_at_the_ends_and_relays_half_way(tables):
    plan = Mitchell().plan(2 * tables, boards_per_round=2)
    assert plan.shared_tables == ((1, tables),)
    for round_ in plan.rounds:
        boards = [seating.boards for seating in round_]
        assert boards[0] == boards[-1]
        assert len(set(boards)) == tables - 1


@pytest.mark.parametrize("contestants", range(5, 80, 2))
def test_with_an_odd_number_only_e_w_rest_and_nothing_is_shared(contestants):
    plan = Mitchell().plan(contestants, boards_per_round=1)
    rested = sorted(contestant for resting in plan.sit_outs for contestant in resting)
    assert rested == list(range(contestants // 2 + 1, contestants + 1))
    assert plan.shared_tables == ()


def test_skipping_e_w_pass_over_a_table_half_way_and_nothing_is_shared():
    plan = Mitchell({"even": "skip"}).plan(8, boards_per_round=1)
    assert lines(plan, "ew") == [[5, 6, 7, 8], [8, 5, 6, 7], [6, 7, 8, 5]]
    assert (plan.shared_tables, plan.copies, plan.board_count) == ((), 1, 4)


@pytest.mark.parametrize(
    ("contestants", "near"), [(14, 16), (13, 15), (10, 12), (4, 8), (5, 7), (6, 8)]
)
def test_an_odd_number_of_tables_has_nothing_to_skip(contestants, near):
    (problem,) = Mitchell({"even": "skip"}).problems(contestants, None, 2)
    assert problem.code == "wrong_size"
    assert f"the nearest that skips: {near} contestants" in problem.message
    assert Mitchell({"even": "skip"}).plan(near)


def test_two_tables_share_all_boards():
    plan = Mitchell().plan(4, boards_per_round=2)
    assert [[seating.boards for seating in round_] for round_ in plan.rounds] == [
        [(1, 2), (1, 2)],
        [(3, 4), (3, 4)],
    ]
    assert plan.shared_tables == ((1, 2),)


def test_everybody_in_a_line_meets_the_whole_other_line():
    plan = Mitchell().plan(16)
    met = {meeting for _, seating in plan.seatings for meeting in seating.meetings}
    assert met == {(ns, ew) for ns in range(1, 9) for ew in range(9, 17)}


@pytest.mark.parametrize(("boards", "copies"), [(1, 2), (2, 1)])
def test_one_board_for_the_first_and_the_last_table_needs_a_second_copy(boards, copies):
    plan = Mitchell().plan(16, 8, boards)
    assert (plan.copies, plan.shared_tables) == (copies, ((1, 8),) * (copies == 1))
