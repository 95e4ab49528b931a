"""What a movement may look at before it says the next round, and what it answers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from games.text import Words
from tournaments.movements.base.plan import RoundSeating


class AllRoundsPlayed(Exception):
    """No round is left: there is none after the last that was planned, or only one contestant
    remains."""


class PlayedRound(NamedTuple):
    """A round that is over: its tables, who was given a sit-out, and what everybody got from it.

    `awards` are the sums over the round's boards; a sit-out's award is among them where the method
    gives one. Who was not there (not yet come, or withdrawn) is in none of the three.
    """

    tables: RoundSeating
    sit_outs: tuple[int, ...] = ()
    awards: Mapping[int, Fraction] = {}


@dataclass(frozen=True)
class StageState:
    """Where a stage stands. Contestants are numbers from 1 to `contestants`; `rounds` are planned
    in all.

    `ranking` lists them best first, as the standings do with penalties and tie-breaks; before the
    first result it is the seeding. Who is in `absent` is not seated any more, or not yet.
    `penalties` are taken from the totals, what each has `carried` over from the stage before is in
    them. `groups` tells who came out of the same group of that stage. Where teams meet,
    `tables_per_match` is 2: then the tables of `played` are matches (`two_tables.as_match_rounds`),
    their awards those of matches, `boards_per_round` all boards of a match, `rounds` rounds of
    matches.
    """

    contestants: int
    boards_per_round: int
    rounds: int
    played: tuple[PlayedRound, ...] = ()
    ranking: tuple[int, ...] = ()
    absent: frozenset[int] = frozenset()
    penalties: Mapping[int, Fraction] = field(default_factory=dict)
    groups: Mapping[int, int] = field(default_factory=dict)
    carry_over: Mapping[int, Fraction] = field(default_factory=dict)
    tables_per_match: int = 1

    @property
    def present(self) -> tuple[int, ...]:
        """Who is to be seated or given a sit-out, best first."""
        everybody = self.ranking or range(1, self.contestants + 1)
        return tuple(contestant for contestant in everybody if contestant not in self.absent)

    @property
    def totals(self) -> dict[int, Fraction]:
        """The total of every contestant, with what he brought along, penalties taken off."""
        deductions = {contestant: -amount for contestant, amount in self.penalties.items()}
        parts = [deductions, self.carry_over, *(round_.awards for round_ in self.played)]
        # Summing numerators over one common denominator is faster than adding fractions.
        denominator = lcm(*{award.denominator for awards in parts for award in awards.values()})
        numerators = dict.fromkeys(range(1, self.contestants + 1), 0)
        for awards in parts:
            for contestant, award in awards.items():
                numerators[contestant] += award.numerator * (denominator // award.denominator)
        return {
            contestant: Fraction(numerator, denominator)
            for contestant, numerator in numerators.items()
        }

    @property
    def meeting_counts(self) -> Counter[tuple[int, int]]:
        """How often two contestants were opponents, the lower number first."""
        return Counter(
            meeting
            for round_ in self.played
            for seating in round_.tables
            for meeting in seating.meetings
        )

    @property
    def sit_out_counts(self) -> Counter[int]:
        """How many sit-outs each contestant was given."""
        return Counter(contestant for round_ in self.played for contestant in round_.sit_outs)


class Draw(NamedTuple):
    """The next round: its tables, and in words why each table meets and each contestant sits out.

    A fixed plan has no reasons: it was made before anybody came.
    """

    tables: RoundSeating
    reasons: Mapping[int, Words] = {}
    sit_outs: Mapping[int, Words] = {}
