"""What holds of every movement at every size it takes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.problems import Refused
from tests.examples import one_in
from tests.movements.plan_assertions import assert_plan_is_fair
from tournaments.movements.catalogue import get_movement

KINDS = [
    ("mitchell", {}),
    ("mitchell", {"switch": "best"}),
    ("howell", {}),
    ("barometer", {"rotation": "round_robin"}),
    ("barometer", {"rotation": "mitchell"}),
    ("round_robin", {}),
    ("barometer", {"rotation": "random"}),
    ("web", {}),
    ("web", {"switch": "best"}),
]
SEARCHED = {"mitchell": 37, "howell": 9, "barometer": 61, "web": 25, "round_robin": 19}
"""Every so many sizes are enough where a search makes the plan; `test_constructions.py` has the
others."""
SIZES = [
    pytest.param(key, options, contestants, id="-".join((key, *options.values(), str(contestants))))
    for key, options in KINDS
    for contestants in get_movement(key, options).sizes[:: SEARCHED[key]]
]


@st.composite
def askings(draw):
    movement = get_movement(*draw(st.sampled_from(KINDS)))
    contestants = draw(st.sampled_from(movement.sizes[:12]))
    rounds = draw(st.integers(1, movement.full_rounds(contestants)))
    return movement, contestants, rounds, draw(st.integers(1, 4))


@pytest.mark.daily(1)
@pytest.mark.parametrize(("key", "options", "contestants"), SIZES)
def test_the_full_movement_is_fair(key, options, contestants):
    movement = get_movement(key, options)
    plan = movement.plan(contestants, boards_per_round=1)
    assert_plan_is_fair(plan)
    assert len(plan.rounds) == movement.full_rounds(contestants)
    assert plan.table_count == contestants // 2


@pytest.mark.thorough
@given(askings())
@one_in(4)
def test_fewer_rounds_are_fair_too(asking):
    movement, contestants, rounds, boards = asking
    plan = movement.plan(contestants, rounds, boards)
    assert_plan_is_fair(plan)
    assert len(plan.rounds) == rounds
    assert {len(seating.boards) for _, seating in plan.seatings} == {boards}


@given(askings().filter(lambda asking: asking[0].key in {"mitchell", "barometer"}))
@one_in(10)
def test_fewer_rounds_are_the_meetings_of_more(asking):
    movement, contestants, rounds, boards = asking
    plan, full = (
        movement.plan(contestants, rounds, boards),
        movement.plan(contestants, boards_per_round=boards),
    )
    for shorter, longer in zip(plan.rounds, full.rounds, strict=False):
        assert [seating.meetings for seating in shorter] == [seating.meetings for seating in longer]


@pytest.mark.thorough
@given(askings())
@example((get_movement("mitchell", {"switch": "best"}), 4, 1, 1))
@example((get_movement("mitchell", {"switch": "best"}), 5, 1, 1))
@example((get_movement("mitchell", {"switch": "best"}), 6, 1, 1))
@one_in(8)
def test_two_winners_exactly_where_nobody_changes_line(asking):
    movement, contestants, *_ = asking
    lines = {}
    for _number, seating in movement.plan(contestants).seatings:
        for line, who in seating.lines.items():
            lines.setdefault(who, set()).add(line)
    assert movement.winner_count(contestants) == (1 if {"ns", "ew"} in lines.values() else 2)


@pytest.mark.parametrize(("key", "options"), KINDS)
def test_one_round_more_than_there_are_is_refused(key, options):
    movement = get_movement(key, options)
    for contestants in movement.sizes:
        with pytest.raises(Refused) as refused:
            movement.plan(contestants, movement.full_rounds(contestants) + 1)
        assert [problem.code for problem in refused.value.problems] == ["too_many_rounds"]


@pytest.mark.parametrize(("key", "options"), KINDS)
def test_sizes_outside_are_refused(key, options):
    movement = get_movement(key, options)
    for contestants in (-1, 0, movement.sizes[0] - 1, movement.sizes[-1] + 1):
        with pytest.raises(Refused) as refused:
            movement.plan(contestants)
        assert [problem.code for problem in refused.value.problems] == ["wrong_size"]
