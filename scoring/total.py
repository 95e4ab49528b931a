"""The plain total: what was made counts as it is; see docs/scoring/total.md."""

from collections.abc import Collection
from fractions import Fraction

from games.game import X
from games.text import gettext_noop as _
from scoring.method import Method, Scale


class Total(Method):
    """An award is X itself. Nobody is compared with anybody, so flagged results are like any other."""

    key = "total"
    name = _("Sum of X")
    rule = _("The award is X itself.")
    compares = False
    tells_x = True

    def scale(self, xs: Collection[X], flagged: Collection[X], due: int) -> Scale:
        return Scale.of({x: Fraction(x) for x in xs}, {x: Fraction(x) for x in flagged}, (*xs, *flagged))
