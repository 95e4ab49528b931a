"""The option for flagged results, those with an offence or a ruling, and what they change."""

from collections import Counter

from games.options import Option
from games.text import gettext_noop as _
from games.x import X
from scoring.frequencies import Frequencies

FLAGGED = Option(
    "flagged",
    default="out",
    choices=("out", "in"),
    label=_("Results with a revoke or a ruling"),
    labels={"out": _("others ignore them"), "in": _("like any other")},
)


def flagged_are_left_out(ordinary: Frequencies, rule: str) -> bool:
    """Return whether flagged results are left out of all comparisons.

    This is so with the rule `out`, unless all results are flagged.
    """
    return bool(ordinary) and rule == "out"


def compared_results(ordinary: Frequencies, flagged: Frequencies, rule: str) -> Frequencies:
    """Return the results that every result is compared with: the ordinary ones, or all.

    Flagged results can be left out so that an offence at one table does not change the awards at
    other tables.
    """
    return (
        ordinary if flagged_are_left_out(ordinary, rule) else Counter(ordinary) + Counter(flagged)
    )


def clamp(x: X, low: X, high: X) -> X:
    """Return `x` limited to the range from `low` to `high`."""
    return max(low, min(high, x))
