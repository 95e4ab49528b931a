"""Which set each table of a web plays in each round, with few tables at the same set in the same
round."""

from functools import cache
from random import Random
from typing import NamedTuple

STEPS = 400
"""Exchanges tried for each number of copies and each round before one copy more is allowed."""


class ChainLink(NamedTuple):
    """Two seatings of an E-W pair: round and N-S table where it has the one set, and where the
    other."""

    place: int
    round_: int
    ew: int
    next_rnd: int
    next_place: int


@cache
def web_board_sets(tables: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """For each round, the set of each table, all from 0, where E-W move up a table each round.

    Every N-S and every E-W pair plays each of the `rounds` sets once; there are at most as many
    rounds as tables. Begins with the web proper where there is one, or else with sets drawn at
    random, and exchanges two sets along a chain of N-S and E-W pairs (Kempe's chains) until few
    tables share a set. The same every time.
    """
    random = Random(f"web {tables} {rounds}")
    proper = has_standard_web(tables, rounds)
    flow = BoardSetAssignment(
        _ascending_and_descending(tables, rounds) if proper else _matched(tables, rounds, random)
    )
    flow.spread(random)
    return tuple(zip(*flow.sets, strict=True))


def has_standard_web(tables: int, rounds: int) -> bool:
    """Whether boards can ascend in one half of the room and descend in the other.

    Rounds have to be odd, for E-W go two sets on each round, and no pair may cross a whole half and
    come back.
    """
    return tables % 2 == 0 and rounds % 2 == 1 and rounds <= tables // 2 + 1


def _ascending_and_descending(tables: int, rounds: int) -> list[list[int]]:
    # E-W step two sets forward in the first half, and backward in the second from just
    # before the set they began with: wherever they cross, no set comes again.
    half = tables // 2
    upward = [[(place + turn) % rounds for turn in range(rounds)] for place in range(half)]
    return upward + [
        [(-2 - place - turn) % rounds for turn in range(rounds)] for place in range(-half, 0)
    ]


def _matched(tables: int, rounds: int, random: Random) -> list[list[int]]:
    """One perfect matching of N-S and E-W pairs after another, each a set (there always is one:
    König)."""
    sets = [[0] * rounds for _table in range(tables)]
    free = [random.sample(range(rounds), rounds) for _table in range(tables)]
    for board_set in range(rounds):
        met: dict[int, tuple[int, int]] = {}
        for place in random.sample(range(tables), tables):
            _match(place, free, met, set())
        for place, round_ in met.values():
            sets[place][round_] = board_set
            free[place].remove(round_)
    return sets


def _match(
    place: int, free: list[list[int]], met: dict[int, tuple[int, int]], asked: set[int]
) -> bool:
    """Find `place` an E-W pair it has yet to play a set with, moving others on where they have
    it."""
    for round_ in free[place]:
        ew = (place - round_) % len(free)
        if ew not in asked:
            asked.add(ew)
            if ew not in met or _match(met[ew][0], free, met, asked):
                met[ew] = place, round_
                return True
    return False


class BoardSetAssignment:
    """The sets of each table by round, with who plays each set when, kept up to date.

    A set's seatings are a perfect matching of N-S and E-W pairs, so two sets can change places
    along any closed chain of their seatings, and everybody still plays both of them once.
    """

    def __init__(self, sets: list[list[int]]) -> None:
        self.sets = sets
        self.tables, self.rounds = len(sets), len(sets[0])
        self.ns = [[0] * self.rounds for _ in sets]
        self.ew = [[0] * self.rounds for _ in sets]
        self.crowd = [[0] * self.rounds for _ in range(self.rounds)]
        for place, row in enumerate(sets):
            for round_, board_set in enumerate(row):
                self.ns[place][board_set] = self.ew[(place - round_) % self.tables][board_set] = (
                    round_
                )
                self.crowd[round_][board_set] += 1

    def spread(self, random: Random) -> None:
        """Exchange sets until there are few copies: two where that can be reached."""
        copies = max(2, -(-self.tables // self.rounds))
        while not self._fits(copies, random):
            copies += 1

    def _fits(self, copies: int, random: Random) -> bool:
        missing = sum(max(0, tables - copies) for row in self.crowd for tables in row)
        for _step in range(STEPS * self.rounds):
            if missing == 0:
                return True
            missing += self._try(copies, random)
        return missing == 0

    def _try(self, copies: int, random: Random) -> int:
        """Exchange two sets along a chain unless that needs more copies; how many more are
        missing then."""
        one, other = random.sample(range(self.rounds), 2)
        chain = self._chain(random.randrange(self.tables), one, other)
        moved = [0] * self.rounds
        for link in chain:
            moved[link.round_] -= 1
            moved[link.next_rnd] += 1
        worse = self._worse(moved, one, other, copies)
        if worse > 0:
            return 0
        self._exchange(chain, one, other)
        return worse

    def _chain(self, place: int, one: int, other: int) -> list[ChainLink]:
        chain: list[ChainLink] = []
        here = place
        while not chain or here != place:
            round_ = self.ns[here][one]
            ew = (here - round_) % self.tables
            next_rnd = self.ew[ew][other]
            chain.append(ChainLink(here, round_, ew, next_rnd, (ew + next_rnd) % self.tables))
            here = chain[-1].next_place
        return chain

    def _worse(self, moved: list[int], one: int, other: int, copies: int) -> int:
        worse = 0
        for row, change in zip(self.crowd, moved, strict=True):
            if change:
                worse += max(0, row[one] + change - copies) - max(0, row[one] - copies)
                worse += max(0, row[other] - change - copies) - max(0, row[other] - copies)
        return worse

    def _exchange(self, chain: list[ChainLink], one: int, other: int) -> None:
        for place, round_, _ew, next_rnd, next_place in chain:
            self._put(place, round_, one, other)
            self._put(next_place, next_rnd, other, one)
        for place, round_, ew, next_rnd, next_place in chain:
            self.ns[place][other], self.ns[next_place][one] = round_, next_rnd
            self.ew[ew][other], self.ew[ew][one] = round_, next_rnd

    def _put(self, place: int, round_: int, old: int, new: int) -> None:
        self.sets[place][round_] = new
        self.crowd[round_][old] -= 1
        self.crowd[round_][new] += 1
