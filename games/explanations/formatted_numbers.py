"""Numbers as parameters of sentences, with their sign or with fixed decimals."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from games.x import X


@dataclass(frozen=True)
class SignedNumber:
    """An X with its sign: `str` gives +6, −11 or +5/2, and pages write +2½ for the last."""

    number: X

    def __str__(self) -> str:
        sign = "−" if self.number < 0 else "+" if self.number else ""
        return f"{sign}{abs(self.number)}"


@dataclass(frozen=True)
class RoundedNumber:
    """An award, a total or a mean, printed with a fixed number of decimals."""

    number: X
    decimals: int = 2

    def __str__(self) -> str:
        return f"{float(self.number):.{self.decimals}f}"


def round_half_up(number: Fraction, decimals: int) -> Fraction:
    """Round to these decimals as pages show it; −0.5 becomes −1."""
    scale = 10**decimals
    units = (abs(number) * scale * 2 + 1) // 2
    return Fraction(-units if number < 0 else units, scale)


def rounded_if_fraction(number: X) -> RoundedNumber:
    """Format an integer without decimals, any other number with two."""
    return RoundedNumber(number, 0 if number.denominator == 1 else 2)


def decimals_to_distinguish(larger: Fraction, smaller: Fraction) -> int:
    """Return how many decimals show that `larger` exceeds `smaller`; it must not be equal.

    This is 0 if both are integers, otherwise at least two.
    """
    if larger.denominator == smaller.denominator == 1:
        return 0
    return next(number for number in count(2) if (larger - smaller) * 10**number >= 1)
