"""What the rounds played so far say about everybody who is present, worked out once for a draw."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import StageState

# The number of steps into which the range of totals is divided if they are not multiples of a
# common, not too small fraction.
TOTAL_LEVELS = 1 << 15


@dataclass(frozen=True)
class MeetingHistory:
    """A `StageState` seen from the next round."""

    state: StageState

    @cached_property
    def totals(self) -> dict[int, Fraction]:
        """The total of every contestant, penalties taken off."""
        return self.state.totals

    @cached_property
    def meeting_counts(self) -> Counter[tuple[int, int]]:
        """How often two contestants were opponents, the lower number first."""
        return self.state.meeting_counts

    @cached_property
    def sit_out_counts(self) -> Counter[int]:
        """How many sit-outs each contestant was given."""
        return self.state.sit_out_counts

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Everybody present, best first: by totals, and by the ranking where they are equal.

        Before the first result the ranking is the seeding and stays as it is.
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
        """Everybody present who has the same total, best first."""
        return self._groups_by_total[self.totals[contestant]]

    def contestants_below(self, contestant: int) -> tuple[int, ...]:
        """Everybody present who has a lower total, best first."""
        return self.present[self._positions[self.contestants_level_with(contestant)[-1]] + 1 :]

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {contestant: place for place, contestant in enumerate(self.present)}

    @cached_property
    def sit_out_candidates(self) -> tuple[int, ...]:
        """Who of those present has rested least: nobody rests again while somebody has rested
        less."""
        fewest = min((self.sit_out_counts[contestant] for contestant in self.present), default=0)
        return tuple(
            contestant for contestant in self.present if self.sit_out_counts[contestant] == fewest
        )

    @cached_property
    def floated_last_round(self) -> frozenset[int]:
        """Who met somebody with another total in the last round; today's penalties count for
        then, too."""
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
        """How much more often each contestant has had the first line of his table than the
        second."""
        balance: Counter[int] = Counter()
        for round_ in self.state.played:
            balance.update(_line_signs(round_.tables))
        return balance

    @cached_property
    def last_line(self) -> dict[int, int]:
        """1 for those who had the first line in the last round, -1 for those who had the second."""
        return _line_signs(self.state.played[-1].tables) if self.state.played else {}

    def rounds_met(self, one: int, other: int) -> list[int]:
        """The numbers of the rounds in which the two were opponents."""
        meeting = (min(one, other), max(one, other))
        return [
            number
            for number, round_ in enumerate(self.state.played, 1)
            if any(meeting in seating.meetings for seating in round_.tables)
        ]

    def have_met(self, one: int, other: int) -> bool:
        """Whether the two were opponents in any round."""
        return (min(one, other), max(one, other)) in self.meeting_counts


def total_levels(totals: list[Fraction]) -> list[int]:
    """The totals as whole numbers from 0, in the same proportions.

    Exact where all are multiples of one fraction that goes at most `TOTAL_LEVELS` times into their range,
    as they are where a table's result is won, drawn or lost. Totals of other methods have
    denominators as long as a board has results; each is then the step of the range it lies on, so
    that totals less than 1/`TOTAL_LEVELS` of the range apart may count as equal.
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
    """The numerators over one denominator of all: quicker to compare, and in the same
    proportions."""
    common = lcm(*{total.denominator for total in totals})
    return [total.numerator * (common // total.denominator) for total in totals]


def _line_signs(tables: tuple[TableSeating, ...]) -> dict[int, int]:
    return {
        contestant: sign
        for seating in tables
        for sign, line in zip((1, -1), seating.lines.values(), strict=True)
        for contestant in line
    }
