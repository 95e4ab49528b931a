"""Assign each copy of a board to a table that makes it up and plays it late or never."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tournaments.movements.drawing.matching import min_cost_matching

# The cost of two copies of the same board at one table: more than all other costs together.
_SAME_BOARD_COST = 1 << 50

# Stands for a round number if the contestants of a table never play a board.
NEVER_PLAYED = 0

# For each table of the first round, the round in which its contestants first play each board.
_RoundsPlayed = Mapping[int, Mapping[int, int]]


class BoardUse(NamedTuple):
    """A board played at a table in a round, by these contestants."""

    round: int
    table: int
    board: int
    contestants: frozenset[int]


class PreparedCopy(NamedTuple):
    """A copy of a board, and the table that makes it up before round `before_round`.

    The contestants of that table play the board in round `played_in_round`, or `NEVER_PLAYED`.
    `is_own_copy` means that the table plays this copy itself, in a round in which all tables play
    the board.
    """

    board: int
    table: int
    before_round: int
    played_in_round: int
    is_own_copy: bool = False


def prepared_copies(
    uses: Iterable[BoardUse], single_copies: bool, assigned: Mapping[int, int] | None = None
) -> list[PreparedCopy]:
    """Assign each copy of each board to a table that makes it up; sorted by board and table.

    With `single_copies` there is one copy of each board, which moves from table to table and is
    made up at a table of the first round. Otherwise there are as many copies of a board as tables
    play it at the same time. If all tables of a round play it, each table makes up its own copy.

    `assigned` maps some boards to the tables that make them up instead of the computed ones. The
    tables of the other boards do not change, because another table would then see their hands.
    """
    uses = list(uses)
    tables_in_play, copies = _tables_in_play(uses), _copy_counts(uses, single_copies)
    played_everywhere = {
        board
        for board, number in copies.items()
        if not single_copies and number == tables_in_play[board]
    }
    moving = _moving_copies(
        uses, {board: copies[board] for board in copies if board not in played_everywhere}, assigned
    )
    own_copies = (
        PreparedCopy(use.board, use.table, use.round, use.round, True)
        for use in uses
        if use.board in played_everywhere
    )
    return sorted({*own_copies, *moving})


def _tables_in_play(uses: Sequence[BoardUse]) -> Mapping[int, int]:
    """Return, for each board, how many tables play in the round with most copies of it."""
    tables: dict[int, set[int]] = defaultdict(set)
    for use in uses:
        tables[use.round].add(use.table)
    use_counts: Counter[tuple[int, int]] = Counter((use.board, use.round) for use in uses)
    busiest = {
        board: round_
        for (board, round_), _number in sorted(use_counts.items(), key=lambda item: item[1])
    }
    return {board: len(tables[round_]) for board, round_ in busiest.items()}


def _copy_counts(uses: Iterable[BoardUse], single_copies: bool) -> Mapping[int, int]:
    """Return the number of copies of each board: as many as are in play at once, or 1."""
    use_counts = Counter((use.board, use.round) for use in uses)
    copies: dict[int, int] = {}
    for (board, _round), number in sorted(use_counts.items()):
        copies[board] = 1 if single_copies else max(number, copies.get(board, 0))
    return copies


def _moving_copies(
    uses: Sequence[BoardUse], copies: Mapping[int, int], assigned: Mapping[int, int] | None
) -> list[PreparedCopy]:
    """Assign the boards that move from table to table to the tables of the first round."""
    rounds_played = _rounds_played(uses)
    first_rounds = {use.board: use.round for use in sorted(uses, reverse=True)}
    assignments = [
        (board, (assigned or {}).get(board, table))
        for board, table in _assign(copies, rounds_played)
    ]
    return [
        PreparedCopy(
            board, table, first_rounds[board], rounds_played.get(table, {}).get(board, NEVER_PLAYED)
        )
        for board, table in assignments
    ]


def _rounds_played(uses: Sequence[BoardUse]) -> _RoundsPlayed:
    """Return when the contestants of each table of the first round first play each board."""
    first_round = min((use.round for use in uses), default=0)
    contestants_by_table = {use.table: use.contestants for use in uses if use.round == first_round}
    return {
        table: {
            use.board: use.round
            for use in sorted(uses, reverse=True)
            if use.contestants & contestants
        }
        for table, contestants in sorted(contestants_by_table.items())
    }


def _cost(board: int, table: int, rounds_played: _RoundsPlayed) -> int:
    """Return the cost of a table making up a board: 0 if it never plays the board.

    Otherwise the cost is higher the sooner it plays the board: one board costs as much as two
    boards that are played a round later.
    """
    round_ = rounds_played[table].get(board, NEVER_PLAYED)
    return 0 if round_ == NEVER_PLAYED else 1 << max(0, 40 - round_)


def _assign(copies: Mapping[int, int], rounds_played: _RoundsPlayed) -> list[tuple[int, int]]:
    """Return each copy with its table; the first copies of all boards are assigned first."""
    assignments: list[tuple[int, int]] = []
    for copy in range(max(copies.values(), default=0)):
        boards = [board for board, number in copies.items() if number > copy]
        assignments += _assign_one_copy(boards, rounds_played, set(assignments))
    return assignments


def _assign_one_copy(
    boards: Sequence[int], rounds_played: _RoundsPlayed, taken: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Assign one copy of each board at the least cost, in equal shares.

    Each table gets as many slots as its share of the boards, rounded up. Slots that are left over
    are matched at no cost.
    """
    # Negating before and after the division rounds up.
    slots_per_table = -(-len(boards) // len(rounds_played))
    slots = [table for table in rounds_played for _slot in range(slots_per_table)]
    size = len(slots)
    costs = np.zeros((size, size), dtype=np.int64)
    for row, board in enumerate(boards):
        costs[row] = [
            _cost(board, table, rounds_played) + _SAME_BOARD_COST * ((board, table) in taken)
            for table in slots
        ]
    rows, columns = np.divmod(np.arange(size * size), size)
    matched = min_cost_matching(2 * size, rows, size + columns, [costs.ravel()])
    return [(boards[row], slots[column - size]) for row, column in matched if row < len(boards)]
