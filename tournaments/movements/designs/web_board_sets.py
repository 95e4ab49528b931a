"""The board sets of the web movement, chosen so that few copies are necessary."""

from functools import cache
from random import Random
from typing import NamedTuple

# Exchanges tried for each round before one more copy of each board is allowed.
EXCHANGES_TRIED_PER_ROUND = 400


class ChainLink(NamedTuple):
    """An E-W pair on an exchange chain, with the tables at which it plays both sets.

    The pair plays the first set in `round_` at `table`, the second in `next_round` at `next_table`.
    """

    table: int
    round_: int
    ew: int
    next_round: int
    next_table: int


@cache
def web_board_sets(table_count: int, round_count: int) -> tuple[tuple[int, ...], ...]:
    """Return the board set of each table in each round, while E-W move up one table.

    Sets, tables and rounds are counted from 0. Every N-S and every E-W pair plays each of the
    `round_count` sets once, and there are at most as many rounds as tables. The search starts from
    the standard web if there is one, otherwise from a random assignment. It exchanges two sets
    along a chain of N-S and E-W pairs (a Kempe chain), until few tables share a set. The result is
    deterministic.
    """
    random = Random(f"web {table_count} {round_count}")
    is_standard = has_standard_web(table_count, round_count)
    assignment = BoardSetAssignment(
        _standard_web(table_count, round_count)
        if is_standard
        else _random_assignment(table_count, round_count, random)
    )
    assignment.reduce_copies(random)
    return tuple(zip(*assignment.board_sets, strict=True))


def has_standard_web(table_count: int, round_count: int) -> bool:
    """Return whether boards can ascend in one half of the room and descend in the other.

    The number of rounds must be odd, because E-W advance two sets each round. It is limited so that
    no E-W pair passes through a whole half of the room and returns to the other.
    """
    return table_count % 2 == 0 and round_count % 2 == 1 and round_count <= table_count // 2 + 1


def _standard_web(table_count: int, round_count: int) -> list[list[int]]:
    # E-W advance two sets each round in the first half of the room. In the second half they go back
    # two sets each round, starting just before their first set. So no set is repeated, no matter
    # where they change halves.
    half = table_count // 2
    ascending = [
        [(table + round_) % round_count for round_ in range(round_count)] for table in range(half)
    ]
    return ascending + [
        [(-2 - table - round_) % round_count for round_ in range(round_count)]
        for table in range(-half, 0)
    ]


def _random_assignment(table_count: int, round_count: int, random: Random) -> list[list[int]]:
    """Return random perfect matchings of N-S and E-W pairs, one for each set.

    By König's theorem, as long as sets are missing, the free seatings have another perfect
    matching.
    """
    board_sets = [[0] * round_count for _table in range(table_count)]
    free_rounds = [random.sample(range(round_count), round_count) for _table in range(table_count)]
    for board_set in range(round_count):
        seatings: dict[int, tuple[int, int]] = {}
        for table in random.sample(range(table_count), table_count):
            _find_pair(table, free_rounds, seatings, set())
        for table, round_ in seatings.values():
            board_sets[table][round_] = board_set
            free_rounds[table].remove(round_)
    return board_sets


def _find_pair(
    table: int, free_rounds: list[list[int]], seatings: dict[int, tuple[int, int]], tried: set[int]
) -> bool:
    """Find an E-W pair for an N-S table by an augmenting path; return whether there is one."""
    for round_ in free_rounds[table]:
        ew = (table - round_) % len(free_rounds)
        if ew not in tried:
            tried.add(ew)
            if ew not in seatings or _find_pair(seatings[ew][0], free_rounds, seatings, tried):
                seatings[ew] = table, round_
                return True
    return False


class BoardSetAssignment:
    """The board sets of all tables by round, and the rounds in which each pair plays each set.

    The seatings of a set are a perfect matching of N-S and E-W pairs. Therefore two sets can be
    exchanged along any closed chain of their seatings, and everybody still plays both sets once.

    `ns` and `ew` have the round in which each pair plays each set. `table_counts` has, for each
    round, the number of tables that play each set.
    """

    def __init__(self, board_sets: list[list[int]]) -> None:
        self.board_sets = board_sets
        self.tables, self.rounds = len(board_sets), len(board_sets[0])
        self.ns = [[0] * self.rounds for _ in board_sets]
        self.ew = [[0] * self.rounds for _ in board_sets]
        self.table_counts = [[0] * self.rounds for _ in range(self.rounds)]
        for table, sets_of_table in enumerate(board_sets):
            for round_, board_set in enumerate(sets_of_table):
                self.ns[table][board_set] = self.ew[(table - round_) % self.tables][board_set] = (
                    round_
                )
                self.table_counts[round_][board_set] += 1

    def reduce_copies(self, random: Random) -> None:
        """Exchange sets until few copies are necessary: two, if the search reaches that."""
        copies = max(2, -(-self.tables // self.rounds))
        while not self._reach_copies(copies, random):
            copies += 1

    def _reach_copies(self, copy_count: int, random: Random) -> bool:
        missing_copies = sum(
            max(0, tables - copy_count)
            for tables_by_set in self.table_counts
            for tables in tables_by_set
        )
        for _step in range(EXCHANGES_TRIED_PER_ROUND * self.rounds):
            if missing_copies == 0:
                return True
            missing_copies += self._try_exchange(copy_count, random)
        return missing_copies == 0

    def _try_exchange(self, copy_count: int, random: Random) -> int:
        """Exchange two sets along a random chain unless that needs more copies.

        Returns the change in missing copies, 0 or less.
        """
        set_a, set_b = random.sample(range(self.rounds), 2)
        chain = self._chain(random.randrange(self.tables), set_a, set_b)
        change_by_round = [0] * self.rounds
        for link in chain:
            change_by_round[link.round_] -= 1
            change_by_round[link.next_round] += 1
        more_missing = self._more_missing(change_by_round, set_a, set_b, copy_count)
        if more_missing > 0:
            return 0
        self._exchange(chain, set_a, set_b)
        return more_missing

    def _chain(self, table: int, set_a: int, set_b: int) -> list[ChainLink]:
        chain: list[ChainLink] = []
        current = table
        while not chain or current != table:
            round_ = self.ns[current][set_a]
            ew = (current - round_) % self.tables
            next_round = self.ew[ew][set_b]
            chain.append(
                ChainLink(current, round_, ew, next_round, (ew + next_round) % self.tables)
            )
            current = chain[-1].next_table
        return chain

    def _more_missing(
        self, change_by_round: list[int], set_a: int, set_b: int, copy_count: int
    ) -> int:
        more_missing = 0
        for tables_by_set, change in zip(self.table_counts, change_by_round, strict=True):
            if change:
                more_missing += max(0, tables_by_set[set_a] + change - copy_count) - max(
                    0, tables_by_set[set_a] - copy_count
                )
                more_missing += max(0, tables_by_set[set_b] - change - copy_count) - max(
                    0, tables_by_set[set_b] - copy_count
                )
        return more_missing

    def _exchange(self, chain: list[ChainLink], set_a: int, set_b: int) -> None:
        for table, round_, _ew, next_round, next_table in chain:
            self._set(table, round_, set_a, set_b)
            self._set(next_table, next_round, set_b, set_a)
        for table, round_, ew, next_round, next_table in chain:
            self.ns[table][set_b], self.ns[next_table][set_a] = round_, next_round
            self.ew[ew][set_b], self.ew[ew][set_a] = round_, next_round

    def _set(self, table: int, round_: int, old: int, new: int) -> None:
        self.board_sets[table][round_] = new
        self.table_counts[round_][old] -= 1
        self.table_counts[round_][new] += 1
