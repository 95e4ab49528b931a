"""The scale of victory points, checked against its page and a second computation."""

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from math import floor, sqrt
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.catalogue import get_game
from scoring.catalogue import get_method, method_for_game
from scoring.teams.victory_points import winner_points

PAGE = (Path(__file__).parents[3] / "docs" / "scoring" / "victory_points.md").read_text()
TAU = (sqrt(5) - 1) / 2

margins = st.integers(0, 2000).map(lambda doubled: Fraction(doubled, 2))
deviations = st.decimals("0.5", "200", places=2).map(Fraction)


def expected_points(margin, boards, deviation):
    """Return the points by the formula in floats, without rounding."""
    power = min(3.0, 3 * float(margin) / (2.5 * float(deviation) * sqrt(boards)))
    return 10 + 10 * (1 - TAU**power) / (1 - TAU**3)


def test_documented_table_is_correct():
    rows = re.findall(r"^\| (\d+) \| (\d\d\.\d\d .*) \|$", PAGE, re.MULTILINE)
    documented = {
        int(tens) + ones: cell for tens, row in rows for ones, cell in enumerate(row.split(" | "))
    }
    method = method_for_game(get_game("botifarra"), "victory_points")
    assert list(documented) == list(range(280))
    assert {margin: Fraction(text) for margin, text in documented.items()} == {
        margin: method.score_match([margin], 8).first for margin in documented
    }
    assert [margin for margin, text in documented.items() if text == "20.00"] == [
        276,
        277,
        278,
        279,
    ]


def test_documented_deviations_are_those_of_the_games():
    rows = re.findall(r"^\| `(\w+)`.* \| (\d+) \| (\d+\.\d\d) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 6
    for key, deviation, blitz_margin in rows:
        assert get_game(key).team_difference_deviation == deviation
        assert f"{2.5 * int(deviation) * sqrt(8):.2f}" == blitz_margin


def test_scale_is_exact_at_integer_exponents():
    method = get_method("victory_points", {"deviation": "6"})
    # σ = 6 and four boards: B is 30.
    assert [method.score_match([margin, 0, 0, 0], 4).first for margin in (0, 10, 30, 31, 5000)] == [
        10,
        15,
        20,
        20,
        20,
    ]
    assert [method.score_match([-margin, 0, 0, 0], 4).first for margin in (10, 30, 31)] == [5, 0, 0]


@pytest.mark.parametrize(
    ("imps", "points"),
    [(1, "10.31"), (2, "10.61"), (10, "12.80"), (20, "15.00"), (40, "18.09"), (60, "20.00")],
)
def test_scale_matches_bridge_with_deviation_six(imps, points):
    """Sixteen boards: B is 60."""
    assert winner_points(Fraction(imps), 16, Fraction(6)) == Fraction(points)


def test_void_boards_shorten_the_scale():
    method = get_method("victory_points", {"deviation": "6"})
    due, voided = method.score_match([20, None], 4), method.score_match([20], 1)
    assert (due.first, voided.first) == (Fraction("18.09"), 20)


@given(margins, st.integers(1, 64), deviations)
def test_points_are_the_rounded_formula(margin, boards, deviation):
    value = expected_points(margin, boards, deviation)
    assume(abs(100 * value % 1 - 0.5) > 1e-6)
    points = winner_points(margin, boards, deviation)
    assert points == Fraction(floor(100 * value + 0.5), 100)
    assert 10 <= points <= 20


@given(margins, margins, st.integers(1, 64), deviations)
def test_larger_margin_never_scores_less(margin, other_margin, boards, deviation):
    smaller, larger = sorted((margin, other_margin))
    assert winner_points(smaller, boards, deviation) <= winner_points(larger, boards, deviation)


@given(st.lists(margins, min_size=1, max_size=8), deviations)
def test_awards_of_both_teams_add_up_to_twenty(differences, deviation):
    method = get_method(
        "victory_points", {"deviation": f"{Decimal(deviation.numerator) / deviation.denominator}"}
    )
    awards = method.score_match(differences, 8)
    assert awards.first + awards.second == 20
    assert (100 * awards.first).denominator == 1


@pytest.mark.parametrize("hundredths", [1000, 1001, 1250, 1499, 1500, 1777, 1998, 1999])
@pytest.mark.parametrize("distance", [20, 28, 35, 60, 100])
def test_points_next_to_half_a_hundredth_are_rounded_correctly(hundredths, distance):
    """The margins are up to 10^-100 from a half: 28 digits or floats cannot tell them apart."""
    with localcontext(prec=200):
        tau = (Decimal(5).sqrt() - 1) / 2
        half = (Decimal(hundredths) + Decimal("0.5")) / 100
        power = (1 - (half - 10) / 10 * (1 - tau**3)).ln() / tau.ln()
        step = Decimal(10) ** -distance
        below, above = (Fraction(power + offset) for offset in (-step, step))
    # With one board and σ = 6/5, B is 3, and the margin is the exponent itself.
    points = [winner_points(margin, 1, Fraction(6, 5)) for margin in (below, above)]
    assert points == [Fraction(hundredths, 100), Fraction(hundredths + 1, 100)]
