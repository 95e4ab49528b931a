"""Flagged results: what an offence or a ruling at one table means for the others, and for itself."""

from collections.abc import Collection

from games.game import X
from games.options import Option
from games.text import gettext_noop as _

FLAGGED = Option(
    "flagged",
    default="out",
    choices=("out", "in"),
    label=_("Results with a renunci or a ruling"),
    labels={"out": _("left out of MIN and MAX"), "in": _("counted like any other")},
)


def extremes(xs: Collection[X], flagged: Collection[X], rule: str) -> tuple[X, X]:
    """MIN and MAX: under the rule `out` those of the ordinary results, if there is one; else of all.

    One table's offence must not stretch the scale of pairs who were not there. Raises ValueError
    without any result.
    """
    compared = xs if xs and rule == "out" else (*xs, *flagged)
    return min(compared), max(compared)


def held_between(x: X, low: X, high: X) -> X:
    """A flagged X brought back to the nearer of MIN and MAX, where it lies beyond them."""
    return max(low, min(high, x))
