"""The state of a stage from which a movement draws the next round, and the draw."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from games.text import Text
from tournaments.movements.base.plan import RoundSeating


class AllRoundsPlayed(Exception):
    """There is no next round: all were played, or only one contestant is left."""


class PlayedRound(NamedTuple):
    """A round that has ended: its tables, its sit-outs, and the awards of everybody.

    `awards` has the sum of each contestant's awards in the round, or the award of the sit-out if
    the scoring method gives one. A contestant who was absent is in none of the three.
    """

    tables: RoundSeating
    sit_outs: tuple[int, ...] = ()
    awards: Mapping[int, Fraction] = {}


@dataclass(frozen=True)
class StageState:
    """A stage between two rounds.

    Contestants are numbered from 1 to `contestant_count`, and `round_count` is the number of
    planned rounds. `played` are the rounds that have ended.

    `ranking` lists the contestants best first, after penalties and tie-breaks; before the first
    result it is the seeding. Contestants in `absent` get neither a table nor a sit-out. Totals
    include the `carry_over` from the previous stage, and `penalties` are subtracted. `groups` maps
    each contestant to their group in the previous stage.

    For teams `tables_per_match` is 2, and a round is a round of matches. Each table of `played` is
    then a match (see `team_matches.as_match_rounds`) with the awards of the match, and
    `boards_per_round` is the number of boards of a match.
    """

    contestant_count: int
    boards_per_round: int
    round_count: int
    played: tuple[PlayedRound, ...] = ()
    ranking: tuple[int, ...] = ()
    absent: frozenset[int] = frozenset()
    penalties: Mapping[int, Fraction] = field(default_factory=dict)
    groups: Mapping[int, int] = field(default_factory=dict)
    carry_over: Mapping[int, Fraction] = field(default_factory=dict)
    tables_per_match: int = 1

    @property
    def present(self) -> tuple[int, ...]:
        """The contestants who get a table or a sit-out, best first."""
        contestants = self.ranking or range(1, self.contestant_count + 1)
        return tuple(contestant for contestant in contestants if contestant not in self.absent)

    @property
    def totals(self) -> dict[int, Fraction]:
        """The total of every contestant, with the carry-over and without the penalties."""
        deductions = {contestant: -amount for contestant, amount in self.penalties.items()}
        parts = [deductions, self.carry_over, *(round_.awards for round_ in self.played)]
        # Summing numerators over one common denominator is faster than adding fractions.
        denominator = lcm(*{award.denominator for awards in parts for award in awards.values()})
        numerators = dict.fromkeys(range(1, self.contestant_count + 1), 0)
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
        """The number of sit-outs of each contestant."""
        return Counter(contestant for round_ in self.played for contestant in round_.sit_outs)


class Draw(NamedTuple):
    """The next round, with the reasons for each table and each sit-out.

    `reasons` has the reason of each table by its number, `sit_outs` that of each contestant who
    sits out. Both are empty
    for a round of a fixed plan.
    """

    tables: RoundSeating
    reasons: Mapping[int, Text] = {}
    sit_outs: Mapping[int, Text] = {}
