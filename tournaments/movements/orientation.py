"""Which tables are turned, N-S for E-W, so that everybody is compared with everybody as evenly as can be."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from operator import mul
from random import Random

from tournaments.movements.plan import PHANTOM, Sitting

Sittings = tuple[tuple[Sitting, ...], ...]
"""The rounds of a construction for pairs."""

EFFORT = 24_000_000
"""Comparisons looked at by one search: between a tenth of a second and three seconds, whatever the size."""
HEAT = 2.0
STEPS = 60_000
"""Turns tried by one search at most: more find nothing new in small movements."""


class Directions:
    """The comparisons of every two contestants, kept up to date while tables are turned.

    On a set, everybody is 1 (N-S), -1 (E-W) or 0 (does not play it). Two contestants' comparison is the sum over
    the sets of the product, and for each meeting the number of tables that play the set; so a table turned
    changes single comparisons, never their sum: Qf is best where `squares`, the sum of their squares, is least.
    """

    def __init__(self, rounds: Sequence[Sequence[Sitting]]) -> None:
        self.rounds = rounds
        self.seated = [sitting for rnd in rounds for sitting in rnd if PHANTOM not in (sitting.ns, sitting.ew)]
        size = 1 + max(max(sitting.ns, sitting.ew) for sitting in self.seated)
        self.ways = _ways(self.seated, size)
        self.playing = {board_set: sum(map(abs, way)) for board_set, way in self.ways.items()}
        self.comparisons = _comparisons(self.seated, self.ways, size)
        self.squares = sum(sum(map(mul, row, row)) for row in self.comparisons) // 2

    def change(self, sitting: Sitting) -> int:
        """What turning this table adds to `squares`."""
        _table, one, other, board_set = sitting
        way = self.ways[board_set]
        ours, theirs = self.comparisons[one], self.comparisons[other]
        apart = sum(map(mul, way, ours)) - sum(map(mul, way, theirs)) + 2 * way[one] * ours[other]
        return 8 * (self.playing[board_set] - 2) - 4 * way[one] * apart

    def turn(self, sitting: Sitting) -> None:
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

    def turn_all(self, sittings: Iterable[Sitting]) -> None:
        """Turn each of these tables."""
        for sitting in sittings:
            self.turn(sitting)

    @property
    def turned(self) -> frozenset[Sitting]:
        """The tables that are the other way round than they were given."""
        return frozenset(one for one in self.seated if self.ways[one.board_set][one.ns] < 0)


def oriented(rounds: Sequence[Sequence[Sitting]]) -> Sittings:
    """The same meetings on the same boards, tables turned where that makes Qf higher; never lower.

    Whole rounds are turned first, which is the easiest to announce; single tables only where that is better
    still. A seeded annealing: the same rounds always give the same answer.
    """
    return _oriented(tuple(tuple(rnd) for rnd in rounds))


@lru_cache(maxsize=128)
def _oriented(rounds: Sittings) -> Sittings:
    directions = Directions(rounds)
    whole_rounds(directions)
    anneal(directions, Random(len(directions.seated)))
    turned = directions.turned
    return tuple(tuple(_turned(one) if one in turned else one for one in rnd) for rnd in rounds)


def whole_rounds(directions: Directions) -> None:
    """Turn one whole round after another while that is better."""
    least, better = directions.squares, True
    while better:
        better = False
        for rnd in directions.rounds:
            directions.turn_all(rnd)
            if directions.squares < least:
                least, better = directions.squares, True
            else:
                directions.turn_all(rnd)


def anneal(directions: Directions, random: Random) -> None:
    """Turn tables at random, for the worse ever more rarely, and end at the best that was come by."""
    steps = min(STEPS, EFFORT // len(directions.comparisons))
    heat = HEAT * len(directions.comparisons)
    best, least = directions.turned, directions.squares
    for step in range(steps):
        sitting = random.choice(directions.seated)
        change = directions.change(sitting)
        warm = heat * (1 - step / steps) ** 2
        if change <= 0 or (warm and random.random() < exp(-change / warm)):
            directions.turn(sitting)
            if directions.squares < least:
                best, least = directions.turned, directions.squares
    directions.turn_all(best ^ directions.turned)


def _turned(sitting: Sitting) -> Sitting:
    return sitting._replace(ns=sitting.ew, ew=sitting.ns)


def _ways(seated: Iterable[Sitting], size: int) -> dict[int, list[int]]:
    ways: dict[int, list[int]] = defaultdict(lambda: [0] * size)
    for _table, ns, ew, board_set in seated:
        ways[board_set][ns], ways[board_set][ew] = 1, -1
    return dict(ways)


def _comparisons(seated: Iterable[Sitting], ways: dict[int, list[int]], size: int) -> list[list[int]]:
    """Rows by contestant; nobody is compared with himself."""
    rows = [[0] * size for _ in range(size)]
    for way in ways.values():
        for one, direction in enumerate(way):
            if direction:
                rows[one] = [value + direction * other for value, other in zip(rows[one], way, strict=True)]
    for _table, ns, ew, board_set in seated:
        plays = sum(map(abs, ways[board_set])) // 2
        rows[ns][ew] += plays
        rows[ew][ns] += plays
    for one, row in enumerate(rows):
        row[one] = 0
    return rows
