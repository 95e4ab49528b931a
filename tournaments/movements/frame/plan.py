"""A plan: who sits where, with which boards, in every round. Everything is numbered from 1."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

PHANTOM = 0
"""The number of nobody: whoever would meet the phantom sits out."""


@dataclass(frozen=True)
class Seated:
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
            for line, opposite in combinations(self.lines.values(), 2)
            for one in line
            for other in opposite
        ]


Round = tuple[Seated, ...]


@dataclass(frozen=True)
class Plan:
    """All rounds of a movement for `contestants` contestants.

    `copies` of each board are in the room. The tables of each pair in `shared_tables` pass one copy
    between them. Two contestants are opponents in at most `meetings_allowed` rounds; teams in so
    many matches, each of them at `tables_a_match` tables, in `halves` rounds one after the other.
    """

    key: str
    contestants: int
    rounds: tuple[Round, ...]
    copies: int = 1
    shared_tables: tuple[tuple[int, int], ...] = ()
    meetings_allowed: int = 1
    tables_a_match: int = 1
    halves: int = 1

    @property
    def seatings(self) -> list[tuple[int, Seated]]:
        """Every seating with the number of its round."""
        return [(number, seated) for number, rnd in enumerate(self.rounds, 1) for seated in rnd]

    @property
    def tables(self) -> int:
        """How many tables are used."""
        return len({seated.table for _, seated in self.seatings})

    @property
    def boards(self) -> int:
        """How many different boards are played."""
        return len({board for _, seated in self.seatings for board in seated.boards})

    @property
    def sit_outs(self) -> tuple[tuple[int, ...], ...]:
        """For each round, the contestants who are not seated, in order."""
        everybody = set(range(1, self.contestants + 1))
        return tuple(
            tuple(sorted(everybody.difference(*(seated.contestants for seated in rnd))))
            for rnd in self.rounds
        )


class Sitting(NamedTuple):
    """One table of a construction, before its boards have numbers.

    `ns` and `ew` are contestants or `PHANTOM`; `board_set` is any number that tells sets apart.
    """

    table: int
    ns: int
    ew: int
    board_set: int


def numbered(board_set: int, boards_per_round: int) -> tuple[int, ...]:
    """The boards of a set, sets counted from 0."""
    first = 1 + board_set * boards_per_round
    return tuple(range(first, first + boards_per_round))


def laid_out(rounds: Iterable[Iterable[Sitting]], boards_per_round: int) -> tuple[Round, ...]:
    """The rounds with boards: tables of the phantom are left out, and no board number is
    skipped."""
    real = [
        [sitting for sitting in rnd if PHANTOM not in (sitting.ns, sitting.ew)] for rnd in rounds
    ]
    used = sorted({sitting.board_set for rnd in real for sitting in rnd})
    numbers = {board_set: number for number, board_set in enumerate(used)}
    return tuple(
        tuple(
            Seated(
                sitting.table,
                {"ns": (sitting.ns,), "ew": (sitting.ew,)},
                numbered(numbers[sitting.board_set], boards_per_round),
            )
            for sitting in rnd
        )
        for rnd in real
    )
