"""Penalty steps are read from a text, and cost an amount that depends on the method."""

from fractions import Fraction

import pytest

from scoring.catalogue import METHODS, get_method
from scoring.penalty_steps import PenaltyStep, parse_step


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("warning", PenaltyStep(Fraction(0))),
        ("0.25", PenaltyStep(Fraction(1, 4))),
        ("1/3", PenaltyStep(Fraction(1, 3))),
        ("10%", PenaltyStep(Fraction(10), True)),
    ],
)
def test_step_is_parsed(text: str, step: PenaltyStep) -> None:
    assert parse_step(text) == step


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "1/0", "101%", "0%", "1001", "much", "1e3", "٣", "Warning"]
)
def test_invalid_step_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="not a penalty step"):
        parse_step(text)


def test_percentage_step_is_part_of_the_highest_award_of_a_board() -> None:
    ten_percent = parse_step("10%")
    assert ten_percent.amount(get_method("min_max"), 4) == Fraction(1, 10)
    matchpoints = get_method("matchpoints")
    assert ten_percent.amount(matchpoints, 4) == Fraction(matchpoints.top(4), 10)


@pytest.mark.parametrize("method", [method for method in METHODS if not method.supports_percent])
def test_percentage_step_has_no_amount_in_methods_without_percent(method: type) -> None:
    assert parse_step("10%").amount(method(), 4) is None
    assert parse_step("2").amount(method(), 4) == 2
    assert {"total", "butler"} <= {method.key for method in METHODS if not method.supports_percent}
