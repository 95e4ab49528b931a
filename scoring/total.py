"""The plain total: what was made counts as it is; see docs/scoring/total.md."""

from fractions import Fraction

from games.text import gettext_noop as _
from scoring.frequencies import Frequencies
from scoring.method import AwardScale, Method, Reads


class Total(Method):
    """An award is X itself. Nobody is compared with anybody, so flagged results are like any other."""

    key = "total"
    name = _("Sum of X")
    rule = _("The award is X itself.")
    reads = Reads.TABLE
    tells_x = True

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due: int) -> AwardScale:
        among = (*ordinary, *flagged)
        return AwardScale.of({x: Fraction(x) for x in ordinary}, {x: Fraction(x) for x in flagged}, among)
