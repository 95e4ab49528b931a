"""Butler: the difference of X from the mean X of the board; see docs/scoring/butler.md."""

from collections.abc import Mapping
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, SignedNumber
from games.explanations.formula import Formula
from games.options import Option
from games.text import Text, ngettext_noop, plural_text
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

# With at least this many results, the mean leaves out one highest and one lowest result.
TRIMMED_FROM = 5

_MEAN = ngettext_noop(
    "%(x)s, where the mean of %(results)s result is %(mean)s.",
    "%(x)s, where the mean of %(results)s results is %(mean)s.",
)
_TRIMMED_MEAN = _(
    "%(x)s, where the mean of %(results)s results, without one highest and one lowest, is %(mean)s."
)


class Butler(Method):
    """Awards of X minus the mean X of the same line on the board.

    From `TRIMMED_FROM` results on, the mean leaves out one highest and one lowest result.
    """

    key = "butler"
    reveals_x = True
    supports_averages = True
    name = _("Butler: difference to the mean")
    short_name = _("Butler")
    rule = _(
        "The award is X less the mean X of the board on the same line; from five results on, "
        "the mean leaves out one highest and one lowest."
    )
    own_options = (FLAGGED, AVERAGE_POINTS, UNPLAYED)

    def average(self, average_kind: Average, due_count: int) -> Fraction:
        """Return 0, or the points of `AVERAGE_POINTS` above or below it."""
        points = Fraction(self.options[AVERAGE_POINTS.key])
        return {Average.AVERAGE: Fraction(0), Average.PLUS: points, Average.MINUS: -points}[
            average_kind
        ]

    def average_formula(self, average_kind: Average, due_count: int) -> Formula:
        sign = {Average.AVERAGE: 0, Average.PLUS: 1, Average.MINUS: -1}[average_kind]
        return Formula("%(points)s", {"points": sign * int(self.options[AVERAGE_POINTS.key])})

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        compared = compared_results(ordinary, flagged, self.options["flagged"])
        mean = trimmed_mean(compared)
        return AwardScale.of(
            {x: x - mean for x in ordinary}, {x: x - mean for x in flagged}, compared
        )

    def explain_x_award(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        compared = compared_results(field.ordinary, field.flagged, self.options["flagged"])
        result_count = sum(compared.values())
        sum_x = sum(result_x * count for result_x, count in compared.items())
        if result_count < TRIMMED_FROM:
            return _explain_difference(
                x, result_count, Fraction(sum_x, result_count), {"sum": sum_x}
            )
        high, low = max(compared), min(compared)
        mean = Fraction(sum_x - high - low, result_count - 2)
        return _explain_difference(x, result_count, mean, {"sum": sum_x, "high": high, "low": low})


def _explain_difference(
    x: X, result_count: int, mean: Fraction, mean_numbers: Mapping[str, X]
) -> Explanation:
    """Explain X minus the mean.

    `mean_numbers` has the `sum` of all X, and `high` and `low` if the mean leaves these out.
    """
    numbers = {"x": x, "results": result_count, **mean_numbers}
    params = {"x": SignedNumber(x), "results": result_count, "mean": RoundedNumber(mean)}
    if "high" not in mean_numbers:
        formula = Formula("%(x)s − %(sum)s / %(results)s", numbers)
        return Explanation("to_the_mean", plural_text(_MEAN, result_count, params), formula)
    trimmed_template = "%(x)s − (%(sum)s − %(high)s − %(low)s) / (%(results)s − 2)"
    return Explanation(
        "to_the_trimmed_mean", Text(_TRIMMED_MEAN, params), Formula(trimmed_template, numbers)
    )


def trimmed_mean(results: Frequencies) -> Fraction:
    """Return the exact mean of X; from five results on without one highest and one lowest.

    Raises ValueError without any result.
    """
    count, dropped_xs = sum(results.values()), (min(results), max(results))
    total = sum((Fraction(x) * number for x, number in results.items()), Fraction(0))
    if count < TRIMMED_FROM:
        return total / count
    return (total - sum(dropped_xs)) / (count - len(dropped_xs))
