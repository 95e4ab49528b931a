"""A plan: who sits where in every round, with which boards; all numbers count from 1."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

# The number of the phantom contestant that makes an odd number even: its opponent sits out.
PHANTOM = 0


@dataclass(frozen=True)
class TableSeating:
    """One table in one round: the contestants of each line, and the boards they play.

    `lines` has the lines `ns` and `ew`, or each seat if everybody plays alone. A line has two
    contestants if individuals play as partners, otherwise one.
    """

    table: int
    lines: Mapping[str, tuple[int, ...]]
    boards: tuple[int, ...]

    @property
    def contestants(self) -> tuple[int, ...]:
        """All contestants at the table, line by line."""
        return tuple(contestant for line in self.lines.values() for contestant in line)

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """All pairs of opponents at the table, each with the lower number first."""
        return [
            (min(first, second), max(first, second))
            for line, opposing_line in combinations(self.lines.values(), 2)
            for first in line
            for second in opposing_line
        ]


RoundSeating = tuple[TableSeating, ...]


@dataclass(frozen=True)
class Plan:
    """All rounds of a movement for a number of contestants.

    `contestants` is their number, and `copies` the number of copies of each board. The two tables
    of each pair in `shared_tables` share one copy during a round. Two contestants meet in at most
    `meetings_allowed` rounds.

    A match of teams is played at `tables_per_match` tables, in `halves` consecutive rounds. For
    teams `meetings_allowed` is a number of matches.
    """

    key: str
    contestants: int
    rounds: tuple[RoundSeating, ...]
    copies: int = 1
    shared_tables: tuple[tuple[int, int], ...] = ()
    max_meetings: int = 1
    tables_per_match: int = 1
    halves: int = 1

    @property
    def seatings(self) -> list[tuple[int, TableSeating]]:
        """All seatings of all rounds, each with its round number."""
        return [
            (number, seating) for number, round_ in enumerate(self.rounds, 1) for seating in round_
        ]

    @property
    def table_count(self) -> int:
        """The number of tables in use."""
        return len({seating.table for _, seating in self.seatings})

    @property
    def board_count(self) -> int:
        """The number of different boards played."""
        return len({board for _, seating in self.seatings for board in seating.boards})

    @property
    def sit_outs(self) -> tuple[tuple[int, ...], ...]:
        """For each round, the contestants without a table, in ascending order."""
        all_contestants = set(range(1, self.contestants + 1))
        return tuple(
            tuple(sorted(all_contestants.difference(*(seating.contestants for seating in round_))))
            for round_ in self.rounds
        )


class PlannedTable(NamedTuple):
    """A table of pairs in one round while a movement is being built.

    `board_set` is a number that identifies a set of boards; board numbers are assigned later by
    `number_boards`. `ns` and `ew` are contestants or `PHANTOM`.
    """

    table: int
    ns: int
    ew: int
    board_set: int


def boards_of_set(board_set: int, boards_per_round: int) -> tuple[int, ...]:
    """Return the board numbers of a set; sets are counted from 0."""
    first = 1 + board_set * boards_per_round
    return tuple(range(first, first + boards_per_round))


def number_boards(
    rounds: Iterable[Iterable[PlannedTable]], boards_per_round: int
) -> tuple[RoundSeating, ...]:
    """Convert planned tables to seatings, with boards numbered without a gap.

    Tables of the phantom are left out, and so are board sets that only these tables would play.
    """
    real_rounds = [
        [table for table in round_ if PHANTOM not in (table.ns, table.ew)] for round_ in rounds
    ]
    used_sets = sorted({table.board_set for round_ in real_rounds for table in round_})
    set_numbers = {board_set: number for number, board_set in enumerate(used_sets)}
    return tuple(
        tuple(
            TableSeating(
                table.table,
                {"ns": (table.ns,), "ew": (table.ew,)},
                boards_of_set(set_numbers[table.board_set], boards_per_round),
            )
            for table in round_
        )
        for round_ in real_rounds
    )
