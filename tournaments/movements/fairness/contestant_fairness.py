"""How fair a plan is to each contestant: who is treated worst, and what is left when somebody
stays away."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.movements.base.plan import Plan
from tournaments.movements.fairness.quality import (
    Comparisons,
    comparisons,
    evenness,
    has_comparisons,
)

MAX_CONTESTANTS_FOR_VACANCY = 60
"""Contestants up to whom vacancy quality is worked out: it takes their cube, a second or two for
these."""
MAX_WORST_CONTESTANTS = 5
"""Contestants named as treated worst, at most."""


@dataclass(frozen=True)
class Fairness:
    """What can be said of a plan beyond its Qf; exact.

    `meetings` and `comparisons` tell how many pairs of contestants are opponents so many times, and
    are compared so much (see `quality.comparisons`). `deviations` is, by contestant, the mean
    square of how far his comparisons are from the mean of all; `vacancy` the Qf of the others when
    he is absent and whoever would meet him sits out (http://pjms.nl/BALANS/vacancy_quality.html).
    `comparisons` and `deviations` are empty where Qf is not defined, `vacancy` also above
    `MAX_CONTESTANTS_FOR_VACANCY` contestants; `meetings` is told of individuals too.
    """

    meetings: Mapping[int, int]
    comparisons: Mapping[int, int]
    deviations: Mapping[int, Fraction]
    vacancy: Mapping[int, Fraction]

    @property
    def vacancy_qf(self) -> Fraction | None:
        """Qf when the contestant is absent who is missed most."""
        return min(self.vacancy.values(), default=None)

    @property
    def worst_contestants(self) -> tuple[int, ...]:
        """Whose comparisons deviate most, worst first, five at most; nobody where all are
        treated alike."""
        least = min(self.deviations.values(), default=Fraction(0))
        worse = [one for one, deviation in self.deviations.items() if deviation > least]
        return tuple(
            sorted(worse, key=lambda one: (-self.deviations[one], one))[:MAX_WORST_CONTESTANTS]
        )


def ranking_groups(lines: Mapping[str, Collection[int]]) -> Mapping[str, frozenset[int]]:
    """Who is ranked together, by line where nobody sits on both of two, else all under the line
    `all`.

    `lines` are all who ever sit on each.
    """
    each = {line: frozenset(who) for line, who in lines.items()}
    if len(each) == 2 and frozenset.isdisjoint(*each.values()):
        return each
    return {"all": frozenset().union(*each.values())}


def ranking_groups_of_plan(plan: Plan) -> Mapping[str, frozenset[int]]:
    """Who is ranked together in a plan."""
    lines: dict[str, set[int]] = {}
    for _, seating in plan.seatings:
        for line, who in seating.lines.items():
            lines.setdefault(line, set()).update(who)
    return ranking_groups(lines)


def fairness(plan: Plan, ranked: Collection[int] | None = None) -> Fairness:
    """How fair `plan` is: to pairs in every respect, to individuals as far as meetings go.

    Comparisons are those among the `ranked` alone, or everybody; anybody at all may be absent.
    """
    met = meeting_histogram(plan)
    if not has_comparisons(plan):
        return Fairness(met, {}, {}, {})
    everybody = range(1, plan.contestants + 1)
    among = frozenset(everybody if ranked is None else ranked)
    compared = comparisons_among(comparisons(plan), among)
    absent = everybody if plan.contestants <= MAX_CONTESTANTS_FOR_VACANCY else ()
    return Fairness(
        meetings=met,
        comparisons=_histogram(compared.values()),
        deviations=_deviations(compared, among),
        vacancy={
            one: evenness(comparisons_among(comparisons(plan, without=one), among).values())
            for one in absent
        },
    )


def comparisons_among(compared: Comparisons, ranked: Collection[int]) -> Comparisons:
    """The comparisons of any two of the `ranked`."""
    return {two: value for two, value in compared.items() if two[0] in ranked and two[1] in ranked}


def meeting_histogram(plan: Plan) -> dict[int, int]:
    """How many pairs of contestants are opponents so many times."""
    met = Counter(meeting for _, seating in plan.seatings for meeting in seating.meetings)
    return _histogram(met[both] for both in combinations(range(1, plan.contestants + 1), 2))


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _deviations(compared: Comparisons, ranked: Collection[int]) -> dict[int, Fraction]:
    # Multiplied by their number all stays whole: fractions of every pair would take seconds.
    number, total = len(compared), sum(compared.values())
    squares = dict.fromkeys(sorted(ranked), 0)
    for both, value in compared.items():
        for one in both:
            squares[one] += (number * value - total) ** 2
    return {one: Fraction(square, number**2 * (len(ranked) - 1)) for one, square in squares.items()}
