"""Butler: the difference to what the board was worth on average; see docs/scoring/butler.md."""

from fractions import Fraction

from games.options import Option
from games.text import gettext_noop as _
from scoring.frequencies import Frequencies
from scoring.given.averages import Average
from scoring.method import UNPLAYED, AwardScale, Method
from scoring.rulings import FLAGGED, compared

AVERAGE_POINTS = Option(
    "average_points",
    default="2",
    choices=("2", "1", "3", "5", "10"),
    label=_("Average plus above 0, average minus below, in points"),
)

TRIMMED_FROM = 5
"""From so many results on, one highest and one lowest are dropped before the mean is taken."""


class Butler(Method):
    """X less the trimmed mean of the board on the same line."""

    key = "butler"
    tells_x = True
    offers_averages = True
    name = _("Butler: difference to the mean")
    rule = _(
        "The award is X less the mean X of the board on the same line; from five results on, "
        "the mean leaves out one highest and one lowest."
    )
    own_options = (FLAGGED, AVERAGE_POINTS, UNPLAYED)

    def average(self, which: Average, due: int) -> Fraction:
        """0 is what the board was worth; so many points above and below it as `AVERAGE_POINTS` says."""
        points = Fraction(self.options[AVERAGE_POINTS.key])
        return {Average.AVERAGE: Fraction(0), Average.PLUS: points, Average.MINUS: -points}[which]

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due: int) -> AwardScale:
        among = compared(ordinary, flagged, self.options["flagged"])
        middle = trimmed_mean(among)
        return AwardScale.of({x: x - middle for x in ordinary}, {x: x - middle for x in flagged}, among)


def trimmed_mean(results: Frequencies) -> Fraction:
    """The exact mean without one highest and one lowest, where there are five or more.

    Raises ValueError without any result.
    """
    number, dropped = sum(results.values()), (min(results), max(results))
    total = sum((Fraction(x) * often for x, often in results.items()), Fraction(0))
    if number < TRIMMED_FROM:
        return total / number
    return (total - sum(dropped)) / (number - len(dropped))
