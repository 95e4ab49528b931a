"""Which line of a table sits N-S: in turns, and so that any two are as often alike as opposite."""

from collections.abc import Iterable, Iterator

from tournaments.movements.base.individual_movement import Table, Tables

Weights = list[list[int]]


def with_balanced_lines(rounds: Iterable[Tables]) -> Iterator[Tables]:
    """The rounds with some tables turned; the four of a table sit N, S, E and W.

    Each round is turned after those before it, so fewer rounds are the beginning of more. The first
    two at a table are partners, and stay so.
    """
    done = _Lines()
    for tables in rounds:
        turns = _turns(done.weights(tables))
        seating = tuple(
            table if turn > 0 else table[2:] + table[:2]
            for table, turn in zip(tables, turns, strict=True)
        )
        done.remember(seating)
        yield seating


class _Lines:
    """How much oftener everybody has sat N-S than E-W, and any two alike than opposite."""

    def __init__(self) -> None:
        self.north: dict[int, int] = {}
        self.alike: dict[tuple[int, int], int] = {}

    def weights(self, tables: Tables) -> Weights:
        """How much two tables seated as they are add to what is uneven; on the diagonal, a table by
        itself.

        Sitting N-S as often as E-W weighs more than any two being compared evenly.
        """
        signs = [_signs(table) for table in tables]
        return [
            [
                (12 + 2 * len(tables)) * self._by_itself(one)
                if one is other
                else self._between(one, other)
                for other in signs
            ]
            for one in signs
        ]

    def remember(self, tables: Tables) -> None:
        """Take a round as played."""
        signs = [each for table in tables for each in _signs(table)]
        for one, sign in signs:
            self.north[one] = self.north.get(one, 0) + sign
            for other, its in signs:
                self.alike[one, other] = self.alike.get((one, other), 0) + sign * its

    def _by_itself(self, signs: list[tuple[int, int]]) -> int:
        return sum(sign * self.north.get(one, 0) for one, sign in signs)

    def _between(self, table: list[tuple[int, int]], other: list[tuple[int, int]]) -> int:
        return sum(
            sign * its * self.alike.get((one, another), 0)
            for one, sign in table
            for another, its in other
        )


def _signs(table: Table) -> list[tuple[int, int]]:
    return [(one, 1 if seat < 2 else -1) for seat, one in enumerate(table)]


def _turns(weights: Weights) -> list[int]:
    """1 for each table that stays, -1 for each to be turned, until no single turn makes it more
    even."""
    turns = [1] * len(weights)
    while any(_better(turns, weights, table) for table in range(len(turns))):
        pass  # each turn lowers the unevenness, so it ends
    return turns


def _better(turns: list[int], weights: Weights, table: int) -> bool:
    """Whether turning this table makes the round more even; if so it is turned."""
    row = weights[table]
    pull = row[table] + sum(
        weight * turn
        for at, (weight, turn) in enumerate(zip(row, turns, strict=True))
        if at != table
    )
    if pull * turns[table] <= 0:
        return False
    turns[table] = -turns[table]
    return True
