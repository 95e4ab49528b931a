"""Which tables are turned, N-S for E-W, so that everybody is compared with everybody as evenly
as can be."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import exp
from operator import mul
from random import Random

from tournaments.movements.base.plan import PHANTOM, PlannedTable

Sittings = tuple[tuple[PlannedTable, ...], ...]
"""The rounds of a construction for pairs."""

EFFORT = 4_400_000
"""Comparisons looked at by all searches together: about a second, whatever the size."""
STEPS = 20_000
"""Turns tried by one search, but no less than 60 and no more than 400 for each table of each
round."""
SEARCHES = 8
"""At most: several short searches find better directions than a long one."""
HEATS = (1, 1, 2, 2)
"""How much worse a turn may be when a search begins, for each contestant; searches take them in
turn."""
GOOD_ENOUGH = 97
"""The Qf from which nothing is searched: what could be gained, nobody would notice."""


class OrientedComparisons:
    """How every two contestants are compared, kept up to date while tables are turned.

    On a set, everybody is 1 (N-S), -1 (E-W) or 0 (does not play it). Two contestants' comparison is
    the sum over the sets of the product, and for each meeting the number of tables that play the
    set; so a table turned changes single comparisons, never their sum: Qf is best where `squares`,
    the sum of their squares, is least.
    """

    def __init__(self, rounds: Sequence[Sequence[PlannedTable]]) -> None:
        self.rounds = [
            [one for one in round_ if PHANTOM not in (one.ns, one.ew)] for round_ in rounds
        ]
        self.seating = list(chain.from_iterable(self.rounds))
        size = 1 + max(max(sitting.ns, sitting.ew) for sitting in self.seating)
        self.ways = _ways(self.seating, size)
        self.playing: dict[int, int] = {
            board_set: sum(map(abs, way)) for board_set, way in self.ways.items()
        }
        self.comparisons = _comparisons(self.seating, self.ways, size)
        self.squares = sum(sum(map(mul, row, row)) for row in self.comparisons) // 2

    def change(self, sitting: PlannedTable) -> int:
        """What turning this table adds to `squares`."""
        _table, one, other, board_set = sitting
        way = self.ways[board_set]
        ours, theirs = self.comparisons[one], self.comparisons[other]
        apart: int = (
            sum(map(mul, way, ours)) - sum(map(mul, way, theirs)) + 2 * way[one] * ours[other]
        )
        return 8 * (self.playing[board_set] - 2) - 4 * way[one] * apart

    def turn(self, sitting: PlannedTable) -> None:
        """Turn this table, the same sitting as it was given at first."""
        self.squares += self.change(sitting)
        _table, one, other, board_set = sitting
        way = self.ways[board_set]
        for who, opponent in ((one, other), (other, one)):
            twice, row = 2 * way[who], self.comparisons[who]
            kept = row[who], row[opponent]
            row[:] = [value - twice * direction for value, direction in zip(row, way, strict=True)]
            row[who], row[opponent] = kept
            for each, value in zip(self.comparisons, row, strict=True):
                each[who] = value
        way[one], way[other] = -way[one], -way[other]

    def turn_all(self, planned_tables: Iterable[PlannedTable]) -> None:
        """Turn each of these tables."""
        for sitting in planned_tables:
            self.turn(sitting)

    @property
    def quality_factor(self) -> float:
        """See `quality.quality_factor`, near enough to know whether to search."""
        size = len(self.comparisons) - 1
        total = sum(map(sum, self.comparisons)) // 2
        return 100 * total**2 / (size * (size - 1) // 2 * self.squares) if self.squares else 100.0

    @property
    def turned(self) -> frozenset[PlannedTable]:
        """The tables that are the other way round than they were given."""
        return frozenset(one for one in self.seating if self.ways[one.board_set][one.ns] < 0)


def with_best_orientation(rounds: Sequence[Sequence[PlannedTable]]) -> Sittings:
    """The same meetings on the same boards, tables turned where that makes Qf higher; never lower.

    Whole rounds are turned first, which is the easiest to announce; single tables only where that
    is better still. A seeded annealing: the same rounds always give the same answer.
    """
    return _oriented(tuple(tuple(round_) for round_ in rounds))


@lru_cache(maxsize=128)
def _oriented(rounds: Sittings) -> Sittings:
    directions = OrientedComparisons(rounds)
    if directions.quality_factor < GOOD_ENOUGH:
        switch_whole_rounds(directions)
        search_orientations(directions)
    turned = directions.turned
    return tuple(
        tuple(_turned(one) if one in turned else one for one in round_) for round_ in rounds
    )


def switch_whole_rounds(directions: OrientedComparisons) -> None:
    """Turn every whole round that is better turned, one after another."""
    for round_ in directions.rounds:
        before = directions.squares
        directions.turn_all(round_)
        if directions.squares >= before:
            directions.turn_all(round_)


def search_orientations(directions: OrientedComparisons) -> None:
    """Turn the tables that make the best of several searches, each from where the first one
    began."""
    begun = best = directions.turned
    least = directions.squares
    steps, searches = _effort(directions)
    for seed in range(searches):
        directions.turn_all(begun ^ directions.turned)
        anneal(directions, Random(seed), steps, HEATS[seed % len(HEATS)])
        if directions.squares < least:
            best, least = directions.turned, directions.squares
    directions.turn_all(best ^ directions.turned)


def anneal(directions: OrientedComparisons, random: Random, steps: int, heat: float) -> None:
    """Turn tables at random, for the worse ever more rarely, and end at the best that was come
    by."""
    best, least = directions.turned, directions.squares
    hottest = heat * len(directions.comparisons)
    for left in range(steps, 0, -1):
        sitting = random.choice(directions.seating)
        change = directions.change(sitting)
        if change <= 0 or random.random() < exp(-change / (hottest * (left / steps) ** 2)):
            directions.turn(sitting)
            if directions.squares < least:
                best, least = directions.turned, directions.squares
    directions.turn_all(best ^ directions.turned)


def _effort(directions: OrientedComparisons) -> tuple[int, int]:
    """Steps of a search, and searches."""
    most = EFFORT // len(directions.comparisons)
    tables = len(directions.seating)
    steps = min(most, max(60 * tables, min(STEPS, 400 * tables)))
    return steps, min(SEARCHES, most // steps)


def _turned(sitting: PlannedTable) -> PlannedTable:
    return sitting._replace(ns=sitting.ew, ew=sitting.ns)


def _ways(seating: Iterable[PlannedTable], size: int) -> dict[int, list[int]]:
    ways: dict[int, list[int]] = defaultdict(lambda: [0] * size)
    for _table, ns, ew, board_set in seating:
        ways[board_set][ns], ways[board_set][ew] = 1, -1
    return dict(ways)


def _comparisons(
    seating: Iterable[PlannedTable], ways: dict[int, list[int]], size: int
) -> list[list[int]]:
    """Rows by contestant; nobody is compared with himself."""
    rows = [[0] * size for _ in range(size)]
    for way in ways.values():
        for one, direction in enumerate(way):
            if direction:
                rows[one] = [
                    value + direction * other for value, other in zip(rows[one], way, strict=True)
                ]
    for _table, ns, ew, board_set in seating:
        plays = sum(map(abs, ways[board_set])) // 2
        rows[ns][ew] += plays
        rows[ew][ns] += plays
    for one, row in enumerate(rows):
        row[one] = 0
    return rows
