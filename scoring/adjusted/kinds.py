"""What a ruling may give one line of a play; the other line may be given something else, or keep
its X.

An artificial X is none of these: it is an X like any other, and flagged, as what a director rules
always is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.x import X
from scoring.adjusted.averages import Average


@dataclass(frozen=True)
class FixedAward:
    """An award as the director says it, exact, in awards of the method."""

    award: Fraction


@dataclass(frozen=True)
class PercentAward:
    """An award as so many percent, 0 to 100, of what the board can give."""

    percent: Fraction


class WeightedX(NamedTuple):
    """An X that might have been made, and how likely: over 0, at most 1."""

    weight: Fraction
    x: X


@dataclass(frozen=True)
class WeightedAward:
    """The mean of the awards that several X would have had; never the award of a mean X.

    Raises ValueError where a weight is not over 0, or the weights do not add up to 1.
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
        """The weighted mean of the awards of its X."""
        return sum((part.weight * award(part.x) for part in self.parts), Fraction(0))


@dataclass(frozen=True)
class NotPlayed:
    """Nothing: the board does not count for the line, and the play is not due."""


# Any adjusted award.
AdjustedAward = Average | FixedAward | PercentAward | WeightedAward | NotPlayed
