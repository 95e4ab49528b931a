"""Choose which pair of partners sits N-S at each table of a whist design."""

from collections.abc import Iterable, Iterator

from tournaments.movements.base.individual_movement import Table, Tables

Weights = list[list[int]]


def with_balanced_lines(rounds: Iterable[Tables]) -> Iterator[Tables]:
    """Yield the rounds with N-S and E-W exchanged at some tables, to balance the lines.

    The order of the seats is N, S, E, W, and partners remain partners. A round depends only on the
    rounds before it, so that a shorter movement consists of the first rounds of a longer one.
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
    """How unevenly players have sat N-S and E-W in the rounds so far.

    `north_south_balance` is how much more often each player sat N-S than E-W, `same_way_balance`
    how much more often any two sat the same way than opposite ways.
    """

    def __init__(self) -> None:
        self.north_south_balance: dict[int, int] = {}
        self.same_way_balance: dict[tuple[int, int], int] = {}

    def weights(self, tables: Tables) -> Weights:
        """Return how much each pair of tables, as seated, adds to the imbalance.

        The diagonal has what a table adds by itself. It is weighted so that sitting N-S as often as
        E-W matters more than being compared evenly with each other player.
        """
        signs = [_signs(table) for table in tables]
        return [
            [
                (12 + 2 * len(tables)) * self._own_weight(first)
                if first is second
                else self._weight_between(first, second)
                for second in signs
            ]
            for first in signs
        ]

    def record(self, tables: Tables) -> None:
        """Add a round to the history."""
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
    """Return 1 for each table that stays as it is and -1 for each whose lines are exchanged.

    Tables are exchanged one at a time until no exchange lowers the imbalance.
    """
    orientations = [1] * len(weights)
    while any(
        _exchange_if_better(orientations, weights, table) for table in range(len(orientations))
    ):
        pass  # each exchange lowers the imbalance, so this ends
    return orientations


def _exchange_if_better(orientations: list[int], weights: Weights, table: int) -> bool:
    """Exchange a table if that lowers the imbalance; return whether it did."""
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
