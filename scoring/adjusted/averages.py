"""Averages: given where a board could not be played, by whose fault it was; see
docs/scoring/rulings.md."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction


class Average(Enum):
    """Plus is for who could not help it, minus for whose fault it was, average for who had a part
    in it.

    From law 12C2 of duplicate bridge.
    """

    AVERAGE = "average"
    PLUS = "average_plus"
    MINUS = "average_minus"

    def with_own_mean(self, award: Fraction, own_mean: Fraction) -> Fraction:
        """The greater of the two for average plus, the lesser for average minus; average stays
        as it is."""
        if self is Average.AVERAGE:
            return award
        return max(award, own_mean) if self is Average.PLUS else min(award, own_mean)


# The percentages before the own mean of the contestant is considered.
PERCENTS: Mapping[Average, Fraction] = {
    Average.AVERAGE: Fraction(50),
    Average.PLUS: Fraction(60),
    Average.MINUS: Fraction(40),
}


class UnsupportedAward(ValueError):
    """A method was asked for something that has no meaning in it; the text names the method."""
