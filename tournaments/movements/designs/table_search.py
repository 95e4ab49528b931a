"""Search for tables of individuals, round by round, for sizes without a design."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

from tournaments.movements.base.individual_movement import Table, Tables

# A search has at most this many rounds: more than any session, and few enough for good results.
MAX_SEARCHED_ROUNDS = 20


@lru_cache(maxsize=256)
def searched_rounds(
    contestant_count: int, line_sizes: tuple[int, ...], round_count: int
) -> tuple[Tables, ...]:
    """Return the tables of every round; `line_sizes` is the number of players on each line.

    The search minimizes repeated meetings first, then repeated partners. Players with the fewest
    sit-outs sit out. The result is deterministic.
    """
    state = _SearchState(contestant_count, line_sizes)
    return tuple(state.next_tables() for _round in range(round_count))


class _SearchState:
    """Counts of sit-outs, meetings, partners and lines in the rounds chosen so far."""

    def __init__(self, contestants: int, line_sizes: tuple[int, ...]) -> None:
        self.everybody = range(1, contestants + 1)
        self.line_of_seat = [
            line for line, line_size in enumerate(line_sizes) for _seat in range(line_size)
        ]
        self.sit_out_counts: Counter[int] = Counter()
        self.meeting_counts: Counter[tuple[int, int]] = Counter()
        self.partner_counts: Counter[tuple[int, int]] = Counter()
        self.line_counts: Counter[tuple[int, int]] = Counter()

    def next_tables(self) -> Tables:
        """Choose and record the tables of the next round."""
        players = self._players_of_round()
        size = len(self.line_of_seat)
        groups = [players[start : start + size] for start in range(0, len(players), size)]
        while sum(
            self._swap_if_better(group, other_group)
            for group, other_group in combinations(groups, 2)
        ):
            pass  # until no swap of two players lowers the cost
        tables = tuple(self._best_table(group) for group in groups)
        for table in tables:
            self._record(table)
        return tables

    def _players_of_round(self) -> list[int]:
        """Return the players of the next round, and record a sit-out for the others."""
        sitting_out = sorted(
            self.everybody, key=lambda player: (self.sit_out_counts[player], player)
        )
        sitting_out = sitting_out[: len(self.everybody) % len(self.line_of_seat)]
        self.sit_out_counts.update(sitting_out)
        return [player for player in self.everybody if player not in sitting_out]

    def _swap_if_better(self, group: list[int], other_group: list[int]) -> bool:
        """Swap two players of two tables if that lowers the cost; return whether it did."""
        for seat, player in enumerate(group):
            for other_seat, other_player in enumerate(other_group):
                cost = self._meeting_cost(group, seat, player)
                cost += self._meeting_cost(other_group, other_seat, other_player)
                swapped_cost = self._meeting_cost(group, seat, other_player)
                swapped_cost += self._meeting_cost(other_group, other_seat, player)
                if swapped_cost < cost:
                    group[seat], other_group[other_seat] = other_player, player
                    return True
        return False

    def _meeting_cost(self, group: list[int], seat: int, newcomer: int) -> int:
        """Return the cost of `newcomer` meeting the players of a group except the one in `seat`.

        The cost is the sum of the squares of how often they will then have met.
        """
        return sum(
            (self.meeting_counts[_pair(newcomer, player)] + 1) ** 2
            for other_seat, player in enumerate(group)
            if other_seat != seat
        )

    def _best_table(self, group: list[int]) -> Table:
        """Return the order of a group with the fewest repeated partners, then repeated lines."""
        return min(permutations(group), key=self._repetition)

    def _repetition(self, table: Table) -> tuple[int, int]:
        partners = sum(self.partner_counts[pair] ** 2 for pair in self._partner_pairs(table))
        return partners, sum(
            self.line_counts[player, line] ** 2
            for player, line in zip(table, self.line_of_seat, strict=True)
        )

    def _partner_pairs(self, table: Table) -> Iterator[tuple[int, int]]:
        for (player, line), (other_player, other_line) in combinations(
            zip(table, self.line_of_seat, strict=True), 2
        ):
            if line == other_line:
                yield _pair(player, other_player)

    def _record(self, table: Table) -> None:
        self.meeting_counts.update(_pair(first, second) for first, second in combinations(table, 2))
        self.partner_counts.update(self._partner_pairs(table))
        self.line_counts.update(zip(table, self.line_of_seat, strict=True))


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)
