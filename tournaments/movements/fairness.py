"""How fair a plan is to each contestant: who is treated worst, and what is left when somebody stays away."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.movements.plan import Plan
from tournaments.movements.quality import Comparisons, comparisons, evenness, has_comparisons

VACANCY_LIMIT = 60
"""Contestants up to whom vacancy quality is worked out: it takes their cube, a second or two for these."""
WORST = 5
"""Contestants named as treated worst, at most."""


@dataclass(frozen=True)
class Fairness:
    """What can be said of a plan beyond its Qf; exact.

    `meetings` and `comparisons` tell how many pairs of contestants are opponents so many times, and are
    compared so much (see `quality.comparisons`). `deviations` is, by contestant, the mean square of how far
    his comparisons are from the mean of all; `vacancy` the Qf of the others when he is absent and whoever
    would meet him sits out (http://pjms.nl/BALANS/vacancy_quality.html). `comparisons` and `deviations` are
    empty where Qf is not defined, `vacancy` also above `VACANCY_LIMIT` contestants; `meetings` is told of
    individuals too.
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
    def mean_vacancy_qf(self) -> Fraction | None:
        """Qf when one contestant is absent, on average."""
        return sum(self.vacancy.values(), Fraction(0)) / len(self.vacancy) if self.vacancy else None

    @property
    def worst_contestants(self) -> tuple[int, ...]:
        """Whose comparisons deviate most, worst first, five at most; nobody where all are treated alike."""
        least = min(self.deviations.values(), default=Fraction(0))
        worse = [one for one, deviation in self.deviations.items() if deviation > least]
        return tuple(sorted(worse, key=lambda one: (-self.deviations[one], one))[:WORST])


def fairness(plan: Plan) -> Fairness:
    """How fair `plan` is: to pairs in every respect, to individuals as far as meetings go."""
    met = _meetings(plan)
    if not has_comparisons(plan):
        return Fairness(met, {}, {}, {})
    compared = comparisons(plan)
    everybody = range(1, plan.contestants + 1) if plan.contestants <= VACANCY_LIMIT else ()
    return Fairness(
        meetings=met,
        comparisons=_histogram(compared.values()),
        deviations=_deviations(compared, plan.contestants),
        vacancy={one: evenness(comparisons(plan, without=one).values()) for one in everybody},
    )


def _meetings(plan: Plan) -> dict[int, int]:
    met = Counter(meeting for _, seated in plan.seatings for meeting in seated.meetings)
    return _histogram(met[both] for both in combinations(range(1, plan.contestants + 1), 2))


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _deviations(compared: Comparisons, contestants: int) -> dict[int, Fraction]:
    # Multiplied by their number all stays whole: fractions of every pair would take seconds.
    number, total = len(compared), sum(compared.values())
    squares = dict.fromkeys(range(1, contestants + 1), 0)
    for both, value in compared.items():
        for one in both:
            squares[one] += (number * value - total) ** 2
    return {one: Fraction(square, number**2 * (contestants - 1)) for one, square in squares.items()}
