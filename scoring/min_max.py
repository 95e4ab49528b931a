"""The official duplicate scale: 1 + (X − MIN) / (MAX − MIN).

See docs/scoring/min_max.md.
"""

from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, SignedNumber, rounded_if_fraction
from games.explanations.formula import Formula
from games.options import Option
from games.text import Text, ngettext_noop, plural_text
from games.text import gettext_noop as _
from games.x import X
from scoring.flagged_results import FLAGGED, clamp, compared_results, flagged_are_left_out
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import UNPLAYED, AwardScale
from scoring.percent_method import PercentMethod
from scoring.small_groups import SMALL_GROUPS

EQUAL = Option(
    "equal",
    default="3/2",
    choices=("3/2", "2", "none"),
    label=_("Award when all results of a board are equal"),
    labels={
        "3/2": _("1.5 to everybody"),
        "2": _("2 to everybody"),
        "none": _("none: it does not count"),
    },
)

_FORMULA = "1 + (%(x)s − %(low)s) / (%(high)s − %(low)s)"
_BEST = ngettext_noop(
    "%(x)s, the best of %(results)s result; the worst was %(low)s.",
    "%(x)s, the best of %(results)s results; the worst was %(low)s.",
)
_WORST = ngettext_noop(
    "%(x)s, the worst of %(results)s result; the best was %(high)s.",
    "%(x)s, the worst of %(results)s results; the best was %(high)s.",
)
_BETWEEN = ngettext_noop(
    "%(x)s, between %(low)s and %(high)s: %(up)s of %(span)s point better than the worst.",
    "%(x)s, between %(low)s and %(high)s: %(up)s of %(span)s points better than the worst.",
)
_FROM_ABOVE = _(
    "%(x)s is held against the others, of whom the best has %(high)s: it counts as the best."
)
_FROM_BELOW = _(
    "%(x)s is held against the others, of whom the worst has %(low)s: it counts as the worst."
)
_ALONE = _("%(x)s, the only result: nothing to compare, so the rules of the event give %(award)s.")
_ALONE_WITHOUT = _("%(x)s, the only result: nothing to compare, so it has no award.")
_ALL_EQUAL = _(
    "%(x)s, and all results that are compared are equal: the rules of the event give %(award)s."
)
_ALL_EQUAL_WITHOUT = _(
    "%(x)s, and all results that are compared are equal: then there is no award."
)

# The award if all results are equal, in halves, by the value of the option `EQUAL`.
_HALVES = {"3/2": 3, "2": 4, "none": None}


class MinMax(PercentMethod):
    """Awards from 1 for the worst result of a line to 2 for the best, in proportion to X."""

    key = "min_max"
    name = _("Official duplicate scale")
    short_name = _("Official")
    rule = _(
        "The award is 1 + (X − MIN) / (MAX − MIN), where MIN and MAX are the worst and the best X "
        "of the board on the same line."
    )
    own_options = (EQUAL, FLAGGED, SMALL_GROUPS, UNPLAYED)
    display_scales = ("official", "percent")

    def percent_award(self, percent: Fraction, due_count: int) -> Fraction:
        """Return the award at `percent` of the way from 1 to 2."""
        return 1 + percent / 100

    def percent_formula(self, percent: Fraction, due_count: int) -> Formula:
        return Formula("1 + %(percent)s / 100", {"percent": percent})

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        compared = compared_results(ordinary, flagged, self.options["flagged"])
        low, high = min(compared), max(compared)
        if low == high:
            return self._scale_of_equal_results(low, ordinary, flagged)
        # The award 1 + (X − MIN) / (MAX − MIN) is the fraction (X + MAX − 2 MIN) / (MAX − MIN). Its
        # denominator must be whole: if MAX − MIN has a half, both parts are doubled.
        factor = (high - low).denominator
        span, offset = (high - low) * factor, (high - 2 * low) * factor
        return AwardScale(
            span.numerator,
            {x: offset + x * factor for x in ordinary},
            {x: offset + clamp(x, low, high) * factor for x in flagged},
            low,
            high,
        )

    def _scale_of_equal_results(
        self, level: X, ordinary: Frequencies, flagged: Frequencies
    ) -> AwardScale:
        """Return the scale if MIN = MAX = `level`, where the fraction has no value.

        The option `EQUAL` sets the award. Flagged results above the level score 2, those below it
        1. The awards are halves, so the denominator is 2.
        """
        equal = _HALVES[self.options["equal"]]
        flagged_beside_level = {x: 4 if x > level else 2 for x in flagged if x != level}
        return AwardScale(
            2,
            dict.fromkeys(ordinary, equal),
            dict.fromkeys(flagged, equal) | flagged_beside_level,
            level,
            level,
        )

    def explain_comparison(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        rule = self.options["flagged"]
        compared = compared_results(field.ordinary, field.flagged, rule)
        low, high = min(compared), max(compared)
        if (
            is_flagged
            and flagged_are_left_out(field.ordinary, rule)
            and not low < x < high
            and (low, high) != (x, x)
        ):
            return _explain_clamped(x, low, high)
        if low == high:
            return self._explain_equal_results(x, sum(compared.values()))
        return _explain_proportion(x, low, high, sum(compared.values()))

    def _explain_equal_results(self, x: X, result_count: int) -> Explanation:
        equal = self.options["equal"]
        if equal == "none":
            sentence = _ALONE_WITHOUT if result_count == 1 else _ALL_EQUAL_WITHOUT
            return Explanation("equal", Text(sentence, {"x": SignedNumber(x)}))
        award = Fraction(equal)
        sentence = _ALONE if result_count == 1 else _ALL_EQUAL
        words = Text(sentence, {"x": SignedNumber(x), "award": rounded_if_fraction(award)})
        return Explanation("equal", words, Formula("%(award)s", {"award": award}))


def _explain_clamped(x: X, low: X, high: X) -> Explanation:
    """Explain a flagged result that is at or beyond the extremes of the compared results."""
    if x >= high:
        return Explanation(
            "above",
            Text(_FROM_ABOVE, {"x": SignedNumber(x), "high": SignedNumber(high)}),
            Formula("2"),
        )
    return Explanation(
        "below", Text(_FROM_BELOW, {"x": SignedNumber(x), "low": SignedNumber(low)}), Formula("1")
    )


def _explain_proportion(x: X, low: X, high: X, result_count: int) -> Explanation:
    formula = Formula(_FORMULA, {"x": x, "low": low, "high": high})
    params = {
        "x": SignedNumber(x),
        "low": SignedNumber(low),
        "high": SignedNumber(high),
        "results": result_count,
    }
    if x == high:
        return Explanation("best", plural_text(_BEST, result_count, params), formula)
    if x == low:
        return Explanation("worst", plural_text(_WORST, result_count, params), formula)
    above_low, span = x - low, high - low
    params = {**params, "up": _points_of_x(above_low), "span": _points_of_x(span)}
    return Explanation("between", plural_text(_BETWEEN, 1 if span == 1 else 2, params), formula)


def _points_of_x(number: X) -> RoundedNumber:
    """Display whole points without decimals, halves with one."""
    return RoundedNumber(number, 0 if number.denominator == 1 else 1)


def as_percent(total: Fraction, board_count: int = 1) -> Fraction:
    """Convert an award, or a total of `board_count` awards, to percent.

    An award of 1 is 0 %, an award of 2 is 100 %; a total gives the sum of the percentages.
    """
    return 100 * (total - board_count)
