"""Averages for boards that could not be played; see docs/scoring/rulings.md."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction


class Average(Enum):
    """The averages that a ruling may give, by how far the contestant was at fault.

    `PLUS` is for contestants without fault, `AVERAGE` for those partly at fault, `MINUS` for those
    fully at fault. After law 12C2 of duplicate bridge.
    """

    AVERAGE = "average"
    PLUS = "average_plus"
    MINUS = "average_minus"

    def with_own_mean(self, award: Fraction, own_mean: Fraction) -> Fraction:
        """Return the greater of `award` and `own_mean` for average plus, the lesser for minus.

        A plain average does not depend on the own mean: `award` is returned.
        """
        if self is Average.AVERAGE:
            return award
        return max(award, own_mean) if self is Average.PLUS else min(award, own_mean)


# The percentages of the averages, without regard to the contestant's own mean.
PERCENTS: Mapping[Average, Fraction] = {
    Average.AVERAGE: Fraction(50),
    Average.PLUS: Fraction(60),
    Average.MINUS: Fraction(40),
}


class UnsupportedAward(ValueError):
    """The method has no averages or percentages; the message names the method."""
