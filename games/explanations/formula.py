"""Formulas of explanations: written with names, written with numbers, and evaluated."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from games.explanations.arithmetic import evaluate_formula
from games.text import Text
from games.text import gettext_noop as _
from games.x import X

# Names of the numbers in formulas, by key. A formula with several numbers of one kind appends
# digits to the key, as in `received2`.
_NUMBER_NAMES: Mapping[str, str] = {
    "x": "X",
    "low": "MIN",
    "high": "MAX",
    "margin": "M",
    "boards": "N",
    "deviation": "σ",
    "award": _("award"),
    "weight": _("weight"),
    "percent": _("percent"),
    "points": _("points"),
    "win": _("points for a win"),
    "beaten": _("beaten"),
    "ties": _("ties"),
    "first": _("for the first place"),
    "results": _("results"),
    "due": _("results due"),
    "sum": _("sum of X"),
    "difference": _("difference"),
    "won": _("won"),
    "level": _("equal"),
    "own_total": _("sum of the own awards"),
    "own_boards": _("own boards"),
    "own_tops": _("sum of the own tops"),
    "mean": _("own mean"),
    "top": _("top"),
    "awards": _("awards"),
    "penalty": _("penalties"),
    "bonus": _("bonuses"),
    "carried": _("carried over"),
    "rested": _("boards not played"),
    "total": _("total"),
    "part": _("part"),
    "before": _("total before"),
    "tops": _("tops"),
    "ahead": _("contestants ahead"),
    "half": _("half of all"),
    "times": _("how often it counts"),
    "own": _("own"),
    "theirs": _("of the other side"),
    "shared": _("of the neighbour"),
    "most": _("the most"),
    "score": _("score"),
    "column": _("cards of a column"),
    "exact": _("all as planned"),
    "cards": _("cards taken"),
    "beside": _("declarations and bonuses"),
    "received": _("received"),
    "paid": _("paid"),
    "against": _("subtracted from everybody"),
    "players": _("players"),
    "all": _("all together"),
    "added": _("addition"),
}

_TRAILING_DIGITS = re.compile(r"\d+$")


@dataclass(frozen=True)
class Formula:
    """Arithmetic with placeholders `%(key)s` for exact numbers.

    The value is rounded half up to `decimals` decimals; it is exact if `decimals` is None.
    """

    template: str
    numbers: Mapping[str, X] = field(default_factory=dict)
    decimals: int | None = None

    @property
    def with_names(self) -> Text:
        """The formula with the name of each number in its place."""
        return Text(
            self.template,
            {key: Text(_NUMBER_NAMES[_TRAILING_DIGITS.sub("", key)]) for key in self.numbers},
        )

    @property
    def with_numbers(self) -> str:
        """The formula with each exact number in its place, such as `(7/2) × 3`."""
        return self.template % {key: _format_number(number) for key, number in self.numbers.items()}

    @property
    def value(self) -> Fraction:
        """The value of the formula, calculated from its printed text so that both must agree."""
        value = evaluate_formula(self.with_numbers)
        if self.decimals is None:
            return value
        scale = 10**self.decimals
        return Fraction(floor(value * scale + Fraction(1, 2)), scale)


def _format_number(number: X) -> str:
    """Format a number; in brackets unless it is a non-negative integer."""
    text = str(number).replace("-", "−")
    return text if text.isdecimal() else f"({text})"
