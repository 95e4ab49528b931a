"""Fairness by contestant against figures worked out by hand."""

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


def at(table: int, ns: int, ew: int, *boards: int) -> TableSeating:
    return TableSeating(table, {"ns": (ns,), "ew": (ew,)}, boards)


def test_a_perfect_movement_treats_all_alike_whoever_is_absent():
    fair = fairness(get_movement("howell").plan(8, boards_per_round=1))
    assert fair.meetings == {1: 28}
    assert fair.comparisons == {3: 28}
    assert set(fair.deviations.values()) == {0}
    assert fair.worst_contestants == ()
    assert fair.vacancy_qf == 100


def test_two_tables_by_hand():
    fair = fairness(Plan("any", 4, ((at(1, 1, 2, 1), at(2, 3, 4, 1)),), copies=2))
    assert fair.meetings == {0: 4, 1: 2}
    # Meetings and the same way count 1, opposite ways -1; the mean of six is 1/3, so each
    # contestant has two deviations of 2/3 and one of -4/3.
    assert fair.comparisons == {-1: 2, 1: 4}
    assert set(fair.deviations.values()) == {Fraction(24, 27)}
    # With one absent, one table has nobody to be compared with.
    assert fair.vacancy == {1: 0, 2: 0, 3: 0, 4: 0}


def test_whoever_plays_less_is_treated_worst():
    tables = (at(1, 1, 2, 1), at(2, 3, 4, 1), at(3, 5, 6, 2))
    assert fairness(Plan("any", 6, (tables,), copies=2)).worst_contestants[0] in {1, 2, 3, 4}


@pytest.mark.parametrize("absent", [1, 5, 9])
def test_absence_is_the_plan_without_the_tables_of_the_absent(absent):
    plan = get_movement("mitchell", {"switch": "best"}).plan(9, 4, 1)
    number = {one: one - (one > absent) for one in range(1, 10)}
    rounds = tuple(
        tuple(
            TableSeating(
                seating.table,
                {line: (number[who],) for line, (who,) in seating.lines.items()},
                seating.boards,
            )
            for seating in round_
            if absent not in seating.contestants
        )
        for round_ in plan.rounds
    )
    assert fairness(plan).vacancy[absent] == quality_factor(Plan("any", 8, rounds))


def test_individuals_have_meetings_alone():
    fair = fairness(get_movement("individual").plan(8, boards_per_round=1))
    assert sum(fair.meetings.values()) == 28
    assert (fair.comparisons, fair.deviations, fair.vacancy) == ({}, {}, {})
    assert (fair.vacancy_qf, fair.worst_contestants) == (None, ())


def test_above_the_limit_absence_is_not_worked_out():
    fair = fairness(get_movement("mitchell").plan(MAX_CONTESTANTS_FOR_VACANCY + 1, 2, 1))
    assert fair.vacancy == {}
    assert fair.deviations


def test_two_lines_are_ranked_apart_as_long_as_nobody_sits_on_both():
    assert ranking_groups({"ns": {1, 2}, "ew": {3}}) == {"ns": {1, 2}, "ew": {3}}
    assert ranking_groups({"ns": {1, 2}, "ew": {2, 3}}) == {"all": {1, 2, 3}}
    assert ranking_groups({"a": {1}, "b": {2}, "c": {3}}) == {"all": {1, 2, 3}}
    mitchell = get_movement("mitchell").plan(8)
    assert [len(who) for who in ranking_groups_of_plan(mitchell).values()] == [4, 4]
    assert list(ranking_groups_of_plan(get_movement("howell").plan(8))) == ["all"]


def test_a_line_that_plays_the_same_boards_is_compared_evenly_until_an_opponent_is_absent():
    plan = get_movement("mitchell").plan(14, boards_per_round=1)
    north = ranking_groups_of_plan(plan)["ns"]
    fair = fairness(plan, north)
    assert fair.comparisons == {7: 21}
    assert set(fair.deviations) == north
    assert set(fair.deviations.values()) == {0}
    gone = max(set(range(1, 15)) - north)
    # Each N-S loses the one board he would have met him on, and they are all different: 5 in common
    # of 7.
    assert fair.vacancy[gone] == 100
    assert fair.vacancy_qf == 100
    assert fairness(plan).comparisons != fair.comparisons
