"""The Mitchell's own promises."""

import pytest

from tournaments.movements.mitchell import Mitchell


def lines(plan, line):
    return [[seated.lines[line][0] for seated in rnd] for rnd in plan.rounds]


def test_seven_tables():
    plan = Mitchell().plan(14, 2)
    assert lines(plan, "ns") == [[1, 2, 3, 4, 5, 6, 7]] * 2
    assert lines(plan, "ew") == [[8, 9, 10, 11, 12, 13, 14], [14, 8, 9, 10, 11, 12, 13]]
    assert [seated.boards for seated in plan.rounds[0]][:2] == [(1, 2), (3, 4)]
    assert [seated.boards for seated in plan.rounds[1]][:2] == [(3, 4), (5, 6)]


@pytest.mark.parametrize("tables", range(4, 41, 2))
def test_an_even_number_of_tables_shares_at_the_ends_and_relays_half_way(tables):
    plan = Mitchell().plan(2 * tables, boards_per_round=1)
    assert plan.shared_tables == ((1, tables),)
    for rnd in plan.rounds:
        boards = [seated.boards for seated in rnd]
        assert boards[0] == boards[-1]
        assert len(set(boards)) == tables - 1


@pytest.mark.parametrize("contestants", range(5, 80, 2))
def test_with_an_odd_number_only_e_w_rest_and_nothing_is_shared(contestants):
    plan = Mitchell().plan(contestants, boards_per_round=1)
    rested = sorted(contestant for resting in plan.sit_outs for contestant in resting)
    assert rested == list(range(contestants // 2 + 1, contestants + 1))
    assert plan.shared_tables == ()


def test_everybody_in_a_line_meets_the_whole_other_line():
    plan = Mitchell().plan(16)
    met = {meeting for _, seated in plan.seatings for meeting in seated.meetings}
    assert met == {(ns, ew) for ns in range(1, 9) for ew in range(9, 17)}
