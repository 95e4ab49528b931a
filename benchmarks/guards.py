"""How often a table is asked about its result: an honest one, one of the other side, one of another
board.

Whole evenings of simulated play (players.py), every figure recomputed from seeds;
docs/developers/result-checks.md says what is assumed. Prints the shares of each kind of evening;
exits 1 where one is worse than `LIMITS`.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.players import CLUB, STRANGERS, Club, Player, play
from games.catalogue import get_game
from games.fields import Outcome
from games.forecast import Forecast
from scoring.session_evidence import SessionEvidence
from tournaments.movements.barometer import Barometer
from tournaments.movements.base.plan import RoundSeating, TableSeating
from tournaments.movements.mitchell import Mitchell

GAME = get_game("botifarra")
LIMITS = {"honest": 0.025, "swapped": 0.55, "wrong boards": 0.90}
"""At most so many honest entries are asked about; at least so many of the others."""

SHUFFLED = 0.05
"""So many tables of a round take its boards in any order, and write each on its own."""

MINUTES = (7.0, 1.5)
"""What a board takes: the mean and its standard deviation."""

EVENINGS = 6
KINDS = ("ahead", "as proposed")
"""Wrong boards that can be written at all: a later one of the round, and all of them in another
order."""


@dataclass
class Tally:
    """How many of each kind there were, and how many of them were asked about."""

    all: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)

    def count(self, kind: str, reasons: Iterable[str]) -> None:
        """One more; `why` is empty where nobody asked."""
        reasons = list(reasons)
        self.all[kind] += 1
        self.asked[kind] += bool(reasons)
        self.why.update((kind, reason) for reason in reasons)

    def share(self, kind: str) -> float:
        """The part that was asked about; of wrong boards the mean of its kinds, which weigh the
        same."""
        if kind == "wrong boards":
            return sum(map(self.share, KINDS)) / len(KINDS)
        return self.asked[kind] / self.all[kind]

    def __iadd__(self, other: "Tally") -> "Tally":
        self.all += other.all
        self.asked += other.asked
        self.why += other.why
        return self


@dataclass
class Evening:
    """A room: its rounds, its people, and what has been written down so far."""

    rounds: tuple[tuple[TableSeating, ...], ...]
    club: Club
    random: Random
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        seed = f"{self.random.getrandbits(256):064x}"
        self.deal = cache(lambda number: GAME.deal(seed, "", number))
        self.written: dict[int, dict[int, Outcome]] = defaultdict(dict)
        self.forecasts: dict[object, Forecast] = {}
        self.people: dict[tuple[int, int], Player] = defaultdict(
            lambda: self.club.player(self.random)
        )

    def run(self) -> Tally:
        """Play every round; what is written is honest, the mistakes are only tried."""
        for round_ in self.rounds:
            for _minute, sitting, place in sorted(
                self._entries(round_), key=lambda entry: entry[0]
            ):
                sitting.write(place, self)
        return self.tally

    def _entries(self, seatings: Iterable[TableSeating]) -> Iterator[tuple[float, "Sitting", int]]:
        for seated in seatings:
            sitting, minute = (
                Sitting(self._played(seated), self._order(seated), next(_numbers)),
                0.0,
            )
            for place in range(len(seated.boards)):
                minute += max(2.0, self.random.gauss(*MINUTES))
                yield minute, sitting, place

    def _order(self, seated: TableSeating) -> list[int]:
        order = list(seated.boards)
        if self.random.random() < SHUFFLED:
            self.random.shuffle(order)
        return order

    def _played(self, seated: TableSeating) -> dict[int, Outcome]:
        players = {seat: self.people[seated.lines[line][0], part] for line, seat, part in _PARTS}
        return {number: play(self.deal(number), players, self.random) for number in seated.boards}

    def known(self) -> SessionEvidence:
        """What the room knows at this moment."""
        return SessionEvidence(GAME, self.deal, self.written, self.forecasts)


_numbers = count(1)
_PARTS = (("ns", "N", 0), ("ns", "S", 1), ("ew", "E", 0), ("ew", "W", 1))


@dataclass
class Sitting:
    """A table in a round: what happens on its boards, and the order in which it takes them."""

    played: dict[int, Outcome]
    order: list[int]
    number: int

    def write(self, place: int, evening: Evening) -> None:
        """One honest entry, and instead of it every mistake that could be made here."""
        number, own_results = self.order[place], self.own(self.order[:place])
        outcome, ask = self.played[number], partial(self.ask, evening.known(), own_results)
        first = not evening.written[number]
        _count(evening.tally, "honest", ask(outcome, number), first)
        if outcome["ns_points"] != 36:
            _count(evening.tally, "swapped", ask(GAME.swap_sides(outcome), number), first)
        if self.order == sorted(self.order):
            self._mistake(place, ask, evening)
        evening.written[number][self.number] = outcome

    def own(self, written: Iterable[int]) -> dict[int, Outcome | None]:
        """The table's boards of the round with what is written on them."""
        written = set(written)
        return {
            number: outcome if number in written else None
            for number, outcome in self.played.items()
        }

    def ask(
        self,
        evidence: SessionEvidence,
        own_results: Mapping[int, Outcome | None],
        outcome: Outcome,
        number: int,
    ) -> list[str]:
        """Why the product would ask about a result written on board `number`."""
        return evidence.reasons(outcome, number, own_results, self.number)

    def _mistake(
        self, place: int, ask: Callable[[Outcome, int], list[str]], evening: Evening
    ) -> None:
        """A result on a later board of the round, or all of them in another order."""
        for other in self.order[place + 1 :]:
            evening.tally.count("ahead", ask(self.played[self.order[place]], other))
        if place == len(self.order) - 1:
            evening.tally.count("as proposed", self._as_proposed(evening))

    def _as_proposed(self, evening: Evening) -> list[str]:
        """The boards taken in another order, and each written on the one the phone proposes
        next."""
        taken, evidence = list(self.order), evening.known()
        while taken == self.order:
            evening.random.shuffle(taken)
        own_results: dict[int, Outcome | None] = dict.fromkeys(self.order)
        for number, truly in zip(self.order, taken, strict=True):
            if reasons := self.ask(evidence, own_results, self.played[truly], number):
                return reasons
            own_results[number] = self.played[truly]
        return []


def _count(tally: Tally, kind: str, reasons: list[str], first: bool) -> None:
    tally.count(kind, reasons)
    if first:
        tally.count(f"{kind}, first on its board", reasons)


def mitchell(tables: int, boards: int) -> tuple[RoundSeating, ...]:
    """A Mitchell of so many tables."""
    return Mitchell().plan(2 * tables, min(tables, 8), boards).rounds


def barometer(tables: int, boards: int) -> tuple[RoundSeating, ...]:
    """Every table the same boards at once, as in a Swiss."""
    return Barometer().plan(2 * tables, 7, boards).rounds


ROOMS = {
    "Mitchell, 8 tables, 3 boards": lambda: mitchell(8, 3),
    "Mitchell, 12 tables, 2 boards": lambda: mitchell(12, 2),
    "Mitchell, 16 tables, 3 boards": lambda: mitchell(16, 3),
    "Barometer, 8 tables, 4 boards": lambda: barometer(8, 4),
}


def measured(room: str, evenings: int, club: Club, seed: int = 1) -> Tally:
    """So many evenings of a room."""
    tally = Tally()
    for evening in range(evenings):
        tally += Evening(ROOMS[room](), club, Random(f"{seed}:{room}:{evening}:{club.name}")).run()
    return tally


SHOWN = (
    "honest",
    "honest, first on its board",
    "swapped",
    "swapped, first on its board",
    "wrong boards",
    *KINDS,
)


def main() -> int:
    """Measure every room with the club the forecast was made for, then with strangers to it."""
    bad = False
    for club in (CLUB, STRANGERS):
        together = Tally()
        for room in ROOMS:
            start, tally = process_time(), measured(room, EVENINGS, club)
            _show(f"{club.name}; {room}", tally, process_time() - start)
            together += tally
        _show(f"{club.name}; all", together, 0)
        bad |= club is CLUB and not holds(together)
    return bad


def holds(tally: Tally) -> bool:
    """Whether the shares keep to `LIMITS`."""
    return tally.share("honest") <= LIMITS["honest"] and all(
        tally.share(kind) >= LIMITS[kind] for kind in ("swapped", "wrong boards")
    )


def _show(name: str, tally: Tally, seconds: float) -> None:
    shares = ", ".join(f"{kind} {100 * tally.share(kind):.1f} %" for kind in SHOWN)
    print(f"{name}: {tally.all['honest']} entries: {shares} ({seconds:.1f} s)")


if __name__ == "__main__":
    sys.exit(main())
