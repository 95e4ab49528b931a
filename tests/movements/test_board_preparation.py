"""Each copy of a board is made up once, preferably by somebody who never plays it."""

from collections import Counter

import pytest

from tournaments.movements.board_preparation import (
    NEVER_PLAYED,
    BoardUse,
    PreparedCopy,
    prepared_copies,
)
from tournaments.movements.catalogue import get_movement

SINGLE_COPY_MOVEMENTS = [
    ("mitchell", 16, 8),
    ("mitchell", 16, 5),
    ("mitchell", 14, 7),
    ("howell", 7, 7),
    ("howell", 12, 5),
    ("howell", 4, 3),
]


def plan_uses(
    key: str, contestant_count: int, rounds: int, boards: int = 2
) -> tuple[list[BoardUse], bool]:
    """Return the board uses of a plan, and whether there is a single copy of each board."""
    movement = get_movement(key, {})
    plan = movement.plan(contestant_count, rounds, boards)
    board_uses = [
        BoardUse(number, seating.table, board, frozenset(seating.contestants))
        for number, seating in plan.seatings
        for board in seating.boards
    ]
    return board_uses, movement.base_copy_count(contestant_count) == 1


def first_round_played(copies: list[PreparedCopy]) -> int:
    """Return the first round in which somebody plays a board that they made up; 99 if never."""
    return min(
        (copy.played_in_round for copy in copies if copy.played_in_round != NEVER_PLAYED),
        default=99,
    )


@pytest.mark.parametrize(("key", "contestant_count", "rounds"), SINGLE_COPY_MOVEMENTS)
def test_single_copies_are_made_up_once_and_evenly(
    key: str, contestant_count: int, rounds: int
) -> None:
    board_uses, single_copies = plan_uses(key, contestant_count, rounds)
    copies = prepared_copies(board_uses, single_copies)
    assert [copy.board for copy in copies] == sorted({use.board for use in board_uses})
    tables = {use.table for use in board_uses if use.round == 1}
    copies_by_table = Counter(copy.table for copy in copies)
    assert set(copies_by_table) <= tables
    assert max(copies_by_table.values()) <= -(-len(copies) // len(tables))
    assert not any(copy.is_own_copy for copy in copies)


@pytest.mark.parametrize(("key", "contestant_count", "rounds"), SINGLE_COPY_MOVEMENTS)
def test_prepared_copy_names_the_rounds_of_the_plan(
    key: str, contestant_count: int, rounds: int
) -> None:
    board_uses, single_copies = plan_uses(key, contestant_count, rounds)
    for copy in prepared_copies(board_uses, single_copies):
        makers = next(
            use.contestants for use in board_uses if (use.round, use.table) == (1, copy.table)
        )
        rounds_played = [
            use.round for use in board_uses if use.board == copy.board and use.contestants & makers
        ]
        assert copy.played_in_round == min(rounds_played, default=NEVER_PLAYED)
        assert copy.before_round == min(use.round for use in board_uses if use.board == copy.board)


@pytest.mark.parametrize(
    ("key", "contestant_count", "rounds", "least_copies"),
    [("mitchell", 16, 3, 16), ("howell", 12, 3, 12)],
)
def test_with_few_rounds_nobody_plays_a_board_they_made_up(
    key: str, contestant_count: int, rounds: int, least_copies: int
) -> None:
    board_uses, single_copies = plan_uses(key, contestant_count, rounds)
    copies = prepared_copies(board_uses, single_copies)
    assert sum(copy.played_in_round == NEVER_PLAYED for copy in copies) == len(copies)
    assert len(copies) >= least_copies


@pytest.mark.parametrize(("contestant_count", "rounds"), [(16, 8), (14, 7), (20, 9)])
def test_boards_are_made_up_by_those_who_play_them_late(contestant_count: int, rounds: int) -> None:
    copies = prepared_copies(*plan_uses("mitchell", contestant_count, rounds))
    assert first_round_played(copies) > rounds // 2


@pytest.mark.parametrize(
    ("key", "contestant_count"), [("barometer", 13), ("barometer", 4), ("swiss", 9)]
)
def test_each_table_makes_up_its_own_copy_if_all_play_the_board(
    key: str, contestant_count: int
) -> None:
    board_uses, single_copies = plan_uses(key, contestant_count, 1 if key == "swiss" else 3)
    copies = prepared_copies(board_uses, single_copies)
    assert [(copy.board, copy.table) for copy in copies] == sorted(
        {(use.board, use.table) for use in board_uses}
    )
    assert all(copy.is_own_copy and copy.played_in_round == copy.before_round for copy in copies)


def test_web_movement_has_each_of_its_copies_made_up() -> None:
    board_uses, single_copies = plan_uses("web", 24, 6)
    assert not single_copies
    copies = prepared_copies(board_uses, single_copies)
    use_counts = Counter((use.board, use.round) for use in board_uses)
    for board in {use.board for use in board_uses}:
        tables = [copy.table for copy in copies if copy.board == board]
        assert len(tables) == max(
            number for (other, _round), number in use_counts.items() if other == board
        )
        assert len(set(tables)) == len(tables)


def test_board_assigned_by_the_director_stays_at_its_table() -> None:
    board_uses, single_copies = plan_uses("mitchell", 16, 8)
    assigned = {1: 1, 2: 1, 3: 1}
    copies = prepared_copies(board_uses, single_copies, assigned)
    assert {copy.board: copy.table for copy in copies if copy.board in assigned} == assigned
    others = [copy for copy in copies if copy.board not in assigned]
    assert others == [
        copy for copy in prepared_copies(board_uses, single_copies) if copy.board not in assigned
    ]
    assert next(copy.played_in_round for copy in copies if copy.board == 1) == 1


def test_empty_plan_has_no_copies() -> None:
    assert prepared_copies([], single_copies=True) == []
