"""How results with an offence or a ruling are compared with the others."""

from collections import Counter

from games.options import Option
from games.text import gettext_noop as _
from games.x import X
from scoring.frequencies import Frequencies

FLAGGED = Option(
    "flagged",
    default="out",
    choices=("out", "in"),
    label=_("Results with a renunci or a ruling"),
    labels={"out": _("others ignore them"), "in": _("like any other")},
)


def flagged_are_left_out(ordinary: Frequencies, rule: str) -> bool:
    """Return whether no result is compared with the flagged ones.

    So with the rule `out`, as long as there is an ordinary result.
    """
    return bool(ordinary) and rule == "out"


def compared_results(ordinary: Frequencies, flagged: Frequencies, rule: str) -> Frequencies:
    """Return the results that every result is compared with: the ordinary ones, or all.

    Flagged results are left out so that an offence at one table does not change the awards of
    pairs at the others.
    """
    return (
        ordinary if flagged_are_left_out(ordinary, rule) else Counter(ordinary) + Counter(flagged)
    )


def clamp(x: X, low: X, high: X) -> X:
    """Return `x` limited to the range from `low` to `high`."""
    return max(low, min(high, x))
