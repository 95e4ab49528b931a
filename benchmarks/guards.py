"""How often a table is asked about a result: an honest one, a swapped one, a wrong board.

Whole sessions of simulated play (players.py), recomputed from seeds; docs/developers/result-
checks.md states the assumptions. Prints the shares for each kind of session; ends with 1 if one is
worse than `LIMITS`.
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
# Maximum fraction of honest entries that are asked about, and minimum fraction of the others.
LIMITS = {"honest": 1 / 60, "swapped": 0.50, "wrong boards": 0.90}

# Fraction of the tables that play the boards of a round in random order, and enter them correctly.
SHUFFLED = 0.05

# Minutes per board: the mean and the standard deviation.
MINUTES = (7.0, 1.5)

EVENINGS = 6
# Wrong boards that a phone accepts: a later one of the round, and all of them in another order.
KINDS = ("ahead", "as proposed")


@dataclass
class Tally:
    """The number of entries of each kind, and how many of them were asked about."""

    all: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)

    def count(self, kind: str, reasons: Iterable[str]) -> None:
        """Count an entry; `reasons` is empty if it was not asked about."""
        reasons = list(reasons)
        self.all[kind] += 1
        self.asked[kind] += bool(reasons)
        self.why.update((kind, reason) for reason in reasons)

    def share(self, kind: str) -> float:
        """Return the fraction that was asked about.

        For wrong boards it is the mean of their kinds, with equal weights.
        """
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
    """A simulated session: its rounds, its players, and the results entered so far."""

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
        """Play every round and enter honest results; mistakes are only checked, not entered."""
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
        """Return the evidence of all results entered so far."""
        return SessionEvidence(GAME, self.deal, self.written, self.forecasts)


_numbers = count(1)
_PARTS = (("ns", "N", 0), ("ns", "S", 1), ("ew", "E", 0), ("ew", "W", 1))


@dataclass
class Sitting:
    """A table in a round: its outcomes, and the order in which it plays its boards."""

    played: dict[int, Outcome]
    order: list[int]
    number: int

    def write(self, place: int, evening: Evening) -> None:
        """Enter one honest result, after checking every mistake possible at this point."""
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
        """Return the table's boards of the round with the outcomes entered so far."""
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
        """Return why the product would ask about an outcome on board `number`."""
        return evidence.reasons(outcome, number, own_results, self.number)

    def _mistake(
        self, place: int, ask: Callable[[Outcome, int], list[str]], evening: Evening
    ) -> None:
        """Check the result on each later board, and all boards entered in another order."""
        for other in self.order[place + 1 :]:
            evening.tally.count("ahead", ask(self.played[self.order[place]], other))
        if place == len(self.order) - 1:
            evening.tally.count("as proposed", self._as_proposed(evening))

    def _as_proposed(self, evening: Evening) -> list[str]:
        """Return why the boards, played in another order, are asked about.

        Each outcome is entered on the board that the phone proposes next.
        """
        play_order, evidence = list(self.order), evening.known()
        while play_order == self.order:
            evening.random.shuffle(play_order)
        own_results: dict[int, Outcome | None] = dict.fromkeys(self.order)
        for number, played_board in zip(self.order, play_order, strict=True):
            if reasons := self.ask(evidence, own_results, self.played[played_board], number):
                return reasons
            own_results[number] = self.played[played_board]
        return []


def _count(tally: Tally, kind: str, reasons: list[str], first: bool) -> None:
    tally.count(kind, reasons)
    if first:
        tally.count(f"{kind}, first on its board", reasons)


def mitchell(tables: int, boards: int) -> tuple[RoundSeating, ...]:
    """Return the rounds of a Mitchell with this many tables."""
    return Mitchell().plan(2 * tables, min(tables, 8), boards).rounds


def barometer(tables: int, boards: int) -> tuple[RoundSeating, ...]:
    """Return the rounds of a barometer, in which all tables play the same boards at once."""
    return Barometer().plan(2 * tables, 7, boards).rounds


ROOMS = {
    "Mitchell, 8 tables, 3 boards": lambda: mitchell(8, 3),
    "Mitchell, 12 tables, 2 boards": lambda: mitchell(12, 2),
    "Mitchell, 16 tables, 3 boards": lambda: mitchell(16, 3),
    "Barometer, 8 tables, 4 boards": lambda: barometer(8, 4),
}


def measured(room: str, evenings: int, club: Club, seed: int = 1) -> Tally:
    """Simulate `evenings` sessions of a room."""
    tally = Tally()
    for evening in range(evenings):
        tally += Evening(ROOMS[room](), club, Random(f"{seed}:{room}:{evening}:{club.name}")).run()
    return tally


PRINTED_KINDS = (
    "honest",
    "honest, first on its board",
    "swapped",
    "swapped, first on its board",
    "wrong boards",
    *KINDS,
)


def main() -> int:
    """Measure every room with the club that the forecast was fitted to, and with strangers."""
    bad = False
    for club in (CLUB, STRANGERS):
        total = Tally()
        for room in ROOMS:
            start, tally = process_time(), measured(room, EVENINGS, club)
            _show(f"{club.name}; {room}", tally, process_time() - start)
            total += tally
        _show(f"{club.name}; all", total, 0)
        bad |= club is CLUB and not holds(total)
    return bad


def holds(tally: Tally) -> bool:
    """Return whether the shares are within `LIMITS`."""
    return tally.share("honest") <= LIMITS["honest"] and all(
        tally.share(kind) >= LIMITS[kind] for kind in ("swapped", "wrong boards")
    )


def _show(name: str, tally: Tally, seconds: float) -> None:
    shares = ", ".join(f"{kind} {100 * tally.share(kind):.1f} %" for kind in PRINTED_KINDS)
    print(f"{name}: {tally.all['honest']} entries: {shares} ({seconds:.1f} s)")


if __name__ == "__main__":
    sys.exit(main())
