"""How evenly a plan brings individuals together: the counts, their imbalance, the least there
can be."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from games.text import Text
from games.text import gettext_noop as _
from tournaments.movements.frame.plan import Plan

Two = tuple[int, int]
"""Two contestants, the lower number first."""


class EncounterSpread(NamedTuple):
    """How often any two of the contestants come together: at least, at most, and how unevenly.

    `imbalance` is the mean square deviation from the mean, over all pairs of contestants; `bound`
    is the least that whole numbers with this mean can have (proved in
    docs/developers/individual-movements.md).
    """

    least: int
    most: int
    imbalance: Fraction
    bound: Fraction


def partners(plan: Plan) -> Counter[Two]:
    """How often two contestants sit on the same line of a table."""
    return Counter(
        (min(two), max(two))
        for _number, seated in plan.seatings
        for line in seated.lines.values()
        for two in combinations(line, 2)
    )


def opponents(plan: Plan) -> Counter[Two]:
    """How often two contestants are at a table, on different lines."""
    return Counter(meeting for _number, seated in plan.seatings for meeting in seated.meetings)


def spread(counts: Counter[Two], contestants: int) -> EncounterSpread:
    """What is said above of these counts, among two contestants or more."""
    pairs = contestants * (contestants - 1) // 2
    total = sum(counts.values())
    part = Fraction(total % pairs, pairs)
    squares = Fraction(sum(times * times for times in counts.values()), pairs)
    least = min(counts.values()) if len(counts) == pairs else 0
    return EncounterSpread(
        least,
        max(counts.values(), default=0),
        squares - Fraction(total, pairs) ** 2,
        part * (1 - part),
    )


def spreads(plan: Plan) -> tuple[EncounterSpread, EncounterSpread]:
    """Of partners, and of opponents."""
    return spread(partners(plan), plan.contestants), spread(opponents(plan), plan.contestants)


def measured(plan: Plan) -> dict[str, object]:
    """The figures as programs read them; `partners` is null where everybody plays alone.

    `imbalance` and `bound` add up partners and opponents; `exact` is an imbalance of nothing.
    """
    beside, against = spreads(plan)
    imbalance = beside.imbalance + against.imbalance
    return {
        "partners": [beside.least, beside.most] if beside.most else None,
        "opponents": [against.least, against.most],
        "imbalance": float(round(imbalance, 4)),
        "bound": float(round(beside.bound + against.bound, 4)),
        "exact": imbalance == 0,
    }


def deviation(plan: Plan) -> Text | None:
    """How far the plan is from an exact design, as a sentence; None for an exact one."""
    beside, against = spreads(plan)
    imbalance, bound = beside.imbalance + against.imbalance, beside.bound + against.bound
    if imbalance == 0:
        return None
    figures: dict[str, object] = {
        "imbalance": f"{float(imbalance):.2f}",
        "bound": f"{float(bound):.2f}",
    }
    met: dict[str, object] = {"opponents_least": against.least, "opponents_most": against.most}
    if not beside.most:
        return Text(_ALONE, figures | met)
    return Text(
        _TOGETHER, figures | met | {"partners_least": beside.least, "partners_most": beside.most}
    )


_ALONE = _(
    "Any two meet %(opponents_least)d to %(opponents_most)d times: "
    "the imbalance is %(imbalance)s, the least possible %(bound)s."
)
_TOGETHER = _(
    "Any two are partners %(partners_least)d to %(partners_most)d times and opponents "
    "%(opponents_least)d to %(opponents_most)d times: "
    "the imbalance is %(imbalance)s, the least possible %(bound)s."
)
