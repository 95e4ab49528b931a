"""A plan: who sits where, with which boards, in every round. Everything is numbered from 1."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

# The number of the phantom contestant that makes an odd number even: its opponent sits out.
PHANTOM = 0


@dataclass(frozen=True)
class TableSeating:
    """One table in one round: the contestants of each line, and the boards they play.

    A line is `ns` or `ew`, or a seat where everybody plays alone; its contestants are numbers over
    all lines, two of them where individuals play as partners.
    """

    table: int
    lines: Mapping[str, tuple[int, ...]]
    boards: tuple[int, ...]

    @property
    def contestants(self) -> tuple[int, ...]:
        """Everybody at the table, line by line."""
        return tuple(contestant for line in self.lines.values() for contestant in line)

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """Every two contestants who are opponents here, the lower number first."""
        return [
            (min(one, other), max(one, other))
            for line, opposing_line in combinations(self.lines.values(), 2)
            for one in line
            for other in opposing_line
        ]


RoundSeating = tuple[TableSeating, ...]


@dataclass(frozen=True)
class Plan:
    """All rounds of a movement for `contestants` contestants.

    `copies` of each board are in the room. The tables of each pair in `shared_tables` pass one copy
    between them. Two contestants are opponents in at most `meetings_allowed` rounds; teams in so
    many matches, each of them at `tables_per_match` tables, in `halves` rounds one after the other.
    """

    key: str
    contestants: int
    rounds: tuple[RoundSeating, ...]
    copies: int = 1
    shared_tables: tuple[tuple[int, int], ...] = ()
    meetings_allowed: int = 1
    tables_per_match: int = 1
    halves: int = 1

    @property
    def seatings(self) -> list[tuple[int, TableSeating]]:
        """Every seating with the number of its round."""
        return [
            (number, seating) for number, round_ in enumerate(self.rounds, 1) for seating in round_
        ]

    @property
    def table_count(self) -> int:
        """How many tables are used."""
        return len({seating.table for _, seating in self.seatings})

    @property
    def board_count(self) -> int:
        """How many different boards are played."""
        return len({board for _, seating in self.seatings for board in seating.boards})

    @property
    def sit_outs(self) -> tuple[tuple[int, ...], ...]:
        """For each round, the contestants who are not seated, in order."""
        everybody = set(range(1, self.contestants + 1))
        return tuple(
            tuple(sorted(everybody.difference(*(seating.contestants for seating in round_))))
            for round_ in self.rounds
        )


class PlannedTable(NamedTuple):
    """One table of a construction, before its boards have numbers.

    `ns` and `ew` are contestants or `PHANTOM`; `board_set` is any number that tells sets apart.
    """

    table: int
    ns: int
    ew: int
    board_set: int


def boards_of_set(board_set: int, boards_per_round: int) -> tuple[int, ...]:
    """The boards of a set, sets counted from 0."""
    first = 1 + board_set * boards_per_round
    return tuple(range(first, first + boards_per_round))


def number_boards(
    rounds: Iterable[Iterable[PlannedTable]], boards_per_round: int
) -> tuple[RoundSeating, ...]:
    """The rounds with boards: tables of the phantom are left out, and no board number is
    skipped."""
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
