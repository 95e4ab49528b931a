"""The kinds of adjusted awards that a ruling may give to one line of a play.

The other line of the play may get another adjusted award, or be scored by its X. If a director
changes the X itself, the play has a flagged result and no adjusted award.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.x import X
from scoring.adjusted.averages import Average


@dataclass(frozen=True)
class FixedAward:
    """An exact award on the scale of the method."""

    award: Fraction


@dataclass(frozen=True)
class PercentAward:
    """An award in percent, 0 to 100, of what the board can give."""

    percent: Fraction


class WeightedX(NamedTuple):
    """An X that might have been made, with its weight: above 0, at most 1."""

    weight: Fraction
    x: X


@dataclass(frozen=True)
class WeightedAward:
    """The weighted mean of the awards of several X; not the award of the mean X.

    Raises ValueError if a weight is not above 0, or the weights do not add up to 1.
    """

    parts: tuple[WeightedX, ...]

    def __post_init__(self) -> None:
        if (
            any(part.weight <= 0 for part in self.parts)
            or sum(part.weight for part in self.parts) != 1
        ):
            weights = ", ".join(str(part.weight) for part in self.parts)
            raise ValueError(f"weights are over 0 and add up to 1, not {weights or 'none at all'}")

    def mean(self, award: Callable[[X], Fraction]) -> Fraction:
        """Return the weighted mean of `award(x)` for its X."""
        return sum((part.weight * award(part.x) for part in self.parts), Fraction(0))


@dataclass(frozen=True)
class NotPlayed:
    """No award: the board does not count for the line, which was not to play it after all."""


# Any adjusted award.
AdjustedAward = Average | FixedAward | PercentAward | WeightedAward | NotPlayed
