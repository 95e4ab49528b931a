"""How fair a plan is to each contestant, and its quality factor if one is absent."""

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

# Vacancy quality is computed for at most this many contestants. The time is proportional to the
# cube of their number, and one or two seconds for this number.
MAX_CONTESTANTS_FOR_VACANCY = 60
# The most contestants that are reported as treated worst.
MAX_WORST_CONTESTANTS = 5


@dataclass(frozen=True)
class Fairness:
    """Exact figures of a plan besides its Qf.

    `meetings` maps each number of meetings to the number of pairs of contestants who meet that
    often, and `comparisons` maps each comparison (see `quality.comparisons`) to the number of pairs
    that have it. `deviations` maps each contestant to the mean square of the differences between
    their comparisons and the mean of all. `vacancy` maps each contestant to the Qf of the others if
    this one is absent and the opponents of each round sit out
    (http://pjms.nl/BALANS/vacancy_quality.html).

    If Qf is undefined, all but `meetings` are empty. For more than `MAX_CONTESTANTS_FOR_VACANCY`
    contestants `vacancy` is empty.
    """

    meetings: Mapping[int, int]
    comparisons: Mapping[int, int]
    deviations: Mapping[int, Fraction]
    vacancy: Mapping[int, Fraction]

    @property
    def vacancy_qf(self) -> Fraction | None:
        """The Qf if the contestant whose absence harms it most is absent."""
        return min(self.vacancy.values(), default=None)

    @property
    def worst_contestants(self) -> tuple[int, ...]:
        """At most five contestants with the largest deviations, worst first.

        Those with the smallest deviation are never among them.
        """
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
    """Return the contestants that are ranked together, by line.

    `lines` has all contestants who ever sit on each line. Two lines without a common contestant are
    ranked separately. In all other cases everybody is ranked together, as line `all`.
    """
    contestants_by_line = {line: frozenset(contestants) for line, contestants in lines.items()}
    if len(contestants_by_line) == 2 and frozenset.isdisjoint(*contestants_by_line.values()):
        return contestants_by_line
    return {"all": frozenset().union(*contestants_by_line.values())}


def ranking_groups_of_plan(plan: Plan) -> Mapping[str, frozenset[int]]:
    """Return the contestants of a plan that are ranked together, by line."""
    lines: dict[str, set[int]] = {}
    for _, seating in plan.seatings:
        for line, contestants in seating.lines.items():
            lines.setdefault(line, set()).update(contestants)
    return ranking_groups(lines)


def fairness(plan: Plan, ranked: Collection[int] | None = None) -> Fairness:
    """Return the fairness of a plan; for individuals only that of the meetings.

    Only comparisons among the `ranked` contestants count, by default all. The vacancy is computed
    for every contestant of the plan.
    """
    meetings = meeting_histogram(plan)
    if not has_comparisons(plan):
        return Fairness(meetings, {}, {}, {})
    all_contestants = range(1, plan.contestants + 1)
    ranked_contestants = frozenset(all_contestants if ranked is None else ranked)
    ranked_comparisons = comparisons_among(comparisons(plan), ranked_contestants)
    possible_absentees = all_contestants if plan.contestants <= MAX_CONTESTANTS_FOR_VACANCY else ()
    return Fairness(
        meetings=meetings,
        comparisons=_histogram(ranked_comparisons.values()),
        deviations=_deviations(ranked_comparisons, ranked_contestants),
        vacancy={
            absentee: evenness(
                comparisons_among(comparisons(plan, absentee=absentee), ranked_contestants).values()
            )
            for absentee in possible_absentees
        },
    )


def comparisons_among(compared: Comparisons, ranked: Collection[int]) -> Comparisons:
    """Return the comparisons between any two of the `ranked` contestants."""
    return {
        pair: value for pair, value in compared.items() if pair[0] in ranked and pair[1] in ranked
    }


def meeting_histogram(plan: Plan) -> dict[int, int]:
    """Return the number of pairs of contestants by how often they meet."""
    meeting_counts = Counter(
        meeting for _, seating in plan.seatings for meeting in seating.meetings
    )
    return _histogram(
        meeting_counts[pair] for pair in combinations(range(1, plan.contestants + 1), 2)
    )


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _deviations(compared: Comparisons, ranked: Collection[int]) -> dict[int, Fraction]:
    # Multiplied by the number of pairs, all values are integers; fractions would take seconds.
    number, total = len(compared), sum(compared.values())
    squares = dict.fromkeys(sorted(ranked), 0)
    for pair, value in compared.items():
        for contestant in pair:
            squares[contestant] += (number * value - total) ** 2
    return {
        contestant: Fraction(square, number**2 * (len(ranked) - 1))
        for contestant, square in squares.items()
    }
