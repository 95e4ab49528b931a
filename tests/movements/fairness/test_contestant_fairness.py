"""Fairness by contestant, compared with figures calculated by hand."""

from fractions import Fraction

import pytest

from tournaments.movements.base.plan import Plan, TableSeating
from tournaments.movements.catalogue import get_movement
from tournaments.movements.fairness.contestant_fairness import (
    MAX_CONTESTANTS_FOR_VACANCY,
    fairness,
    ranking_groups,
    ranking_groups_of_plan,
)
from tournaments.movements.fairness.quality import quality_factor


def pairs_at(table_number: int, ns: int, ew: int, *boards: int) -> TableSeating:
    return TableSeating(table_number, {"ns": (ns,), "ew": (ew,)}, boards)


def test_complete_howell_treats_all_alike_with_any_absence():
    plan_fairness = fairness(get_movement("howell").plan(8, boards_per_round=1))
    assert plan_fairness.meetings == {1: 28}
    assert plan_fairness.comparisons == {3: 28}
    assert set(plan_fairness.deviations.values()) == {0}
    assert plan_fairness.worst_contestants == ()
    assert plan_fairness.vacancy_qf == 100


def test_two_tables_match_the_figures_calculated_by_hand():
    plan_fairness = fairness(
        Plan("any", 4, ((pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 1)),), copies=2)
    )
    assert plan_fairness.meetings == {0: 4, 1: 2}
    # A meeting counts 1, playing a board the same way 1, and the opposite way -1. The mean of the
    # six pairs is 1/3, so each contestant has two deviations of 2/3 and one of -4/3.
    assert plan_fairness.comparisons == {-1: 2, 1: 4}
    assert set(plan_fairness.deviations.values()) == {Fraction(24, 27)}
    # If one contestant is absent, one table has nobody to be compared with.
    assert plan_fairness.vacancy == {1: 0, 2: 0, 3: 0, 4: 0}


def test_contestants_with_the_largest_deviations_are_worst():
    tables = (pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 1), pairs_at(3, 5, 6, 2))
    assert fairness(Plan("any", 6, (tables,), copies=2)).worst_contestants[0] in {1, 2, 3, 4}


@pytest.mark.parametrize("absent", [1, 5, 9])
def test_vacancy_is_the_qf_without_the_tables_of_the_absentee(absent):
    plan = get_movement("mitchell", {"switch": "best"}).plan(9, 4, 1)
    new_numbers = {contestant: contestant - (contestant > absent) for contestant in range(1, 10)}
    rounds = tuple(
        tuple(
            TableSeating(
                seating.table,
                {line: (new_numbers[contestant],) for line, (contestant,) in seating.lines.items()},
                seating.boards,
            )
            for seating in round_
            if absent not in seating.contestants
        )
        for round_ in plan.rounds
    )
    assert fairness(plan).vacancy[absent] == quality_factor(Plan("any", 8, rounds))


def test_individuals_have_only_meetings():
    plan_fairness = fairness(get_movement("individual").plan(8, boards_per_round=1))
    assert sum(plan_fairness.meetings.values()) == 28
    assert (plan_fairness.comparisons, plan_fairness.deviations, plan_fairness.vacancy) == (
        {},
        {},
        {},
    )
    assert (plan_fairness.vacancy_qf, plan_fairness.worst_contestants) == (None, ())


def test_vacancy_is_not_computed_above_the_limit():
    plan_fairness = fairness(get_movement("mitchell").plan(MAX_CONTESTANTS_FOR_VACANCY + 1, 2, 1))
    assert plan_fairness.vacancy == {}
    assert plan_fairness.deviations


def test_lines_are_ranked_separately_unless_somebody_sits_on_both():
    assert ranking_groups({"ns": {1, 2}, "ew": {3}}) == {"ns": {1, 2}, "ew": {3}}
    assert ranking_groups({"ns": {1, 2}, "ew": {2, 3}}) == {"all": {1, 2, 3}}
    assert ranking_groups({"a": {1}, "b": {2}, "c": {3}}) == {"all": {1, 2, 3}}
    mitchell = get_movement("mitchell").plan(8)
    assert [len(contestants) for contestants in ranking_groups_of_plan(mitchell).values()] == [4, 4]
    assert list(ranking_groups_of_plan(get_movement("howell").plan(8))) == ["all"]


def test_line_that_plays_the_same_boards_is_compared_evenly():
    plan = get_movement("mitchell").plan(14, boards_per_round=1)
    north_south = ranking_groups_of_plan(plan)["ns"]
    plan_fairness = fairness(plan, north_south)
    assert plan_fairness.comparisons == {7: 21}
    assert set(plan_fairness.deviations) == north_south
    assert set(plan_fairness.deviations.values()) == {0}
    last_absentee = max(set(range(1, 15)) - north_south)
    # Each N-S pair loses the board on which they would have met the absentee. This is another board
    # for each pair, so that any two pairs have 5 of 7 boards in common.
    assert plan_fairness.vacancy[last_absentee] == 100
    assert plan_fairness.vacancy_qf == 100
    assert fairness(plan).comparisons != plan_fairness.comparisons
