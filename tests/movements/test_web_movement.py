"""The web's own promises."""

from itertools import pairwise

import pytest

from tests.movements.plan_assertions import assert_plan_is_fair
from tournaments.movements.designs.web_board_sets import has_standard_web, web_board_sets
from tournaments.movements.web_movement import WebMovement


@pytest.mark.daily(1)
@pytest.mark.parametrize("tables", range(10, 61, 3))
def test_thirteen_rounds_or_as_many_as_there_are_tables(tables):
    rounds = min(13, tables)
    plan = WebMovement().plan(2 * tables, rounds, 1)
    assert_plan_is_fair(plan)
    assert plan.board_count == rounds
    assert plan.copies <= max(2, -(-tables // rounds)) + 1


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("tables", "rounds"), [(10, 4), (11, 11), (17, 8), (26, 26), (60, 26), (59, 12)]
)
def test_any_number_of_rounds_and_everybody_plays_all_the_boards(tables, rounds):
    plan = WebMovement().plan(2 * tables, rounds, 2)
    assert_plan_is_fair(plan)
    boards = {one: set() for one in range(1, 2 * tables + 1)}
    for _number, seating in plan.seatings:
        for one in seating.contestants:
            boards[one].update(seating.boards)
    assert all(played == set(range(1, 2 * rounds + 1)) for played in boards.values())


@pytest.mark.parametrize("tables", [24, 26])
def test_boards_ascend_in_one_half_descend_in_the_other_and_there_are_two_copies(tables):
    assert has_standard_web(tables, 13)
    assert WebMovement().plan(2 * tables, 13).copies == 2
    half = tables // 2
    for sets in web_board_sets(tables, 13):
        assert {(after - before) % 13 for before, after in pairwise(sets[:half])} == {1}
        assert {(after - before) % 13 for before, after in pairwise(sets[half:])} == {12}


@pytest.mark.parametrize("tables", range(10, 61, 2))
def test_the_web_proper_repeats_nothing(tables):
    for rounds in range(1, tables // 2 + 2, 2):
        assert has_standard_web(tables, rounds)
    assert not has_standard_web(tables, tables // 2 + 3)
    assert not has_standard_web(tables + 1, 5)


def test_an_odd_number_rests_e_w():
    plan = WebMovement().plan(21, 7)
    assert all(10 < resting <= 21 for (resting,) in plan.sit_outs)
