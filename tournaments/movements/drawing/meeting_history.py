"""What the rounds played so far say about everybody who is present, worked out once for a draw."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import StageState

TOTAL_LEVELS = 1 << 15
"""Into how many steps the totals' range is divided where they are not whole numbers of a small
fraction."""


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
        listed = self.state.present
        if not self.state.played:
            return listed
        whole = dict(
            zip(listed, _over_one_denominator([self.totals[one] for one in listed]), strict=True)
        )
        return tuple(sorted(listed, key=whole.__getitem__, reverse=True))

    @cached_property
    def _groups(self) -> dict[Fraction, list[int]]:
        groups: dict[Fraction, list[int]] = {}
        for one in self.present:
            groups.setdefault(self.totals[one], []).append(one)
        return groups

    def contestants_level_with(self, one: int) -> list[int]:
        """Everybody present who has the same total, best first."""
        return self._groups[self.totals[one]]

    def contestants_below(self, one: int) -> tuple[int, ...]:
        """Everybody present who has a lower total, best first."""
        return self.present[self._places[self.contestants_level_with(one)[-1]] + 1 :]

    @cached_property
    def _places(self) -> dict[int, int]:
        return {one: place for place, one in enumerate(self.present)}

    @cached_property
    def sit_out_candidates(self) -> tuple[int, ...]:
        """Who of those present has rested least: nobody rests again while somebody has rested
        less."""
        least = min((self.sit_out_counts[one] for one in self.present), default=0)
        return tuple(one for one in self.present if self.sit_out_counts[one] == least)

    @cached_property
    def floated_last_round(self) -> frozenset[int]:
        """Who met somebody with another total in the last round; today's penalties count for
        then, too."""
        if not self.state.played:
            return frozenset()
        last = self.state.played[-1]
        before = {one: self.totals[one] - last.awards.get(one, 0) for one in self.totals}
        return frozenset(
            one
            for seating in last.tables
            for one in seating.contestants
            if any(before[one] != before[each] for each in seating.contestants)
        )

    @cached_property
    def line_balance(self) -> Counter[int]:
        """How much more often each contestant has had the first line of his table than the
        second."""
        line_balance: Counter[int] = Counter()
        for round_ in self.state.played:
            line_balance.update(_line_of(round_.tables))
        return line_balance

    @cached_property
    def last_line(self) -> dict[int, int]:
        """1 for those who had the first line in the last round, -1 for those who had the second."""
        return _line_of(self.state.played[-1].tables) if self.state.played else {}

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
        wholes = _over_one_denominator(totals)
        least = min(wholes, default=0)
        if max(wholes, default=0) - least <= TOTAL_LEVELS:
            return [whole - least for whole in wholes]
    lowest, highest = min(totals), max(totals)
    if lowest == highest:
        return [0] * len(totals)
    return [int((total - lowest) * TOTAL_LEVELS / (highest - lowest)) for total in totals]


def _over_one_denominator(totals: Sequence[Fraction]) -> list[int]:
    """The numerators over one denominator of all: quicker to compare, and in the same
    proportions."""
    common = lcm(*{total.denominator for total in totals})
    return [total.numerator * (common // total.denominator) for total in totals]


def _line_of(tables: tuple[TableSeating, ...]) -> dict[int, int]:
    return {
        one: sign
        for seating in tables
        for sign, line in zip((1, -1), seating.lines.values(), strict=True)
        for one in line
    }
