"""Butler: the difference of X to the trimmed mean."""

from collections import Counter
from fractions import Fraction

import pytest

from scoring.butler import Butler, trimmed_mean


def awards(xs, flagged_xs=(), **options):
    scale = Butler(options).scale(Counter(xs), Counter(flagged_xs), len(xs) + len(flagged_xs))
    return [scale.award(x, False) for x in xs], [scale.award(x, True) for x in flagged_xs]


@pytest.mark.parametrize(
    ("xs", "mean"),
    [
        ([7], 7),
        ([4, 1, 1], 2),
        ([10, 0, 0, 1], Fraction(11, 4)),
        ([-20, 2, 3, 5, 40], Fraction(10, 3)),
        ([9, 9, 1, 1, 4], Fraction(14, 3)),
        ([Fraction(1, 2), 1], Fraction(3, 4)),
    ],
)
def test_mean_drops_highest_and_lowest_from_five_results_on(xs, mean):
    assert trimmed_mean(Counter(xs)) == mean


def test_award_is_difference_to_trimmed_mean():
    third = Fraction(1, 3)
    assert awards([-20, 2, 3, 5, 40])[0] == [
        -70 * third,
        -4 * third,
        -third,
        5 * third,
        110 * third,
    ]


def test_flagged_result_does_not_change_other_awards():
    assert awards([2, 4], [30]) == ([-1, 1], [27])
    assert awards([2, 4], [30], flagged="in") == ([-10, -8], [18])
    assert awards([], [30, 10]) == ([], [10, -10])


def test_scale_without_results_raises_value_error():
    with pytest.raises(ValueError, match="empty"):
        Butler().scale({}, {}, 3)
