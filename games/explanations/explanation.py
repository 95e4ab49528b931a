"""Explanation of one number on the results pages."""

from dataclasses import dataclass
from fractions import Fraction

from games.explanations.formula import Formula
from games.text import Text


@dataclass(frozen=True)
class Explanation:
    """How the number of a cell was calculated.

    `kind` is stable, for programs. `sentence` explains the number in words, and `formula`
    calculates it; `formula` is None if the cell has no number, such as an award that is not given.
    The cell shows the number with `decimals` decimals.
    """

    kind: str
    sentence: Text
    formula: Formula | None = None
    decimals: int = 2

    @property
    def value(self) -> Fraction | None:
        """The number of the cell, calculated by the formula; None without a formula."""
        return self.formula.value if self.formula else None
