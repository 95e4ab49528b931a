"""Butler: the difference to what the board was worth on average; see docs/scoring/butler.md."""

from collections.abc import Mapping
from fractions import Fraction

from games.explained.explanation import Explanation
from games.explained.formula import Formula
from games.explained.numbers import Rounded, Signed
from games.options import Option
from games.text import Words, counted_words, ngettext_noop
from games.text import gettext_noop as _
from games.x import X
from scoring.adjusted.averages import Average
from scoring.flagged_results import FLAGGED, compared_results
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import UNPLAYED, AwardScale, Method

AVERAGE_POINTS = Option(
    "average_points",
    default="2",
    choices=("2", "1", "3", "5", "10"),
    label=_("Average plus above 0, average minus below, in points"),
)

TRIMMED_FROM = 5
"""From so many results on, one highest and one lowest are dropped before the mean is taken."""

_MEAN = ngettext_noop(
    "%(x)s, where the mean of %(results)s result is %(mean)s.",
    "%(x)s, where the mean of %(results)s results is %(mean)s.",
)
_TRIMMED_MEAN = _(
    "%(x)s, where the mean of %(results)s results, without one highest and one lowest, is %(mean)s."
)


class Butler(Method):
    """X less the trimmed mean of the board on the same line."""

    key = "butler"
    reveals_x = True
    supports_averages = True
    name = _("Butler: difference to the mean")
    rule = _(
        "The award is X less the mean X of the board on the same line; from five results on, "
        "the mean leaves out one highest and one lowest."
    )
    own_options = (FLAGGED, AVERAGE_POINTS, UNPLAYED)

    def average(self, which: Average, due: int) -> Fraction:
        """0 is what the board was worth; so many points above and below it as `AVERAGE_POINTS`
        says."""
        points = Fraction(self.options[AVERAGE_POINTS.key])
        return {Average.AVERAGE: Fraction(0), Average.PLUS: points, Average.MINUS: -points}[which]

    def average_formula(self, which: Average, due: int) -> Formula:
        sign = {Average.AVERAGE: 0, Average.PLUS: 1, Average.MINUS: -1}[which]
        return Formula("%(points)s", {"points": sign * int(self.options[AVERAGE_POINTS.key])})

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due: int) -> AwardScale:
        among = compared_results(ordinary, flagged, self.options["flagged"])
        middle = trimmed_mean(among)
        return AwardScale.of(
            {x: x - middle for x in ordinary}, {x: x - middle for x in flagged}, among
        )

    def explain_x(self, x: X, flagged: bool, among: FieldResults) -> Explanation:
        made = compared_results(among.ordinary, among.flagged, self.options["flagged"])
        results, all_x = sum(made.values()), sum(each * often for each, often in made.items())
        if results < TRIMMED_FROM:
            return _less_the_mean(x, results, Fraction(all_x, results), {"sum": all_x})
        ends = {"sum": all_x, "high": max(made), "low": min(made)}
        return _less_the_mean(
            x, results, Fraction(all_x - max(made) - min(made), results - 2), ends
        )


def _less_the_mean(x: X, results: int, mean: Fraction, summed: Mapping[str, X]) -> Explanation:
    """`summed` is what the mean is made of: with the ends where they are left out of it."""
    numbers = {"x": x, "results": results, **summed}
    params = {"x": Signed(x), "results": results, "mean": Rounded(mean)}
    if "high" not in summed:
        formula = Formula("%(x)s − %(sum)s / %(results)s", numbers)
        return Explanation("to_the_mean", counted_words(_MEAN, results, params), formula)
    trimmed = "%(x)s − (%(sum)s − %(high)s − %(low)s) / (%(results)s − 2)"
    return Explanation(
        "to_the_trimmed_mean", Words(_TRIMMED_MEAN, params), Formula(trimmed, numbers)
    )


def trimmed_mean(results: Frequencies) -> Fraction:
    """The exact mean without one highest and one lowest, where there are five or more.

    Raises ValueError without any result.
    """
    number, dropped = sum(results.values()), (min(results), max(results))
    total = sum((Fraction(x) * often for x, often in results.items()), Fraction(0))
    if number < TRIMMED_FROM:
        return total / number
    return (total - sum(dropped)) / (number - len(dropped))
