"""What a penalty costs that is given again and again: a warning, an amount, or a percent of one
board."""

import re
from fractions import Fraction
from typing import NamedTuple

from scoring.method import Method

WARNING = "warning"
"""The step that takes nothing."""

_MOST, _MOST_PERCENT = 1000, 100
_STEP = re.compile(r"(\d{1,4}(?:\.\d{1,6}|/\d{1,4})?)(%?)", re.ASCII)


class PenaltyStep(NamedTuple):
    """One step: `number` awards, or so many percent of what one board can give; 0 is a warning."""

    number: Fraction
    in_percent: bool = False

    def amount(self, method: Method, due: int) -> Fraction | None:
        """What it takes where a board is to have `due` plays; None where percent mean nothing
        there."""
        if not self.in_percent:
            return self.number
        if not method.supports_percent:
            return None
        worst, taken = (
            method.percent_award(Fraction(0), due),
            method.percent_award(self.number, due),
        )
        return None if worst is None or taken is None else taken - worst


def parse_step(text: str) -> PenaltyStep:
    """The step that is written so: `warning`, `0.25`, `1/3` or `10%`. Raises ValueError for
    anything else."""
    if text == WARNING:
        return PenaltyStep(Fraction(0))
    found = _STEP.fullmatch(text)
    if not found:
        raise ValueError(f"no step of a penalty: {text!r}")
    try:
        number = Fraction(found[1])
    except ZeroDivisionError as without:
        raise ValueError(f"no step of a penalty: {text!r}") from without
    if not 0 < number <= (_MOST_PERCENT if found[2] else _MOST):
        raise ValueError(f"no step of a penalty: {text!r}")
    return PenaltyStep(number, bool(found[2]))
