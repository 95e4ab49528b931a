"""The total: the award is X itself; see docs/scoring/total.md."""

from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber
from games.explanations.formula import Formula
from games.text import Text
from games.text import gettext_noop as _
from games.x import X
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Comparison, Method


class Total(Method):
    """Awards that are X itself.

    No results are compared, so flagged results are scored like all others.
    """

    key = "total"
    name = _("Sum of X")
    rule = _("The award is X itself.")
    comparison = Comparison.TABLE
    reveals_x = True

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        return AwardScale.of(
            {x: Fraction(x) for x in ordinary},
            {x: Fraction(x) for x in flagged},
            (*ordinary, *flagged),
        )

    def explain_x_award(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        sentence = Text(_("%(x)s, which counts as it is."), {"x": SignedNumber(x)})
        return Explanation("total", sentence, Formula("%(x)s", {"x": x}))
