"""Who makes up the boards: each table some, and rather those that its own people never play, or
play last."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tournaments.movements.drawing.matching import min_cost_matching

_TAKEN = 1 << 50
"""What it costs to make up two copies of a board at one table."""

NEVER_PLAYED = 0
"""The round in which a table's people play a board that they do not play at all."""


class BoardUse(NamedTuple):
    """A board at a table in a round, and the contestants who play it there; tables have numbers."""

    round: int
    table: int
    board: int
    contestants: frozenset[int]


class PreparedCopy(NamedTuple):
    """A copy of a board that a table makes up before round `before_round`; its people play it in round
    `played_in_round`.

    `is_own_copy` says that it is the table's own copy, for a round in which all tables have the board.
    """

    board: int
    table: int
    before_round: int
    played_in_round: int
    is_own_copy: bool = False


def prepared_copies(
    uses: Iterable[BoardUse], travels: bool, given: Mapping[int, int] | None = None
) -> list[PreparedCopy]:
    """Every copy of every board with the table that makes it up, by board and table.

    Where boards travel (`travels`) there is one copy of each, made up by whoever sits at a table in
    the first round. Otherwise there are as many as are in play at once; where those are all tables
    of a round each makes up its own. `given` says which table makes up a board in place of the one
    found here; the others stay with whoever has them, or a table would come to see more hands than
    it needs.
    """
    uses = list(uses)
    own, copies = _own(uses), _copies(uses, travels)
    everywhere = {board for board, number in copies.items() if not travels and number == own[board]}
    shared = _shared_out(
        uses, {board: copies[board] for board in copies if board not in everywhere}, given
    )
    alone = (
        PreparedCopy(use.board, use.table, use.round, use.round, True)
        for use in uses
        if use.board in everywhere
    )
    return sorted({*alone, *shared})


def _own(uses: Sequence[BoardUse]) -> Mapping[int, int]:
    """For each board how many tables play in its busiest round, whatever they play there."""
    tables: dict[int, set[int]] = defaultdict(set)
    for use in uses:
        tables[use.round].add(use.table)
    at: Counter[tuple[int, int]] = Counter((use.board, use.round) for use in uses)
    busiest = {
        board: round_ for (board, round_), _number in sorted(at.items(), key=lambda each: each[1])
    }
    return {board: len(tables[round_]) for board, round_ in busiest.items()}


def _copies(uses: Iterable[BoardUse], travels: bool) -> Mapping[int, int]:
    """For each board how many tables have it at the same time; passed between them it is one all
    the same."""
    at = Counter((use.board, use.round) for use in uses)
    most: dict[int, int] = {}
    for (board, _round), number in sorted(at.items()):
        most[board] = 1 if travels else max(number, most.get(board, 0))
    return most


def _shared_out(
    uses: Sequence[BoardUse], copies: Mapping[int, int], given: Mapping[int, int] | None
) -> list[PreparedCopy]:
    """The boards that travel, spread evenly over the tables of the first round."""
    plays, before = _played_by(uses), {use.board: use.round for use in sorted(uses, reverse=True)}
    made = [(board, (given or {}).get(board, table)) for board, table in _chosen(copies, plays)]
    return [
        PreparedCopy(board, table, before[board], plays.get(table, {}).get(board, NEVER_PLAYED))
        for board, table in made
    ]


def _played_by(uses: Sequence[BoardUse]) -> Mapping[int, Mapping[int, int]]:
    """For each table of the first round, the round in which its people first play each board."""
    first = min((use.round for use in uses), default=0)
    people = {use.table: use.contestants for use in uses if use.round == first}
    return {
        table: {
            use.board: use.round for use in sorted(uses, reverse=True) if use.contestants & seating
        }
        for table, seating in sorted(people.items())
    }


Played = Mapping[int, Mapping[int, int]]


def _cost(board: int, table: int, plays: Played) -> int:
    """Nothing where it is never played there; else so much that one round sooner outweighs one
    board more."""
    round_ = plays[table].get(board, NEVER_PLAYED)
    return 0 if round_ == NEVER_PLAYED else 1 << max(0, 40 - round_)


def _chosen(copies: Mapping[int, int], plays: Played) -> list[tuple[int, int]]:
    """Each copy of each board with its table, at the least cost: one copy of all boards, then
    the next."""
    chosen: list[tuple[int, int]] = []
    for copy in range(max(copies.values(), default=0)):
        chosen += _one_copy(
            [board for board, number in copies.items() if number > copy], plays, set(chosen)
        )
    return chosen


def _one_copy(
    boards: Sequence[int], plays: Played, taken: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Each board with a table, no table with more than its even share; empty places cost
    nothing."""
    places = [table for table in plays for _board in range(-(-len(boards) // len(plays)))]
    size = len(places)
    costs = np.zeros((size, size), dtype=np.int64)
    for row, board in enumerate(boards):
        costs[row] = [
            _cost(board, table, plays) + _TAKEN * ((board, table) in taken) for table in places
        ]
    rows, columns = np.divmod(np.arange(size * size), size)
    matched = min_cost_matching(2 * size, rows, size + columns, [costs.ravel()])
    return [(boards[row], places[column - size]) for row, column in matched if row < len(boards)]
