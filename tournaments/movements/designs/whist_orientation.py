"""Which line of a table sits N-S: in turns, and so that any two are as often alike as opposite."""

from collections.abc import Iterable, Iterator

from tournaments.movements.base.individual_movement import Table, Tables

Weights = list[list[int]]


def with_balanced_lines(rounds: Iterable[Tables]) -> Iterator[Tables]:
    """The rounds with some tables turned; the four of a table sit N, S, E and W.

    Each round is turned after those before it, so fewer rounds are the beginning of more. The first
    two at a table are partners, and stay so.
    """
    history = _LineHistory()
    for tables in rounds:
        orientations = _orientations(history.weights(tables))
        oriented_tables = tuple(
            table if orientation > 0 else table[2:] + table[:2]
            for table, orientation in zip(tables, orientations, strict=True)
        )
        history.record(oriented_tables)
        yield oriented_tables


class _LineHistory:
    """How much oftener everybody has sat N-S than E-W, and any two alike than opposite."""

    def __init__(self) -> None:
        self.north_south_balance: dict[int, int] = {}
        self.same_way_balance: dict[tuple[int, int], int] = {}

    def weights(self, tables: Tables) -> Weights:
        """How much two tables seated as they are add to what is uneven; on the diagonal, a table by
        itself.

        Sitting N-S as often as E-W weighs more than any two being compared evenly.
        """
        signs = [_signs(table) for table in tables]
        return [
            [
                (12 + 2 * len(tables)) * self._own_weight(one)
                if one is other
                else self._weight_between(one, other)
                for other in signs
            ]
            for one in signs
        ]

    def record(self, tables: Tables) -> None:
        """Take a round as played."""
        signs = [player_and_sign for table in tables for player_and_sign in _signs(table)]
        for player, sign in signs:
            self.north_south_balance[player] = self.north_south_balance.get(player, 0) + sign
            for other, other_sign in signs:
                self.same_way_balance[player, other] = (
                    self.same_way_balance.get((player, other), 0) + sign * other_sign
                )

    def _own_weight(self, signs: list[tuple[int, int]]) -> int:
        return sum(sign * self.north_south_balance.get(player, 0) for player, sign in signs)

    def _weight_between(
        self, table: list[tuple[int, int]], other_table: list[tuple[int, int]]
    ) -> int:
        return sum(
            sign * other_sign * self.same_way_balance.get((player, other_player), 0)
            for player, sign in table
            for other_player, other_sign in other_table
        )


def _signs(table: Table) -> list[tuple[int, int]]:
    return [(player, 1 if seat < 2 else -1) for seat, player in enumerate(table)]


def _orientations(weights: Weights) -> list[int]:
    """1 for each table that stays, -1 for each to be turned, until no single turn makes it more
    even."""
    orientations = [1] * len(weights)
    while any(
        _exchange_if_better(orientations, weights, table) for table in range(len(orientations))
    ):
        pass  # each exchange lowers the imbalance, so this ends
    return orientations


def _exchange_if_better(orientations: list[int], weights: Weights, table: int) -> bool:
    """Whether turning this table makes the round more even; if so it is turned."""
    row = weights[table]
    imbalance = row[table] + sum(
        weight * orientation
        for other_table, (weight, orientation) in enumerate(zip(row, orientations, strict=True))
        if other_table != table
    )
    if imbalance * orientations[table] <= 0:
        return False
    orientations[table] = -orientations[table]
    return True
