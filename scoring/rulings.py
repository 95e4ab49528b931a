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
    labels={"out": _("others ignore them"), "in": _("like any other")},
)


def are_apart(xs: Collection[X], rule: str) -> bool:
    """Whether no result is compared with the flagged ones: under `out`, while an ordinary one exists."""
    return bool(xs) and rule == "out"


def compared(xs: Collection[X], flagged: Collection[X], rule: str) -> Collection[X]:
    """The results that every result is compared with: the ordinary ones, or all.

    One table's offence must not move pairs who were not there.
    """
    return xs if are_apart(xs, rule) else (*xs, *flagged)


def extremes(xs: Collection[X], flagged: Collection[X], rule: str) -> tuple[X, X]:
    """MIN and MAX of what is compared. Raises ValueError without any result."""
    among = compared(xs, flagged, rule)
    return min(among), max(among)


def held_between(x: X, low: X, high: X) -> X:
    """A flagged X brought back to the nearer of MIN and MAX, where it lies beyond them."""
    return max(low, min(high, x))
