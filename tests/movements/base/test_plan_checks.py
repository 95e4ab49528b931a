"""Each check finds its own fault and no other."""

from dataclasses import replace

import pytest

from tournaments.movements.base.plan import Plan, TableSeating
from tournaments.movements.base.plan_checks import plan_problems


def pairs_at(table_number: int, ns: int, ew: int, *boards: int) -> TableSeating:
    return TableSeating(table_number, {"ns": (ns,), "ew": (ew,)}, boards)


def plan(contestant_count: int, *rounds: tuple[TableSeating, ...]) -> Plan:
    return Plan("any", contestant_count, rounds)


def problem_codes(faulty: Plan) -> set[str]:
    return {problem.code for problem in plan_problems(faulty)}


SOUND = plan(
    4, (pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 2)), (pairs_at(1, 1, 3, 3), pairs_at(2, 2, 4, 4))
)
SHARED = plan(4, (pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 1)))
MET_AGAIN = plan(2, (pairs_at(1, 1, 2, 1),), (pairs_at(1, 2, 1, 2),))

FAULTY = {
    "table_incomplete": plan(1, (TableSeating(1, {"ns": (1,), "ew": ()}, (1,)),)),
    "table_twice": plan(4, (pairs_at(1, 1, 2, 1), pairs_at(1, 3, 4, 2))),
    "contestant_twice": plan(3, (pairs_at(1, 1, 2, 1), pairs_at(2, 1, 3, 2))),
    "contestant_unknown": plan(2, (pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 2))),
    "board_again": plan(
        4,
        (pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 2)),
        (pairs_at(1, 1, 3, 1), pairs_at(2, 2, 4, 4, 3)),
    ),
    "opponents_again": MET_AGAIN,
    "rests_uneven": plan(4, (pairs_at(1, 1, 2, 1),), (pairs_at(1, 1, 3, 2),)),
    "board_shared": SHARED,
    "board_missing": plan(2, (pairs_at(1, 1, 2, 2),)),
}


def test_sound_plan_has_no_problems():
    assert plan_problems(SOUND) == []


@pytest.mark.parametrize("code", FAULTY)
def test_each_fault_is_found_by_its_own_check(code):
    assert problem_codes(FAULTY[code]) == {code}


def test_table_without_boards_is_incomplete():
    assert problem_codes(plan(2, (pairs_at(1, 1, 2),))) == {"table_incomplete"}


def test_boards_may_be_shared_with_enough_copies_or_declared_tables():
    assert plan_problems(replace(SHARED, copies=2)) == []
    assert plan_problems(replace(SHARED, shared_tables=((1, 2),))) == []
    assert problem_codes(replace(SHARED, shared_tables=((1, 3),))) == {"board_shared"}


def test_declared_pair_of_tables_does_not_cover_a_third_table():
    three = plan(6, (pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 1), pairs_at(3, 5, 6, 1)))
    assert problem_codes(replace(three, shared_tables=((1, 2),))) == {"board_shared"}


def test_opponents_may_meet_again_if_the_plan_allows_it():
    assert plan_problems(replace(MET_AGAIN, max_meetings=2)) == []


def test_all_problems_are_reported_together():
    messages = [
        problem.message
        for problem in plan_problems(plan(2, (pairs_at(1, 1, 2, 2),), (pairs_at(1, 1, 5, 2),)))
    ]
    assert messages == [
        "Round 2 seats contestant 5: the numbers go from 1 to 2.",
        "Contestant 1 gets board 2 more than once: give another board.",
        "Board 1 is played nowhere: number the boards without a gap.",
    ]
