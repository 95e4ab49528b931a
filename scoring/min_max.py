"""The official duplicate scale, 1 + (X − MIN) / (MAX − MIN); see docs/scoring/min_max.md."""

from fractions import Fraction

from games.game import X
from games.options import Option
from games.text import gettext_noop as _
from scoring.frequencies import Frequencies
from scoring.method import UNPLAYED, AwardScale
from scoring.percent_method import PercentMethod
from scoring.rulings import FLAGGED, compared, held_between
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

_HALVES = {"3/2": 3, "2": 4, "none": None}


class MinMax(PercentMethod):
    """The worst result of a line gets 1, the best 2, the others their part of the way between."""

    key = "min_max"
    name = _("Official duplicate scale")
    rule = _(
        "The award is 1 + (X − MIN) / (MAX − MIN), where MIN and MAX are the worst and the best X "
        "of the board on the same line."
    )
    own_options = (EQUAL, FLAGGED, SMALL_GROUPS, UNPLAYED)
    ways_to_show = ("official", "percent")

    def percent_award(self, percent: Fraction, due: int) -> Fraction:
        """So far from 1 to 2."""
        return 1 + percent / 100

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due: int) -> AwardScale:
        among = compared(ordinary, flagged, self.options["flagged"])
        low, high = min(among), max(among)
        if low == high:
            return self._level(low, ordinary, flagged)
        # A denominator must be whole: where MAX − MIN is a half, both sides of the fraction are doubled.
        unit = (high - low).denominator
        span, below = (high - low) * unit, (high - 2 * low) * unit
        return AwardScale(
            span.numerator,
            {x: below + x * unit for x in ordinary},
            {x: below + held_between(x, low, high) * unit for x in flagged},
            low,
            high,
        )

    def _level(self, level: X, ordinary: Frequencies, flagged: Frequencies) -> AwardScale:
        """MAX = MIN: the fraction has no value, so the option says; flagged results beyond get 2 or 1."""
        equal = _HALVES[self.options["equal"]]
        beyond = {x: 4 if x > level else 2 for x in flagged if x != level}
        return AwardScale(
            2, dict.fromkeys(ordinary, equal), dict.fromkeys(flagged, equal) | beyond, level, level
        )


def percent(total: Fraction, boards: int = 1) -> Fraction:
    """100 × (award − 1), 0 to 100, as some sites show an award; of a total, the sum over its boards."""
    return 100 * (total - boards)
