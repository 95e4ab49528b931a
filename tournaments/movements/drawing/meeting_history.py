"""Meetings, sit-outs and totals of the rounds played so far, computed once for each draw."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import StageState

# The range of totals is divided into this many steps, unless all totals are multiples of a common
# fraction that is not smaller.
TOTAL_LEVELS = 1 << 15


@dataclass(frozen=True)
class MeetingHistory:
    """The meetings, sit-outs and totals of a `StageState`, as the next draw needs them."""

    state: StageState

    @cached_property
    def totals(self) -> dict[int, Fraction]:
        """The total of every contestant, without penalties."""
        return self.state.totals

    @cached_property
    def meeting_counts(self) -> Counter[tuple[int, int]]:
        """How often two contestants were opponents, the lower number first."""
        return self.state.meeting_counts

    @cached_property
    def sit_out_counts(self) -> Counter[int]:
        """The number of sit-outs of each contestant."""
        return self.state.sit_out_counts

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The contestants present, best first: by total, equal totals in the order of the ranking.

        Before the first result this is the seeding.
        """
        ranking = self.state.present
        if not self.state.played:
            return ranking
        comparable_totals = dict(
            zip(
                ranking,
                _common_numerators([self.totals[contestant] for contestant in ranking]),
                strict=True,
            )
        )
        return tuple(sorted(ranking, key=comparable_totals.__getitem__, reverse=True))

    @cached_property
    def _groups_by_total(self) -> dict[Fraction, list[int]]:
        groups: dict[Fraction, list[int]] = {}
        for contestant in self.present:
            groups.setdefault(self.totals[contestant], []).append(contestant)
        return groups

    def contestants_level_with(self, contestant: int) -> list[int]:
        """Return the contestants present with the same total, themselves included, best first."""
        return self._groups_by_total[self.totals[contestant]]

    def contestants_below(self, contestant: int) -> tuple[int, ...]:
        """Return the contestants present with a lower total, best first."""
        return self.present[self._positions[self.contestants_level_with(contestant)[-1]] + 1 :]

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {contestant: place for place, contestant in enumerate(self.present)}

    @cached_property
    def sit_out_candidates(self) -> tuple[int, ...]:
        """The contestants present with the fewest sit-outs; only these may sit out."""
        fewest = min((self.sit_out_counts[contestant] for contestant in self.present), default=0)
        return tuple(
            contestant for contestant in self.present if self.sit_out_counts[contestant] == fewest
        )

    @cached_property
    def floated_last_round(self) -> frozenset[int]:
        """The contestants who met an opponent with another total in the last round.

        Totals before that round are computed with the present penalties.
        """
        if not self.state.played:
            return frozenset()
        last_round = self.state.played[-1]
        totals_before = {
            contestant: self.totals[contestant] - last_round.awards.get(contestant, 0)
            for contestant in self.totals
        }
        return frozenset(
            contestant
            for seating in last_round.tables
            for contestant in seating.contestants
            if any(
                totals_before[contestant] != totals_before[other] for other in seating.contestants
            )
        )

    @cached_property
    def line_balance(self) -> Counter[int]:
        """How much more often each contestant had the first line of their table than the second."""
        balance: Counter[int] = Counter()
        for round_ in self.state.played:
            balance.update(_line_signs(round_.tables))
        return balance

    @cached_property
    def last_line(self) -> dict[int, int]:
        """1 for each contestant who had the first line in the last round, -1 for the second."""
        return _line_signs(self.state.played[-1].tables) if self.state.played else {}

    def rounds_met(self, one: int, other: int) -> list[int]:
        """Return the numbers of the rounds in which two contestants were opponents."""
        meeting = (min(one, other), max(one, other))
        return [
            number
            for number, round_ in enumerate(self.state.played, 1)
            if any(meeting in seating.meetings for seating in round_.tables)
        ]

    def have_met(self, one: int, other: int) -> bool:
        """Return whether two contestants were opponents in any round."""
        return (min(one, other), max(one, other)) in self.meeting_counts


def total_levels(totals: list[Fraction]) -> list[int]:
    """Return the totals as whole numbers from 0, with proportional differences.

    The numbers are exact if all totals are multiples of one fraction of which at most
    `TOTAL_LEVELS` fit into their range, as with wins, ties and losses. Other methods have
    denominators as large as the number of results of a board. Then each total is rounded down to
    one of `TOTAL_LEVELS` steps of the range, and nearly equal totals may count as equal.
    """
    if max((total.denominator for total in totals), default=1) <= TOTAL_LEVELS:
        numerators = _common_numerators(totals)
        lowest_numerator = min(numerators, default=0)
        if max(numerators, default=0) - lowest_numerator <= TOTAL_LEVELS:
            return [numerator - lowest_numerator for numerator in numerators]
    lowest, highest = min(totals), max(totals)
    if lowest == highest:
        return [0] * len(totals)
    return [int((total - lowest) * TOTAL_LEVELS / (highest - lowest)) for total in totals]


def _common_numerators(totals: Sequence[Fraction]) -> list[int]:
    """Return the numerators of the totals over a common denominator, which compare faster."""
    common = lcm(*{total.denominator for total in totals})
    return [total.numerator * (common // total.denominator) for total in totals]


def _line_signs(tables: tuple[TableSeating, ...]) -> dict[int, int]:
    return {
        contestant: sign
        for seating in tables
        for sign, line in zip((1, -1), seating.lines.values(), strict=True)
        for contestant in line
    }
