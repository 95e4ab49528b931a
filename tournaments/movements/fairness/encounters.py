"""How evenly a plan brings individuals together: the counts, their imbalance, the least there
can be."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from games.text import Words
from games.text import gettext_noop as _
from tournaments.movements.base.plan import Plan

ContestantPair = tuple[int, int]
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


def partner_counts(plan: Plan) -> Counter[ContestantPair]:
    """How often two contestants sit on the same line of a table."""
    return Counter(
        (min(two), max(two))
        for _number, seating in plan.seatings
        for line in seating.lines.values()
        for two in combinations(line, 2)
    )


def opponent_counts(plan: Plan) -> Counter[ContestantPair]:
    """How often two contestants are at a table, on different lines."""
    return Counter(meeting for _number, seating in plan.seatings for meeting in seating.meetings)


def spread(counts: Counter[ContestantPair], contestants: int) -> EncounterSpread:
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


def partner_and_opponent_spread(plan: Plan) -> tuple[EncounterSpread, EncounterSpread]:
    """Of partners, and of opponents."""
    return spread(partner_counts(plan), plan.contestants), spread(
        opponent_counts(plan), plan.contestants
    )


def encounter_figures(plan: Plan) -> dict[str, object]:
    """The figures as programs read them; `partner_counts` is null where everybody plays alone.

    `imbalance` and `bound` add up partners and opponents; `exact` is an imbalance of nothing.
    """
    beside, against = partner_and_opponent_spread(plan)
    imbalance = beside.imbalance + against.imbalance
    return {
        "partners": [beside.least, beside.most] if beside.most else None,
        "opponents": [against.least, against.most],
        "imbalance": float(round(imbalance, 4)),
        "bound": float(round(beside.bound + against.bound, 4)),
        "exact": imbalance == 0,
    }


def design_deviation(plan: Plan) -> Words | None:
    """How far the plan is from an exact design, as a sentence; None for an exact one."""
    beside, against = partner_and_opponent_spread(plan)
    imbalance, bound = beside.imbalance + against.imbalance, beside.bound + against.bound
    if imbalance == 0:
        return None
    figures: dict[str, object] = {
        "imbalance": f"{float(imbalance):.2f}",
        "bound": f"{float(bound):.2f}",
    }
    met: dict[str, object] = {"opponents_least": against.least, "opponents_most": against.most}
    if not beside.most:
        return Words(_ALONE, figures | met)
    return Words(
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
