"""Who makes up the boards: each copy once, evenly, and rather by those who never play it."""

from collections import Counter

import pytest

from tournaments.movements.board_preparation import (
    NEVER_PLAYED,
    BoardUse,
    PreparedCopy,
    prepared_copies,
)
from tournaments.movements.catalogue import get_movement

TRAVELLING = [
    ("mitchell", 16, 8),
    ("mitchell", 16, 5),
    ("mitchell", 14, 7),
    ("howell", 7, 7),
    ("howell", 12, 5),
    ("howell", 4, 3),
]


def uses(key: str, contestants: int, rounds: int, boards: int = 2) -> tuple[list[BoardUse], bool]:
    """A movement's plan as boards at tables, and whether they travel."""
    movement = get_movement(key, {})
    plan = movement.plan(contestants, rounds, boards)
    found = [
        BoardUse(number, seating.table, board, frozenset(seating.contestants))
        for number, seating in plan.seatings
        for board in seating.boards
    ]
    return found, movement.copies(contestants) == 1


def soonest(made: list[PreparedCopy]) -> int:
    """The earliest round in which somebody plays what he made up; far away where nobody does."""
    return min(
        (each.played_in_round for each in made if each.played_in_round != NEVER_PLAYED), default=99
    )


@pytest.mark.parametrize(("key", "contestants", "rounds"), TRAVELLING)
def test_a_board_that_travels_is_made_up_once_and_evenly(
    key: str, contestants: int, rounds: int
) -> None:
    found, travels = uses(key, contestants, rounds)
    made = prepared_copies(found, travels)
    assert [each.board for each in made] == sorted({use.board for use in found})
    tables = {use.table for use in found if use.round == 1}
    counted = Counter(each.table for each in made)
    assert set(counted) <= tables
    assert max(counted.values()) <= -(-len(made) // len(tables))
    assert not any(each.is_own_copy for each in made)


@pytest.mark.parametrize(("key", "contestants", "rounds"), TRAVELLING)
def test_what_is_said_of_who_plays_it_is_true(key: str, contestants: int, rounds: int) -> None:
    found, travels = uses(key, contestants, rounds)
    for each in prepared_copies(found, travels):
        people = next(use.contestants for use in found if (use.round, use.table) == (1, each.table))
        plays = [use.round for use in found if use.board == each.board and use.contestants & people]
        assert each.played_in_round == min(plays, default=NEVER_PLAYED)
        assert each.before_round == min(use.round for use in found if use.board == each.board)


@pytest.mark.parametrize(
    ("key", "contestants", "rounds", "never"), [("mitchell", 16, 3, 16), ("howell", 12, 3, 12)]
)
def test_where_few_rounds_are_played_most_boards_are_never_played_by_their_makers(
    key: str, contestants: int, rounds: int, never: int
) -> None:
    found, travels = uses(key, contestants, rounds)
    made = prepared_copies(found, travels)
    assert sum(each.played_in_round == NEVER_PLAYED for each in made) == len(made)
    assert len(made) >= never


@pytest.mark.parametrize(("contestants", "rounds"), [(16, 8), (14, 7), (20, 9)])
def test_nobody_makes_up_what_he_plays_first(contestants: int, rounds: int) -> None:
    made = prepared_copies(*uses("mitchell", contestants, rounds))
    assert soonest(made) > rounds // 2


@pytest.mark.parametrize(
    ("key", "contestants"), [("barometer", 13), ("barometer", 4), ("swiss", 9)]
)
def test_where_all_tables_have_a_board_at_once_each_makes_up_its_own(
    key: str, contestants: int
) -> None:
    found, travels = uses(key, contestants, 1 if key == "swiss" else 3)
    made = prepared_copies(found, travels)
    assert [(each.board, each.table) for each in made] == sorted(
        {(use.board, use.table) for use in found}
    )
    assert all(each.is_own_copy and each.played_in_round == each.before_round for each in made)


def test_a_web_has_a_maker_for_each_of_its_few_copies() -> None:
    found, travels = uses("web", 24, 6)
    assert not travels
    made = prepared_copies(found, travels)
    at_once = Counter((use.board, use.round) for use in found)
    for board in {use.board for use in found}:
        tables = [each.table for each in made if each.board == board]
        assert len(tables) == max(
            number for (other, _round), number in at_once.items() if other == board
        )
        assert len(set(tables)) == len(tables)


def test_what_the_director_gives_to_a_table_stays_there() -> None:
    found, travels = uses("mitchell", 16, 8)
    given = {1: 1, 2: 1, 3: 1}
    made = prepared_copies(found, travels, given)
    assert {each.board: each.table for each in made if each.board in given} == given
    others = [each for each in made if each.board not in given]
    assert others == [each for each in prepared_copies(found, travels) if each.board not in given]
    assert next(each.played_in_round for each in made if each.board == 1) == 1


def test_no_plan_needs_nobody() -> None:
    assert prepared_copies([], single_copies=True) == []
