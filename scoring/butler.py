"""Butler: the difference to what the board was worth on average; see docs/scoring/butler.md."""

from collections.abc import Collection
from fractions import Fraction
from statistics import mean

from games.game import X
from games.text import gettext_noop as _
from scoring.method import Method, Scale
from scoring.rulings import FLAGGED, compared

TRIMMED_FROM = 5
"""From so many results on, one highest and one lowest are dropped before the mean is taken."""


class Butler(Method):
    """X less the trimmed mean of the board on the same line."""

    key = "butler"
    tells_x = True
    name = _("Butler: difference to the mean")
    rule = _(
        "The award is X less the mean X of the board on the same line; from five results on, "
        "the mean leaves out one highest and one lowest."
    )
    own_options = (FLAGGED,)

    def scale(self, xs: Collection[X], flagged: Collection[X], due: int) -> Scale:
        among = compared(xs, flagged, self.options["flagged"])
        middle = trimmed_mean(among)
        return Scale.of({x: x - middle for x in xs}, {x: x - middle for x in flagged}, among)


def trimmed_mean(xs: Collection[X]) -> Fraction:
    """The exact mean without one highest and one lowest, where there are five or more.

    Raises ValueError without any result.
    """
    kept = sorted(xs)
    return mean(map(Fraction, kept[1:-1] if len(kept) >= TRIMMED_FROM else kept))
