"""The steps of a recurring penalty: a warning, an amount, or a percentage of one board."""

import re
from fractions import Fraction
from typing import NamedTuple

from scoring.method import Method

# The text of the step that costs nothing.
WARNING = "warning"

_MAX_AMOUNT, _MAX_PERCENT = 1000, 100
_STEP = re.compile(r"(\d{1,4}(?:\.\d{1,6}|/\d{1,4})?)(%?)", re.ASCII)


class PenaltyStep(NamedTuple):
    """An amount of points, or a percentage of what one board can give; 0 is a warning."""

    number: Fraction
    in_percent: bool = False

    def amount(self, method: Method, due_count: int) -> Fraction | None:
        """Return what the step costs if a board is to have `due_count` plays.

        Return None for a percentage if the method has no percentages.
        """
        if not self.in_percent:
            return self.number
        if not method.supports_percent:
            return None
        worst = method.percent_award(Fraction(0), due_count)
        award = method.percent_award(self.number, due_count)
        return None if worst is None or award is None else award - worst


def parse_step(text: str) -> PenaltyStep:
    """Parse a step: `warning`, `0.25`, `1/3` or `10%`.

    Raises ValueError for any other text, and for numbers out of range.
    """
    if text == WARNING:
        return PenaltyStep(Fraction(0))
    match = _STEP.fullmatch(text)
    if not match:
        raise ValueError(f"not a penalty step: {text!r}")
    try:
        number = Fraction(match[1])
    except ZeroDivisionError as error:
        raise ValueError(f"not a penalty step: {text!r}") from error
    in_percent = bool(match[2])
    if not 0 < number <= (_MAX_PERCENT if in_percent else _MAX_AMOUNT):
        raise ValueError(f"not a penalty step: {text!r}")
    return PenaltyStep(number, in_percent)
