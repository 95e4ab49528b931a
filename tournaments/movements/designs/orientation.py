"""The orientation of pair movements: at which tables N-S and E-W are exchanged.

Exchanging N-S and E-W at a table is an arrow switch. The search looks for the switches that make
the comparisons between contestants as even as possible, which the quality factor Qf measures (see
`fairness.quality`).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import exp
from operator import mul
from random import Random

from tournaments.movements.base.plan import PHANTOM, PlannedTable

# The rounds of a construction for pairs.
PlannedRounds = tuple[tuple[PlannedTable, ...], ...]

# Comparisons evaluated by all searches together, which take about a second for any size.
MAX_COMPARISONS = 4_400_000
# Switches tried by one search. A small movement has fewer, at most 400 for each table of each
# round; a large one has more, at least 60. `MAX_COMPARISONS` limits all searches together.
STEPS_PER_SEARCH = 20_000
# At most this many searches are made: several short ones find more than a long one.
MAX_SEARCHES = 8
# The starting heats of the searches, used in turn. A switch that makes the sum of squares larger by
# the heat times the number of contestants is accepted with a probability of 1/e.
STARTING_HEATS = (1, 1, 2, 2)
# From this quality factor on no search is made, because nobody would notice the improvement.
SUFFICIENT_QF = 97


class OrientedComparisons:
    """The comparisons of all pairs of contestants, updated whenever a table is switched.

    `directions` has the direction of each contestant on each board set: 1 for N-S, -1 for E-W, 0
    for a set that they do not play. `matrix` has the comparison of any two contestants. Each board
    set adds the product of their directions, and each meeting adds the number of tables that play
    its set. A switch changes single comparisons but not their sum; therefore Qf is best when
    `sum_of_squares` is lowest.
    """

    def __init__(self, rounds: Sequence[Sequence[PlannedTable]]) -> None:
        self.rounds = [
            [table for table in round_ if PHANTOM not in (table.ns, table.ew)] for round_ in rounds
        ]
        self.tables = list(chain.from_iterable(self.rounds))
        size = 1 + max(max(table.ns, table.ew) for table in self.tables)
        self.directions = _directions(self.tables, size)
        self.contestants_per_set: dict[int, int] = {
            board_set: sum(map(abs, directions))
            for board_set, directions in self.directions.items()
        }
        self.matrix = _comparison_matrix(self.tables, self.directions, size)
        self.sum_of_squares = sum(sum(map(mul, row, row)) for row in self.matrix) // 2

    def change_from_switching(self, table: PlannedTable) -> int:
        """Return the change of `sum_of_squares` that a switch of this table would make.

        Let d(i) be the direction of contestant i on the board set, and c(i, j) the comparison of
        two contestants. A switch changes d of the two contestants of the table, N-S and E-W. For
        each third contestant j on the set it adds -2 d(i) d(j) to c(i, j), so it adds
        4 - 4 d(i) d(j) c(i, j) to the square. With n contestants on the set, the sum of all changes
        is 8 (n - 2) - 4 d(N-S) × (the sum of d(j) c(N-S, j) minus the sum of d(j) c(E-W, j)).
        The sums are over all contestants; the term with both contestants of the table is corrected.
        """
        _number, ns, ew, board_set = table
        directions = self.directions[board_set]
        ns_row, ew_row = self.matrix[ns], self.matrix[ew]
        difference: int = (
            sum(map(mul, directions, ns_row))
            - sum(map(mul, directions, ew_row))
            + 2 * directions[ns] * ns_row[ew]
        )
        return 8 * (self.contestants_per_set[board_set] - 2) - 4 * directions[ns] * difference

    def switch(self, table: PlannedTable) -> None:
        """Switch a table, which is given in its original orientation."""
        self.sum_of_squares += self.change_from_switching(table)
        _number, ns, ew, board_set = table
        directions = self.directions[board_set]
        for contestant, opponent in ((ns, ew), (ew, ns)):
            change, row = 2 * directions[contestant], self.matrix[contestant]
            unchanged = row[contestant], row[opponent]
            row[:] = [
                value - change * direction for value, direction in zip(row, directions, strict=True)
            ]
            row[contestant], row[opponent] = unchanged
            for other_row, value in zip(self.matrix, row, strict=True):
                other_row[contestant] = value
        directions[ns], directions[ew] = -directions[ns], -directions[ew]

    def switch_all(self, tables: Iterable[PlannedTable]) -> None:
        """Switch each of these tables."""
        for table in tables:
            self.switch(table)

    @property
    def quality_factor(self) -> float:
        """Qf in floating point, close enough to decide whether to search."""
        size = len(self.matrix) - 1
        total = sum(map(sum, self.matrix)) // 2
        pairs = size * (size - 1) // 2
        return 100 * total**2 / (pairs * self.sum_of_squares) if self.sum_of_squares else 100.0

    @property
    def switched(self) -> frozenset[PlannedTable]:
        """The tables that are switched now."""
        return frozenset(
            table for table in self.tables if self.directions[table.board_set][table.ns] < 0
        )


def with_best_orientation(rounds: Sequence[Sequence[PlannedTable]]) -> PlannedRounds:
    """Return the rounds with those tables switched that make Qf as high as the search finds.

    Qf is never lower than before. Whole rounds are switched first, because that is easiest to
    announce, then single tables if that improves Qf further. The random numbers have a fixed seed,
    so that the same rounds always give the same result.
    """
    return _with_best_orientation(tuple(tuple(round_) for round_ in rounds))


@lru_cache(maxsize=128)
def _with_best_orientation(rounds: PlannedRounds) -> PlannedRounds:
    comparisons = OrientedComparisons(rounds)
    if comparisons.quality_factor < SUFFICIENT_QF:
        switch_whole_rounds(comparisons)
        search_orientations(comparisons)
    switched = comparisons.switched
    return tuple(
        tuple(_switched_table(table) if table in switched else table for table in round_)
        for round_ in rounds
    )


def switch_whole_rounds(comparisons: OrientedComparisons) -> None:
    """Switch one whole round after another, and switch it back unless Qf improves."""
    for round_ in comparisons.rounds:
        before = comparisons.sum_of_squares
        comparisons.switch_all(round_)
        if comparisons.sum_of_squares >= before:
            comparisons.switch_all(round_)


def search_orientations(comparisons: OrientedComparisons) -> None:
    """Apply the best result of several searches that all start from the current orientation."""
    start = best = comparisons.switched
    lowest = comparisons.sum_of_squares
    steps, searches = _steps_and_searches(comparisons)
    for seed in range(searches):
        comparisons.switch_all(start ^ comparisons.switched)
        anneal(comparisons, Random(seed), steps, STARTING_HEATS[seed % len(STARTING_HEATS)])
        if comparisons.sum_of_squares < lowest:
            best, lowest = comparisons.switched, comparisons.sum_of_squares
    comparisons.switch_all(best ^ comparisons.switched)


def anneal(comparisons: OrientedComparisons, rng: Random, steps: int, heat: float) -> None:
    """Search by simulated annealing, and apply the best orientation found on the way."""
    best, lowest = comparisons.switched, comparisons.sum_of_squares
    initial_heat = heat * len(comparisons.matrix)
    for steps_left in range(steps, 0, -1):
        table = rng.choice(comparisons.tables)
        change = comparisons.change_from_switching(table)
        if change <= 0 or rng.random() < exp(-change / (initial_heat * (steps_left / steps) ** 2)):
            comparisons.switch(table)
            if comparisons.sum_of_squares < lowest:
                best, lowest = comparisons.switched, comparisons.sum_of_squares
    comparisons.switch_all(best ^ comparisons.switched)


def _steps_and_searches(comparisons: OrientedComparisons) -> tuple[int, int]:
    max_steps = MAX_COMPARISONS // len(comparisons.matrix)
    tables = len(comparisons.tables)
    steps = min(max_steps, max(60 * tables, min(STEPS_PER_SEARCH, 400 * tables)))
    return steps, min(MAX_SEARCHES, max_steps // steps)


def _switched_table(table: PlannedTable) -> PlannedTable:
    return table._replace(ns=table.ew, ew=table.ns)


def _directions(tables: Iterable[PlannedTable], size: int) -> dict[int, list[int]]:
    directions: dict[int, list[int]] = defaultdict(lambda: [0] * size)
    for _number, ns, ew, board_set in tables:
        directions[board_set][ns], directions[board_set][ew] = 1, -1
    return dict(directions)


def _comparison_matrix(
    tables: Iterable[PlannedTable], directions_by_set: dict[int, list[int]], size: int
) -> list[list[int]]:
    """Return the comparisons of each contestant with each other one, and 0 with themselves."""
    matrix = [[0] * size for _ in range(size)]
    for directions in directions_by_set.values():
        for contestant, direction in enumerate(directions):
            if direction:
                matrix[contestant] = [
                    value + direction * other
                    for value, other in zip(matrix[contestant], directions, strict=True)
                ]
    for _number, ns, ew, board_set in tables:
        plays = sum(map(abs, directions_by_set[board_set])) // 2
        matrix[ns][ew] += plays
        matrix[ew][ns] += plays
    for contestant, row in enumerate(matrix):
        row[contestant] = 0
    return matrix
