"""Round robins in groups."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.hypothesis_examples import one_in
from tests.movements.plan_assertions import assert_plan_is_fair
from tournaments.movements.catalogue import get_movement
from tournaments.movements.round_robin import MAX_GROUPS, groups_by_contestant


def meeting_counts(plan):
    return Counter(meeting for _number, seating in plan.seatings for meeting in seating.meetings)


def test_groups_are_filled_in_serpentine_order():
    assert groups_by_contestant(8, 3) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 2, 6: 1, 7: 1, 8: 2}


@given(st.integers(1, MAX_GROUPS), st.integers(0, 120))
def test_group_sizes_differ_by_one_at_most(groups, contestants):
    sizes = Counter(groups_by_contestant(contestants, groups).values())
    assert set(sizes) <= set(range(1, groups + 1))
    counts = [sizes[group] for group in range(1, groups + 1)]
    assert max(counts) - min(counts) <= 1


@st.composite
def round_robins(draw):
    movement = get_movement("round_robin", {"groups": str(draw(st.integers(1, 12)))})
    return movement, draw(st.sampled_from(movement.contestant_counts[:60]))


@given(round_robins())
@one_in(2)
def test_everybody_meets_their_own_group_once(movement_and_size):
    movement, contestants = movement_and_size
    plan = movement.plan(contestants, boards_per_round=1)
    group = groups_by_contestant(contestants, movement.groups)
    expected_meetings = {
        pair
        for pair in combinations(range(1, contestants + 1), 2)
        if group[pair[0]] == group[pair[1]]
    }
    assert meeting_counts(plan) == dict.fromkeys(expected_meetings, 1)
    assert len(plan.rounds) == movement.full_round_count(contestants)


@given(round_robins())
@one_in(4)
def test_group_plays_at_its_own_tables(movement_and_size):
    movement, contestants = movement_and_size
    group = groups_by_contestant(contestants, movement.groups)
    tables = {}
    for _number, seating in movement.plan(contestants).seatings:
        tables.setdefault(seating.table, set()).update(
            group[contestant] for contestant in seating.contestants
        )
    assert all(len(groups) == 1 for groups in tables.values())
    assert set(tables) == set(range(1, max(tables) + 1))


@pytest.mark.parametrize("contestants", [9, 14, 23])
def test_sit_outs_in_unequal_groups_differ_by_one_after_every_round(contestants):
    movement = get_movement("round_robin", {"groups": "2"})
    plan = movement.plan(contestants)
    sit_out_counts = Counter(dict.fromkeys(range(1, contestants + 1), 0))
    for sitting_out in plan.sit_outs:
        sit_out_counts.update(sitting_out)
        assert max(sit_out_counts.values()) - min(sit_out_counts.values()) <= 1


def test_group_of_four_finishes_two_rounds_before_a_group_of_five():
    plan = get_movement("round_robin", {"groups": "2"}).plan(9)
    assert [len(round_) for round_ in plan.rounds] == [4, 4, 4, 2, 2]
    assert [len(sitting_out) for sitting_out in plan.sit_outs] == [1, 1, 1, 5, 5]


def test_single_group_of_pairs_is_fair():
    for contestants in (3, 4, 9, 120):
        assert_plan_is_fair(get_movement("round_robin").plan(contestants, boards_per_round=1))


def test_group_needs_three_contestants():
    movement = get_movement("round_robin", {"groups": "4"})
    assert movement.winner_count(12) == 4
    with pytest.raises(ValidationFailed) as refused:
        movement.plan(11)
    assert [problem.code for problem in refused.value.problems] == ["wrong_size"]


def test_two_single_players_can_be_contestants():
    movement = get_movement("round_robin", {"seats": "2"})
    assert movement.players_each == 1
    assert {tuple(seating.lines) for _number, seating in movement.plan(5).seatings} == {("a", "b")}
