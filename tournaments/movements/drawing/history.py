"""What the rounds played so far say about everybody who is present, worked out once for a draw."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.movements.frame.plan import Seated
from tournaments.movements.frame.state import State

STEPS = 1 << 15
"""Into how many steps the totals' range is divided where they are not whole numbers of a small
fraction."""


@dataclass(frozen=True)
class MeetingHistory:
    """A `State` seen from the next round."""

    state: State

    @cached_property
    def totals(self) -> dict[int, Fraction]:
        """The total of every contestant, penalties taken off."""
        return self.state.totals

    @cached_property
    def met(self) -> Counter[tuple[int, int]]:
        """How often two contestants were opponents, the lower number first."""
        return self.state.met

    @cached_property
    def sat_out(self) -> Counter[int]:
        """How many sit-outs each contestant was given."""
        return self.state.sat_out

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

    def group(self, one: int) -> list[int]:
        """Everybody present who has the same total, best first."""
        return self._groups[self.totals[one]]

    def below(self, one: int) -> tuple[int, ...]:
        """Everybody present who has a lower total, best first."""
        return self.present[self._places[self.group(one)[-1]] + 1 :]

    @cached_property
    def _places(self) -> dict[int, int]:
        return {one: place for place, one in enumerate(self.present)}

    @cached_property
    def may_sit_out(self) -> tuple[int, ...]:
        """Who of those present has rested least: nobody rests again while somebody has rested
        less."""
        least = min((self.sat_out[one] for one in self.present), default=0)
        return tuple(one for one in self.present if self.sat_out[one] == least)

    @cached_property
    def floated(self) -> frozenset[int]:
        """Who met somebody with another total in the last round; today's penalties count for
        then, too."""
        if not self.state.played:
            return frozenset()
        last = self.state.played[-1]
        before = {one: self.totals[one] - last.awards.get(one, 0) for one in self.totals}
        return frozenset(
            one
            for seated in last.tables
            for one in seated.contestants
            if any(before[one] != before[each] for each in seated.contestants)
        )

    @cached_property
    def leaning(self) -> Counter[int]:
        """How much more often each contestant has had the first line of his table than the
        second."""
        leaning: Counter[int] = Counter()
        for rnd in self.state.played:
            leaning.update(_line_of(rnd.tables))
        return leaning

    @cached_property
    def last_line(self) -> dict[int, int]:
        """1 for those who had the first line in the last round, -1 for those who had the second."""
        return _line_of(self.state.played[-1].tables) if self.state.played else {}

    def rounds_met(self, one: int, other: int) -> list[int]:
        """The numbers of the rounds in which the two were opponents."""
        meeting = (min(one, other), max(one, other))
        return [
            number
            for number, rnd in enumerate(self.state.played, 1)
            if any(meeting in seated.meetings for seated in rnd.tables)
        ]

    def have_met(self, one: int, other: int) -> bool:
        """Whether the two were opponents in any round."""
        return (min(one, other), max(one, other)) in self.met


def levels_of(totals: list[Fraction]) -> list[int]:
    """The totals as whole numbers from 0, in the same proportions.

    Exact where all are multiples of one fraction that goes at most `STEPS` times into their range,
    as they are where a table's result is won, drawn or lost. Totals of other methods have
    denominators as long as a board has results; each is then the step of the range it lies on, so
    that totals less than 1/`STEPS` of the range apart may count as equal.
    """
    if max((total.denominator for total in totals), default=1) <= STEPS:
        wholes = _over_one_denominator(totals)
        least = min(wholes, default=0)
        if max(wholes, default=0) - least <= STEPS:
            return [whole - least for whole in wholes]
    lowest, highest = min(totals), max(totals)
    if lowest == highest:
        return [0] * len(totals)
    return [int((total - lowest) * STEPS / (highest - lowest)) for total in totals]


def _over_one_denominator(totals: Sequence[Fraction]) -> list[int]:
    """The numerators over one denominator of all: quicker to compare, and in the same
    proportions."""
    common = lcm(*{total.denominator for total in totals})
    return [total.numerator * (common // total.denominator) for total in totals]


def _line_of(tables: tuple[Seated, ...]) -> dict[int, int]:
    return {
        one: sign
        for seated in tables
        for sign, line in zip((1, -1), seated.lines.values(), strict=True)
        for one in line
    }
