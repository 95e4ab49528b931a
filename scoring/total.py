"""The plain total: what was made counts as it is; see docs/scoring/total.md."""

from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formula import Formula
from games.explanations.numbers import Signed
from games.text import Text
from games.text import gettext_noop as _
from games.x import X
from scoring.frequencies import Frequencies, OtherResults
from scoring.method import AwardScale, Method, Reads


class Total(Method):
    """An award is X itself. Nobody is compared with anybody, so flagged results are like any
    other."""

    key = "total"
    name = _("Sum of X")
    rule = _("The award is X itself.")
    reads = Reads.TABLE
    tells_x = True

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due: int) -> AwardScale:
        among = (*ordinary, *flagged)
        return AwardScale.of(
            {x: Fraction(x) for x in ordinary}, {x: Fraction(x) for x in flagged}, among
        )

    def explained(self, x: X, flagged: bool, among: OtherResults) -> Explanation:
        sentence = Text(_("%(x)s, which counts as it is."), {"x": Signed(x)})
        return Explanation("total", sentence, Formula("%(x)s", {"x": x}))
