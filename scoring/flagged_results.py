"""Flagged results: what an offence or a ruling at one table means for the others, and for
itself."""

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
    """Whether no result is compared with the flagged ones: under `out`, while an ordinary one
    exists."""
    return bool(ordinary) and rule == "out"


def compared_results(ordinary: Frequencies, flagged: Frequencies, rule: str) -> Frequencies:
    """The results that every result is compared with: the ordinary ones, or all.

    One table's offence must not move pairs who were not there.
    """
    return (
        ordinary if flagged_are_left_out(ordinary, rule) else Counter(ordinary) + Counter(flagged)
    )


def clamp(x: X, low: X, high: X) -> X:
    """A flagged X brought back to the nearer of MIN and MAX, where it lies beyond them."""
    return max(low, min(high, x))
