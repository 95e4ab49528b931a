"""Tables chosen round by round where no design is at hand: fewest meetings, then the newest
partners."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

from tournaments.movements.base.individual_movement import Table, Tables

MAX_SEARCHED_ROUNDS = 20
"""Rounds at most: more than any sitting has, and few enough for the search to stay near the best
there is."""


@lru_cache(maxsize=256)
def searched_rounds(contestants: int, widths: tuple[int, ...], rounds: int) -> tuple[Tables, ...]:
    """The tables of every round; `widths` says how many sit on each line of a table.

    Those rest who have rested least. The same numbers always give the same tables.
    """
    room = _Room(contestants, widths)
    return tuple(room.next_tables() for _round in range(rounds))


class _Room:
    """What has happened so far: who rested, who met, who was whose partner, who sat on which
    line."""

    def __init__(self, contestants: int, widths: tuple[int, ...]) -> None:
        self.everybody = range(1, contestants + 1)
        self.line_at = [line for line, width in enumerate(widths) for _seat in range(width)]
        self.rested: Counter[int] = Counter()
        self.met: Counter[tuple[int, int]] = Counter()
        self.partnered: Counter[tuple[int, int]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()

    def next_tables(self) -> Tables:
        """The tables of the next round, which is remembered."""
        playing = self._playing()
        size = len(self.line_at)
        groups = [playing[at : at + size] for at in range(0, len(playing), size)]
        while sum(self._improved(one, other) for one, other in combinations(groups, 2)):
            pass  # until no two players would rather change tables
        tables = tuple(self._seated(group) for group in groups)
        for table in tables:
            self._remember(table)
        return tables

    def _playing(self) -> list[int]:
        """Whoever does not rest now, spread over the tables; those rest who have rested least."""
        resting = sorted(self.everybody, key=lambda one: (self.rested[one], one))
        resting = resting[: len(self.everybody) % len(self.line_at)]
        self.rested.update(resting)
        return [one for one in self.everybody if one not in resting]

    def _improved(self, one: list[int], other: list[int]) -> bool:
        """Whether two players changed tables because they meet people they know less there."""
        for a in range(len(one)):
            for b in range(len(other)):
                if self._cost(one, a, other[b]) + self._cost(other, b, one[a]) < self._cost(
                    one, a, one[a]
                ) + self._cost(other, b, other[b]):
                    one[a], other[b] = other[b], one[a]
                    return True
        return False

    def _cost(self, group: list[int], at: int, newcomer: int) -> int:
        """How well `newcomer` knows the others of the group, were he in place `at`; twice counts
        four."""
        return sum(
            (self.met[_pair(newcomer, each)] + 1) ** 2
            for place, each in enumerate(group)
            if place != at
        )

    def _seated(self, group: list[int]) -> Table:
        """The seating with the newest partners, then with everybody on the line he has held
        least."""
        return min(permutations(group), key=self._strain)

    def _strain(self, table: Table) -> tuple[int, int]:
        partners = sum(self.partnered[pair] ** 2 for pair in self._partners(table))
        return partners, sum(
            self.sat[one, line] ** 2 for one, line in zip(table, self.line_at, strict=True)
        )

    def _partners(self, table: Table) -> Iterator[tuple[int, int]]:
        for (one, line), (other, its) in combinations(zip(table, self.line_at, strict=True), 2):
            if line == its:
                yield _pair(one, other)

    def _remember(self, table: Table) -> None:
        self.met.update(_pair(one, other) for one, other in combinations(table, 2))
        self.partnered.update(self._partners(table))
        self.sat.update(zip(table, self.line_at, strict=True))


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)
