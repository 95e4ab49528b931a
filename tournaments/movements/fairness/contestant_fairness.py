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

# Contestants up to which vacancy quality is computed. It takes time in proportion to their cube,
# one or two seconds for this number.
MAX_CONTESTANTS_FOR_VACANCY = 60
# The most contestants that are reported as treated worst.
MAX_WORST_CONTESTANTS = 5


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
        least_deviation = min(self.deviations.values(), default=Fraction(0))
        worse = [
            contestant
            for contestant, deviation in self.deviations.items()
            if deviation > least_deviation
        ]
        return tuple(
            sorted(worse, key=lambda contestant: (-self.deviations[contestant], contestant))[
                :MAX_WORST_CONTESTANTS
            ]
        )


def ranking_groups(lines: Mapping[str, Collection[int]]) -> Mapping[str, frozenset[int]]:
    """Who is ranked together, by line where nobody sits on both of two, else all under the line
    `all`.

    `lines` are all who ever sit on each.
    """
    contestants_by_line = {line: frozenset(contestants) for line, contestants in lines.items()}
    if len(contestants_by_line) == 2 and frozenset.isdisjoint(*contestants_by_line.values()):
        return contestants_by_line
    return {"all": frozenset().union(*contestants_by_line.values())}


def ranking_groups_of_plan(plan: Plan) -> Mapping[str, frozenset[int]]:
    """Who is ranked together in a plan."""
    lines: dict[str, set[int]] = {}
    for _, seating in plan.seatings:
        for line, contestants in seating.lines.items():
            lines.setdefault(line, set()).update(contestants)
    return ranking_groups(lines)


def fairness(plan: Plan, ranked: Collection[int] | None = None) -> Fairness:
    """How fair `plan` is: to pairs in every respect, to individuals as far as meetings go.

    Comparisons are those among the `ranked` alone, or everybody; anybody at all may be absent.
    """
    meetings = meeting_histogram(plan)
    if not has_comparisons(plan):
        return Fairness(meetings, {}, {}, {})
    everybody = range(1, plan.contestants + 1)
    ranked_contestants = frozenset(everybody if ranked is None else ranked)
    ranked_comparisons = comparisons_among(comparisons(plan), ranked_contestants)
    possible_absentees = everybody if plan.contestants <= MAX_CONTESTANTS_FOR_VACANCY else ()
    return Fairness(
        meetings=meetings,
        comparisons=_histogram(ranked_comparisons.values()),
        deviations=_deviations(ranked_comparisons, ranked_contestants),
        vacancy={
            absentee: evenness(
                comparisons_among(comparisons(plan, without=absentee), ranked_contestants).values()
            )
            for absentee in possible_absentees
        },
    )


def comparisons_among(compared: Comparisons, ranked: Collection[int]) -> Comparisons:
    """The comparisons of any two of the `ranked`."""
    return {
        pair: value for pair, value in compared.items() if pair[0] in ranked and pair[1] in ranked
    }


def meeting_histogram(plan: Plan) -> dict[int, int]:
    """How many pairs of contestants are opponents so many times."""
    meeting_counts = Counter(
        meeting for _, seating in plan.seatings for meeting in seating.meetings
    )
    return _histogram(
        meeting_counts[pair] for pair in combinations(range(1, plan.contestants + 1), 2)
    )


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _deviations(compared: Comparisons, ranked: Collection[int]) -> dict[int, Fraction]:
    # Scaled by the number of pairs all values are integers: fractions would take seconds.
    number, total = len(compared), sum(compared.values())
    squares = dict.fromkeys(sorted(ranked), 0)
    for pair, value in compared.items():
        for contestant in pair:
            squares[contestant] += (number * value - total) ** 2
    return {
        contestant: Fraction(square, number**2 * (len(ranked) - 1))
        for contestant, square in squares.items()
    }
