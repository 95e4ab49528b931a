"""What explains one number of the results pages."""

from dataclasses import dataclass
from fractions import Fraction

from games.explanations.formula import Formula
from games.text import Text


@dataclass(frozen=True)
class Explanation:
    """How one cell came about.

    `kind` is stable and for programs. `sentence` says it in words with its numbers; `formula` is
    what they make the number of the cell by, None where the cell has none, as an award that is not
    given. The cell shows it with so many `decimals`.
    """

    kind: str
    sentence: Text
    formula: Formula | None = None
    decimals: int = 2

    @property
    def value(self) -> Fraction | None:
        """The number of the cell, from the numbers of its formula alone; None where it has none."""
        return self.formula.value if self.formula else None
