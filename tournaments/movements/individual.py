"""Individuals: everybody for himself, with new people at the table in every round."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from games.options import Option
from games.seats import PAIRS, play_order, singles
from games.text import gettext_noop as _
from tournaments.movements.movement import Movement
from tournaments.movements.plan import Round, Seated, numbered

LONGEST = 30
"""Rounds at most: more than any sitting has."""

Lines = Mapping[str, tuple[str, ...]]
Tables = tuple[tuple[int, ...], ...]
"""The contestants of each table by seat, the seats in the order of the lines."""

_SINGLES = tuple(map(str, range(2, 7)))


class Individual(Movement):
    """All tables play the same boards at once; who meets whom is chosen round by round, as evenly as it goes.

    `seats=partners`: four at a table, two against two. A number: so many at a table, each alone.
    Whoever is left over rests. No exact design: repeated meetings are few, not none.
    """

    key = "individual"
    name = "Individual"
    source = "chosen round by round: fewest meetings first, then the seat held least; docs/movements.md"
    sizes = range(4, 81)
    players_each = 1
    own_options = (
        Option(
            "seats",
            "partners",
            ("partners", *_SINGLES),
            _("At a table"),
            {"partners": _("two against two"), **{number: number for number in _SINGLES}},
        ),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """At least two tables are needed: nobody is compared with himself."""
        super().__init__(options)
        self.seats = sum(map(len, self.lines.values()))
        self.sizes = range(2 * self.seats, 81)

    @property
    def lines(self) -> Lines:
        """As games with so many seats name them."""
        if self.options["seats"] == "partners":
            return PAIRS
        return singles(play_order(int(self.options["seats"]), "clockwise"))

    def winners(self, contestants: int) -> int:
        """One."""
        return 1

    def full_rounds(self, contestants: int) -> int:
        """One for each of the others, thirty at most."""
        return min(contestants - 1, LONGEST)

    def copies(self, contestants: int) -> int:
        """One for each table."""
        return contestants // self.seats

    def meetings_allowed(self, rounds: Sequence[Round]) -> int:
        """As often as the two who meet most: there is no exact design."""
        met = Counter(meeting for rnd in rounds for seated in rnd for meeting in seated.meetings)
        return max(met.values(), default=1)

    def rounds(self, contestants: int, turns: int, boards_per_round: int) -> tuple[Round, ...]:
        """See `Movement.rounds`."""
        widths = tuple(map(len, self.lines.values()))
        chosen = _chosen(contestants, widths, turns)
        return tuple(
            tuple(
                Seated(number, self._by_line(table), numbered(turn, boards_per_round))
                for number, table in enumerate(tables, 1)
            )
            for turn, tables in enumerate(chosen)
        )

    def _by_line(self, table: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        at = iter(table)
        return {line: tuple(next(at) for _seat in seats) for line, seats in self.lines.items()}


@lru_cache(maxsize=256)
def _chosen(contestants: int, widths: tuple[int, ...], rounds: int) -> tuple[Tables, ...]:
    """The tables of every round; `widths` says how many sit on each line of a table."""
    room = _Room(contestants, widths)
    return tuple(room.next_tables() for _round in range(rounds))


class _Room:
    """What has happened so far: who rested, who met, who was whose partner, who sat on which line."""

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
        """How well `newcomer` knows the others of the group, were he in place `at`; twice counts four."""
        return sum(
            (self.met[_pair(newcomer, each)] + 1) ** 2 for place, each in enumerate(group) if place != at
        )

    def _seated(self, group: list[int]) -> tuple[int, ...]:
        """The seating with the newest partners, then with everybody on the line he has held least."""
        return min(permutations(group), key=self._strain)

    def _strain(self, table: tuple[int, ...]) -> tuple[int, int]:
        partners = sum(self.partnered[pair] ** 2 for pair in self._partners(table))
        return partners, sum(self.sat[one, line] ** 2 for one, line in zip(table, self.line_at, strict=True))

    def _partners(self, table: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for (one, line), (other, its) in combinations(zip(table, self.line_at, strict=True), 2):
            if line == its:
                yield _pair(one, other)

    def _remember(self, table: tuple[int, ...]) -> None:
        self.met.update(_pair(one, other) for one, other in combinations(table, 2))
        self.partnered.update(self._partners(table))
        self.sat.update(zip(table, self.line_at, strict=True))


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)
