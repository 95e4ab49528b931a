"""Exact numbers as pages show them."""

from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from games.explanations.explanation import Explanation
from games.explanations.formula import Formula
from games.text import Text
from tournaments.templatetags import awards


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3, 2), "1.50"),
        (Fraction(2005, 1000), "2.01"),
        (Fraction(-2005, 1000), "−2.01"),
        (Fraction(-1, 1000), "0.00"),
        (2, "2.00"),
        (None, "–"),
    ],
)
def test_halves_are_rounded_away_from_zero(value: Fraction | int | None, text: str) -> None:
    with override("en"):
        assert awards.rounded(value) == text


def test_decimal_mark_is_that_of_the_locale() -> None:
    with override("ca"):
        assert awards.rounded(Fraction(3, 2), 1) == "1,5"
    assert awards.rounded(Fraction(5, 2), 0) == "3"


@pytest.mark.parametrize(
    ("award", "place"), [(1, 0), (Fraction(3, 2), 50), (2, 100), (Fraction(9, 4), 100), (0, 0)]
)
def test_award_has_a_position_on_its_bar(award: Fraction | int, place: int) -> None:
    assert awards.bar_position(award) == place


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (5, "+5"),
        (-5, "−5"),
        (0, "0"),
        (Fraction(5, 2), "+2½"),
        (Fraction(-1, 2), "−½"),
        (None, "–"),
    ],
)
def test_x_shows_its_sign(x: Fraction | int | None, text: str) -> None:
    assert awards.signed(x) == text


def test_value_of_a_formula_is_formatted_like_the_total() -> None:
    formula = Formula(
        "%(awards)s − %(penalty)s", {"awards": Fraction(5, 3), "penalty": Fraction(1, 80)}
    )
    explained = Explanation(
        "total", Text("1.6667 on 1 board, 0.0125 taken as a penalty."), formula, decimals=4
    )
    text = render_to_string("shared/_explanation.html", {"explanation": explained})
    assert "≈ 1.6542\n" in text


@pytest.mark.parametrize(
    ("value", "sign"), [(Fraction(3, 2), "="), (Fraction(1, 3), "≈"), (Fraction(5, 4), "=")]
)
def test_equal_numbers_get_an_equals_sign(value: Fraction, sign: str) -> None:
    assert awards.equality_sign(value) == sign
