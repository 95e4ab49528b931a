"""Properties of all fixed movements for pairs, at every size they take."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.hypothesis_examples import one_in
from tests.movements.plan_assertions import assert_plan_is_fair
from tournaments.movements.catalogue import get_movement

MOVEMENTS = [
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
# If a search makes the plan, every n-th size is enough; `test_constructions.py` tests the others.
SIZE_STEPS = {"mitchell": 37, "howell": 9, "barometer": 61, "web": 25, "round_robin": 19}
SIZES = [
    pytest.param(key, options, contestants, id="-".join((key, *options.values(), str(contestants))))
    for key, options in MOVEMENTS
    for contestants in get_movement(key, options).contestant_counts[:: SIZE_STEPS[key]]
]


@st.composite
def plan_requests(draw):
    movement = get_movement(*draw(st.sampled_from(MOVEMENTS)))
    contestants = draw(st.sampled_from(movement.contestant_counts[:12]))
    rounds = draw(st.integers(1, movement.full_round_count(contestants)))
    return movement, contestants, rounds, draw(st.integers(1, 4))


@pytest.mark.daily(1)
@pytest.mark.parametrize(("key", "options", "contestants"), SIZES)
def test_full_movement_is_fair(key, options, contestants):
    movement = get_movement(key, options)
    plan = movement.plan(contestants, boards_per_round=1)
    assert_plan_is_fair(plan)
    assert len(plan.rounds) == movement.full_round_count(contestants)
    assert plan.table_count == contestants // 2


@pytest.mark.thorough
@given(plan_requests())
@one_in(4)
def test_reduced_movement_is_fair(request):
    movement, contestants, rounds, boards = request
    plan = movement.plan(contestants, rounds, boards)
    assert_plan_is_fair(plan)
    assert len(plan.rounds) == rounds
    assert {len(seating.boards) for _, seating in plan.seatings} == {boards}


@given(plan_requests().filter(lambda request: request[0].key in {"mitchell", "barometer"}))
@one_in(10)
def test_reduced_movement_has_the_first_meetings_of_the_full_one(request):
    movement, contestants, rounds, boards = request
    plan, full = (
        movement.plan(contestants, rounds, boards),
        movement.plan(contestants, boards_per_round=boards),
    )
    for reduced_round, full_round in zip(plan.rounds, full.rounds, strict=False):
        assert [seating.meetings for seating in reduced_round] == [
            seating.meetings for seating in full_round
        ]


@pytest.mark.thorough
@given(plan_requests())
@example((get_movement("mitchell", {"switch": "best"}), 4, 1, 1))
@example((get_movement("mitchell", {"switch": "best"}), 5, 1, 1))
@example((get_movement("mitchell", {"switch": "best"}), 6, 1, 1))
@one_in(8)
def test_movement_has_two_winners_if_nobody_changes_line(request):
    movement, contestants, *_ = request
    lines = {}
    for _number, seating in movement.plan(contestants).seatings:
        for line, pair in seating.lines.items():
            lines.setdefault(pair, set()).add(line)
    assert movement.winner_count(contestants) == (1 if {"ns", "ew"} in lines.values() else 2)


@pytest.mark.parametrize(("key", "options"), MOVEMENTS)
def test_more_rounds_than_the_full_movement_are_refused(key, options):
    movement = get_movement(key, options)
    for contestants in movement.contestant_counts:
        with pytest.raises(ValidationFailed) as refused:
            movement.plan(contestants, movement.full_round_count(contestants) + 1)
        assert [problem.code for problem in refused.value.problems] == ["too_many_rounds"]


@pytest.mark.parametrize(("key", "options"), MOVEMENTS)
def test_sizes_out_of_range_are_refused(key, options):
    movement = get_movement(key, options)
    for contestants in (
        -1,
        0,
        movement.contestant_counts[0] - 1,
        movement.contestant_counts[-1] + 1,
    ):
        with pytest.raises(ValidationFailed) as refused:
            movement.plan(contestants)
        assert [problem.code for problem in refused.value.problems] == ["wrong_size"]
