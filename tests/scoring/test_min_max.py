"""The official scale: published tables, flagged results and options."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from games.catalogue import get_game
from games.options import InvalidOption, UnknownName
from scoring.catalogue import get_method
from scoring.event_scoring import score_event
from scoring.min_max import MinMax, as_percent
from scoring.number_format import format_truncated
from scoring.results_sheet import read_results_sheet

GOLDEN = Path(__file__).parent.parent / "golden"
LINES = ("ns", "ew")
PUBLISHED_PERCENTS = [(45, 72), (68, 42), (63, 48), (0, 100), (100, 0)]
EXACT_PERCENTS = [
    ("500/11", "800/11"),
    ("750/11", "1400/33"),
    ("700/11", "1600/33"),
    ("0", "100"),
    ("100", "0"),
]


def awards(xs, flagged_xs=(), **options):
    scale = MinMax(options).scale(Counter(xs), Counter(flagged_xs), len(xs) + len(flagged_xs))
    return [scale.award(x, False) for x in xs], [scale.award(x, True) for x in flagged_xs]


def test_awards_match_published_butinet_table():
    results = read_results_sheet((GOLDEN / "butinet.csv").read_bytes(), get_game("botifarra"))[1]
    scored = score_event({1: results}, LINES, MinMax())
    percents = [
        tuple(as_percent(scored.award(1, line, result)) for line in LINES) for result in results
    ]
    assert percents == [tuple(map(Fraction, pair)) for pair in EXACT_PERCENTS]
    assert [
        tuple(int(format_truncated(percent)) for percent in pair) for pair in percents
    ] == PUBLISHED_PERCENTS


def test_negative_results_are_scored_between_their_extremes():
    scale = MinMax().scale(Counter([-4, -17, -10]), {}, 3)
    assert [as_percent(scale.award(x, False)) for x in (-4, -17, -10)] == [
        100,
        0,
        Fraction(700, 13),
    ]
    assert (scale.low, scale.high) == (-17, -4)


@pytest.mark.parametrize(("equal", "award"), [("3/2", Fraction(3, 2)), ("2", 2), ("none", None)])
def test_equal_results_score_by_option(equal, award):
    assert awards([7, 7], equal=equal) == ([award, award], [])
    assert awards([7], equal=equal) == ([award], [])


def test_half_points_are_scored_exactly():
    half = Fraction(1, 2)
    assert awards([half, 4, 3 * half]) == ([1, 2, 1 + Fraction(2, 7)], [])


def test_flagged_result_is_clamped_to_min_and_max():
    assert awards([0, 10], [36, -36, 5, 10, 0]) == ([1, 2], [2, 1, Fraction(3, 2), 2, 1])


def test_flagged_result_above_or_below_equal_ones_gets_max_or_min():
    assert awards([4, 4], [5, 4, 3]) == ([Fraction(3, 2)] * 2, [2, Fraction(3, 2), 1])
    assert awards([4], [5, 4, 3], equal="none") == ([None], [2, None, 1])


def test_flagged_results_set_extremes_without_ordinary_ones():
    assert awards([], [36, -36, 0]) == ([], [2, 1, Fraction(3, 2)])


def test_flagged_result_sets_an_extreme_if_flagged_results_count():
    assert awards([0, 10], [30], flagged="in") == ([1, Fraction(4, 3)], [2])


def test_scale_without_results_raises_value_error():
    with pytest.raises(ValueError, match="empty"):
        MinMax().scale({}, {}, 3)


def test_unknown_method_and_option_raise_with_alternatives():
    with pytest.raises(UnknownName, match="min_max"):
        get_method("median")
    with pytest.raises(InvalidOption, match=r"'equal' is one of 3/2, 2, none.*no option 'x'"):
        get_method("min_max", {"equal": "1", "x": "1"})
