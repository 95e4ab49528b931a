"""The steps of a penalty: what is written, and what it takes under each method."""

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
def test_a_step_is_read(text: str, step: PenaltyStep) -> None:
    assert parse_step(text) == step


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "1/0", "101%", "0%", "1001", "much", "1e3", "٣", "Warning"]
)
def test_what_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="no step"):
        parse_step(text)


def test_ten_percent_of_what_one_board_can_give() -> None:
    ten = parse_step("10%")
    assert ten.amount(get_method("min_max"), 4) == Fraction(1, 10)
    matchpoints = get_method("matchpoints")
    assert ten.amount(matchpoints, 4) == Fraction(matchpoints.top(4), 10)


@pytest.mark.parametrize("method", [each for each in METHODS if not each.supports_percent])
def test_where_there_is_no_percent(method: type) -> None:
    assert parse_step("10%").amount(method(), 4) is None
    assert parse_step("2").amount(method(), 4) == 2
    assert {"total", "butler"} <= {each.key for each in METHODS if not each.supports_percent}
