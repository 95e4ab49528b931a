"""By how much a team is ahead on a board, also where a ruling weighs several differences."""

from fractions import Fraction

from games.x import X
from scoring.adjusted.kinds import WeightedAward, WeightedX


def weighted_differences(difference: X | WeightedAward) -> tuple[WeightedX, ...]:
    """The differences of a board with their weights; one alone has all of it."""
    if isinstance(difference, WeightedAward):
        return difference.parts
    return (WeightedX(Fraction(1), difference),)


def mean_difference(difference: X | WeightedAward) -> Fraction:
    """By how much the first team is ahead on a board; of a weighted one the mean."""
    return sum((weight * x for weight, x in weighted_differences(difference)), Fraction(0))
