"""How evenly a plan for individuals brings players together as partners and opponents."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from games.text import Text
from games.text import gettext_noop as _
from tournaments.movements.base.plan import Plan

# Two contestants, the lower number first.
ContestantPair = tuple[int, int]


class EncounterSpread(NamedTuple):
    """The minimum, maximum and variance of how often two contestants encounter each other.

    `imbalance` is the variance over all pairs of contestants. `min_imbalance` is the least variance
    that whole numbers with the same mean can have, proved in
    docs/developers/individual-movements.md.
    """

    min_count: int
    max_count: int
    imbalance: Fraction
    min_imbalance: Fraction


def partner_counts(plan: Plan) -> Counter[ContestantPair]:
    """Return how often two contestants sit on the same line of a table."""
    return Counter(
        (min(pair), max(pair))
        for _number, seating in plan.seatings
        for line in seating.lines.values()
        for pair in combinations(line, 2)
    )


def opponent_counts(plan: Plan) -> Counter[ContestantPair]:
    """Return how often two contestants sit at the same table on different lines."""
    return Counter(meeting for _number, seating in plan.seatings for meeting in seating.meetings)


def encounter_spread(counts: Counter[ContestantPair], contestant_count: int) -> EncounterSpread:
    """Return the spread of these counts among at least two contestants."""
    pair_count = contestant_count * (contestant_count - 1) // 2
    total = sum(counts.values())
    remainder = Fraction(total % pair_count, pair_count)
    squares = Fraction(sum(times * times for times in counts.values()), pair_count)
    # The least variance: `remainder` of the pairs meet once more than the others.
    min_imbalance = remainder * (1 - remainder)
    min_count = min(counts.values()) if len(counts) == pair_count else 0
    return EncounterSpread(
        min_count,
        max(counts.values(), default=0),
        squares - Fraction(total, pair_count) ** 2,
        min_imbalance,
    )


def partner_and_opponent_spread(plan: Plan) -> tuple[EncounterSpread, EncounterSpread]:
    """Return how evenly players are partners, and how evenly they are opponents."""
    return encounter_spread(partner_counts(plan), plan.contestants), encounter_spread(
        opponent_counts(plan), plan.contestants
    )


def encounter_figures(plan: Plan) -> dict[str, object]:
    """Return the figures of a plan as JSON; `partners` is null if everybody plays alone.

    `imbalance` and `bound` are sums over partners and opponents. `exact` means that the imbalance
    is 0.
    """
    partners, opponents = partner_and_opponent_spread(plan)
    imbalance = partners.imbalance + opponents.imbalance
    return {
        "partners": [partners.min_count, partners.max_count] if partners.max_count else None,
        "opponents": [opponents.min_count, opponents.max_count],
        "imbalance": float(round(imbalance, 4)),
        "bound": float(round(partners.min_imbalance + opponents.min_imbalance, 4)),
        "exact": imbalance == 0,
    }


def design_deviation(plan: Plan) -> Text | None:
    """Return a sentence about how far the plan is from an exact design; None if it is exact."""
    partners, opponents = partner_and_opponent_spread(plan)
    imbalance, min_imbalance = (
        partners.imbalance + opponents.imbalance,
        partners.min_imbalance + opponents.min_imbalance,
    )
    if imbalance == 0:
        return None
    figures: dict[str, object] = {
        "imbalance": f"{float(imbalance):.2f}",
        "bound": f"{float(min_imbalance):.2f}",
    }
    opponent_figures: dict[str, object] = {
        "opponents_least": opponents.min_count,
        "opponents_most": opponents.max_count,
    }
    if not partners.max_count:
        return Text(_DEVIATION_OF_MEETINGS, figures | opponent_figures)
    return Text(
        _DEVIATION_OF_PARTNERS,
        figures
        | opponent_figures
        | {"partners_least": partners.min_count, "partners_most": partners.max_count},
    )


_DEVIATION_OF_MEETINGS = _(
    "Any two meet %(opponents_least)d to %(opponents_most)d times: "
    "the imbalance is %(imbalance)s, the least possible %(bound)s."
)
_DEVIATION_OF_PARTNERS = _(
    "Any two are partners %(partners_least)d to %(partners_most)d times and opponents "
    "%(opponents_least)d to %(opponents_most)d times: "
    "the imbalance is %(imbalance)s, the least possible %(bound)s."
)
