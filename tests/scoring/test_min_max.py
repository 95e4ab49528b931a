"""The official scale against published tables, and what flags and options change."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from games.catalogue import get_game
from games.options import OptionProblem, UnknownName
from scoring.catalogue import get_method
from scoring.event_scoring import score_event
from scoring.min_max import MinMax, as_percent
from scoring.number_format import format_truncated
from scoring.results_sheet import read_results_sheet

GOLDEN = Path(__file__).parent.parent / "golden"
LINES = ("ns", "ew")
PUBLISHED = [(45, 72), (68, 42), (63, 48), (0, 100), (100, 0)]
EXACT = [
    ("500/11", "800/11"),
    ("750/11", "1400/33"),
    ("700/11", "1600/33"),
    ("0", "100"),
    ("100", "0"),
]


def awards(xs, flagged_xs=(), **options):
    scale = MinMax(options).scale(Counter(xs), Counter(flagged_xs), len(xs) + len(flagged_xs))
    return [scale.award(x, False) for x in xs], [scale.award(x, True) for x in flagged_xs]


def test_the_published_table_of_butinet():
    results = read_results_sheet((GOLDEN / "butinet.csv").read_bytes(), get_game("botifarra"))[1]
    scored = score_event({1: results}, LINES, MinMax())
    shown = [tuple(as_percent(scored.award(1, line, each)) for line in LINES) for each in results]
    assert shown == [tuple(map(Fraction, pair)) for pair in EXACT]
    assert [tuple(int(format_truncated(each)) for each in pair) for pair in shown] == PUBLISHED


def test_a_board_where_everybody_lost():
    scale = MinMax().scale(Counter([-4, -17, -10]), {}, 3)
    assert [as_percent(scale.award(x, False)) for x in (-4, -17, -10)] == [
        100,
        0,
        Fraction(700, 13),
    ]
    assert (scale.low, scale.high) == (-17, -4)


@pytest.mark.parametrize(("equal", "award"), [("3/2", Fraction(3, 2)), ("2", 2), ("none", None)])
def test_equal_results_get_what_the_option_says(equal, award):
    assert awards([7, 7], equal=equal) == ([award, award], [])
    assert awards([7], equal=equal) == ([award], [])


def test_halves_stay_exact():
    half = Fraction(1, 2)
    assert awards([half, 4, 3 * half]) == ([1, 2, 1 + Fraction(2, 7)], [])


def test_flagged_results_are_held_between_the_extremes_of_the_others():
    assert awards([0, 10], [36, -36, 5, 10, 0]) == ([1, 2], [2, 1, Fraction(3, 2), 2, 1])


def test_flagged_results_beside_one_level():
    assert awards([4, 4], [5, 4, 3]) == ([Fraction(3, 2)] * 2, [2, Fraction(3, 2), 1])
    assert awards([4], [5, 4, 3], equal="none") == ([None], [2, None, 1])


def test_without_an_ordinary_result_the_flagged_ones_make_the_extremes():
    assert awards([], [36, -36, 0]) == ([], [2, 1, Fraction(3, 2)])


def test_flagged_in_stretches_the_scale_for_all():
    assert awards([0, 10], [30], flagged="in") == ([1, Fraction(4, 3)], [2])


def test_nothing_to_compare_is_an_error():
    with pytest.raises(ValueError, match="empty"):
        MinMax().scale({}, {}, 3)


def test_unknown_names_and_options_are_told():
    with pytest.raises(UnknownName, match="min_max"):
        get_method("median")
    with pytest.raises(OptionProblem, match=r"'equal' is one of 3/2, 2, none.*no option 'x'"):
        get_method("min_max", {"equal": "1", "x": "1"})
