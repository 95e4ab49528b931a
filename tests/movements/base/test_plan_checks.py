"""Each check finds its fault, and only that."""

from dataclasses import replace

import pytest

from tournaments.movements.base.plan import Plan, TableSeating
from tournaments.movements.base.plan_checks import plan_problems


def at(table: int, ns: int, ew: int, *boards: int) -> TableSeating:
    return TableSeating(table, {"ns": (ns,), "ew": (ew,)}, boards)


def plan(contestants: int, *rounds: tuple[TableSeating, ...]) -> Plan:
    return Plan("any", contestants, rounds)


def codes(faulty: Plan) -> set[str]:
    return {problem.code for problem in plan_problems(faulty)}


SOUND = plan(4, (at(1, 1, 2, 1), at(2, 3, 4, 2)), (at(1, 1, 3, 3), at(2, 2, 4, 4)))
SHARED = plan(4, (at(1, 1, 2, 1), at(2, 3, 4, 1)))
MET_AGAIN = plan(2, (at(1, 1, 2, 1),), (at(1, 2, 1, 2),))

FAULTY = {
    "table_incomplete": plan(1, (TableSeating(1, {"ns": (1,), "ew": ()}, (1,)),)),
    "table_twice": plan(4, (at(1, 1, 2, 1), at(1, 3, 4, 2))),
    "contestant_twice": plan(3, (at(1, 1, 2, 1), at(2, 1, 3, 2))),
    "contestant_unknown": plan(2, (at(1, 1, 2, 1), at(2, 3, 4, 2))),
    "board_again": plan(4, (at(1, 1, 2, 1), at(2, 3, 4, 2)), (at(1, 1, 3, 1), at(2, 2, 4, 4, 3))),
    "opponents_again": MET_AGAIN,
    "rests_uneven": plan(4, (at(1, 1, 2, 1),), (at(1, 1, 3, 2),)),
    "board_shared": SHARED,
    "board_missing": plan(2, (at(1, 1, 2, 2),)),
}


def test_a_sound_plan_has_no_problems():
    assert plan_problems(SOUND) == []


@pytest.mark.parametrize("code", FAULTY)
def test_each_fault_has_its_own_problem(code):
    assert codes(FAULTY[code]) == {code}


def test_a_table_without_boards_is_incomplete():
    assert codes(plan(2, (at(1, 1, 2),))) == {"table_incomplete"}


def test_boards_may_be_shared_where_there_are_copies_or_it_is_declared():
    assert plan_problems(replace(SHARED, copies=2)) == []
    assert plan_problems(replace(SHARED, shared_tables=((1, 2),))) == []
    assert codes(replace(SHARED, shared_tables=((1, 3),))) == {"board_shared"}


def test_a_declared_pair_of_tables_does_not_cover_a_third():
    three = plan(6, (at(1, 1, 2, 1), at(2, 3, 4, 1), at(3, 5, 6, 1)))
    assert codes(replace(three, shared_tables=((1, 2),))) == {"board_shared"}


def test_opponents_may_meet_again_where_the_plan_says_so():
    assert plan_problems(replace(MET_AGAIN, meetings_allowed=2)) == []


def test_every_problem_is_told_at_once_with_its_figures():
    told = [
        problem.message for problem in plan_problems(plan(2, (at(1, 1, 2, 2),), (at(1, 1, 5, 2),)))
    ]
    assert told == [
        "Round 2 seats contestant 5: the numbers go from 1 to 2.",
        "Contestant 1 gets board 2 more than once: give another board.",
        "Board 1 is played nowhere: number the boards without a gap.",
    ]
