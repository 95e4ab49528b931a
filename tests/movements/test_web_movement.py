"""The web movement."""

from itertools import pairwise

import pytest

from tests.movements.plan_assertions import assert_plan_is_fair
from tournaments.movements.designs.web_board_sets import has_standard_web, web_board_sets
from tournaments.movements.web_movement import WebMovement


@pytest.mark.daily(1)
@pytest.mark.parametrize("tables", range(10, 61, 3))
def test_thirteen_rounds_need_at_most_one_copy_more_than_possible(tables):
    rounds = min(13, tables)
    plan = WebMovement().plan(2 * tables, rounds, 1)
    assert_plan_is_fair(plan)
    assert plan.board_count == rounds
    assert plan.copies <= max(2, -(-tables // rounds)) + 1


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("tables", "rounds"), [(10, 4), (11, 11), (17, 8), (26, 26), (60, 26), (59, 12)]
)
def test_everybody_plays_all_boards_in_any_number_of_rounds(tables, rounds):
    plan = WebMovement().plan(2 * tables, rounds, 2)
    assert_plan_is_fair(plan)
    boards_played = {contestant: set() for contestant in range(1, 2 * tables + 1)}
    for _number, seating in plan.seatings:
        for contestant in seating.contestants:
            boards_played[contestant].update(seating.boards)
    assert all(played == set(range(1, 2 * rounds + 1)) for played in boards_played.values())


@pytest.mark.parametrize("tables", [24, 26])
def test_standard_web_ascends_in_one_half_and_descends_in_the_other(tables):
    assert has_standard_web(tables, 13)
    assert WebMovement().plan(2 * tables, 13).copies == 2
    half = tables // 2
    for sets in web_board_sets(tables, 13):
        assert {(after - before) % 13 for before, after in pairwise(sets[:half])} == {1}
        assert {(after - before) % 13 for before, after in pairwise(sets[half:])} == {12}


@pytest.mark.parametrize("tables", range(10, 61, 2))
def test_standard_web_exists_for_odd_rounds_at_an_even_number_of_tables(tables):
    for rounds in range(1, tables // 2 + 2, 2):
        assert has_standard_web(tables, rounds)
    assert not has_standard_web(tables, tables // 2 + 3)
    assert not has_standard_web(tables + 1, 5)


def test_odd_number_of_pairs_lets_only_e_w_sit_out():
    plan = WebMovement().plan(21, 7)
    assert all(10 < sitting_out <= 21 for (sitting_out,) in plan.sit_outs)
