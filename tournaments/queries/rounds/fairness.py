"""Describe how fair a plan is, as figures and as a picture of its comparisons."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Stage
from tournaments.movements.advice.proposals import Proposal, plan_check_summary
from tournaments.movements.base import plan_checks
from tournaments.movements.base.plan import Plan
from tournaments.movements.catalogue import get_movement
from tournaments.movements.fairness.contestant_fairness import (
    Fairness,
    comparisons_among,
    fairness,
    meeting_histogram,
    ranking_groups_of_plan,
)
from tournaments.movements.fairness.quality import (
    Comparisons,
    comparisons,
    evenness,
    has_comparisons,
)
from tournaments.queries.rounds.meetings import CELL, PairGrid, meetings_of_plan, pair_grid
from tournaments.queries.rounds.plan import CurrentPlan, current_plan, movement_of_stage

_TONES = 5

# Values with this many characters need wider squares; the side of these.
_WIDE, _WIDE_CELL = 3, 36


def compared_pictures(
    within_each: Mapping[str, Comparisons],
    apart: Mapping[str, Collection[int]],
    numbers: Sequence[int],
) -> tuple[PairGrid, ...]:
    """Return a picture of each ranking, with tones by its own measure.

    `within_each` and `apart` are by line; `numbers` are those of the contestants in order.
    """
    widest = max(
        (len(str(value)) for compared in within_each.values() for value in compared.values()),
        default=0,
    )
    cell = CELL if widest < _WIDE else _WIDE_CELL
    pictures = []
    for line, compared in within_each.items():
        values, tones = {}, {}
        tone_of = _tones(compared.values())
        for two, value in compared.items():
            for both in (two, two[::-1]):
                values[both], tones[both] = value, tone_of[value]
        ranked = sorted(apart[line])
        pictures.append(pair_grid(values, ranked, ranked, cell, tones).numbered(numbers))
    return tuple(pictures)


def _tones(values: Collection[int]) -> dict[int, int]:
    """Return the tone of each value in equal steps; the middle tone if all are equal."""
    least, most = min(values), max(values)
    if least == most:
        return {least: (_TONES + 1) // 2}
    return {
        value: 1 + round((_TONES - 1) * Fraction(value - least, most - least))
        for value in set(values)
    }


# The most contestants for which comparisons are drawn: squares grow with their square.
MAX_PICTURED = 40

# The same for proposals that are not chosen, of which a page shows several.
MAX_PICTURED_UNCHOSEN = 16

# A histogram of at most this many values is listed in full; of others least, most and mode.
_LISTED = 4

# What is shown for each check that the plan no longer passes.
_CHANGED = {
    "board_again": _("A contestant plays a board twice."),
    "opponents_again": _("Two contestants meet more often than planned."),
    "rests_uneven": _("One contestant sits out at least two rounds more than another."),
}


class ValueCount(NamedTuple):
    """How many pairs of contestants have a value."""

    value: int
    pairs: int

    @property
    def text(self) -> str:
        """The value with a true minus sign."""
        return str(self.value).replace("-", "−")


@dataclass(frozen=True)
class PairHistogram:
    """A histogram over pairs of contestants, by value; at least one pair."""

    counts: tuple[ValueCount, ...]

    @property
    def is_short(self) -> bool:
        """Whether every value is listed."""
        return len(self.counts) <= _LISTED

    @property
    def lowest(self) -> ValueCount:
        """The lowest value."""
        return self.counts[0]

    @property
    def highest(self) -> ValueCount:
        """The highest value."""
        return self.counts[-1]

    @property
    def mode(self) -> ValueCount:
        """The most frequent value; of equally frequent ones the lowest."""
        return max(self.counts, key=lambda count: count.pairs)


@dataclass(frozen=True)
class RankingFairness:
    """How evenly the contestants of one ranking are compared; `line` is `all` or a line.

    `evenness` is Qf in whole percent. `evenness_if_absent` is the lowest Qf if one contestant is
    absent (None if not computed), and `critical_contestant` that contestant (None if it makes no
    difference). `least_evenly_compared` are contestants, the worst first; empty if all are compared
    equally.
    """

    line: str
    evenness: int
    evenness_if_absent: int | None
    critical_contestant: int | None
    least_evenly_compared: tuple[int, ...]
    comparisons: PairHistogram

    @property
    def absence_text(self) -> Text | None:
        """The evenness that remains if a contestant is absent; None if it is not computed."""
        if self.evenness_if_absent is None:
            return None
        if self.critical_contestant is None:
            return Text(_("%(number)s, whoever is absent"), {"number": self.evenness_if_absent})
        return Text(
            _("at least %(number)s, whoever is absent (least without %(missed)s)"),
            {"number": self.evenness_if_absent, "missed": self.critical_contestant},
        )


class BoardsAndRests(NamedTuple):
    """The fewest and most boards, and the fewest and most rests, of any contestant."""

    min_boards: int
    max_boards: int
    min_rests: int
    max_rests: int


@dataclass(frozen=True)
class FairnessSummary:
    """The fairness of a plan; contestants are given by their numbers in the event.

    `boards_and_rests` is None for drawn rounds, because contestants who are no longer drawn do not
    rest. `rankings` and `pictures` are empty if tables are not or cannot be compared; `deviation`
    then describes individual movements. `check_summary` describes the checks that the plan passed,
    and `failed_checks` those that it no longer passes.
    """

    meetings: PairHistogram
    boards_and_rests: BoardsAndRests | None
    rankings: tuple[RankingFairness, ...]
    pictures: tuple[PairGrid, ...]
    deviation: Text | None = None
    check_summary: Text | None = None
    failed_checks: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that are ranked separately, or `all`."""
        return tuple(ranking.line for ranking in self.rankings)

    @property
    def is_alike(self) -> bool:
        """Whether several rankings have the same evenness, also if a contestant is absent."""
        figures = {
            (ranking.evenness, ranking.evenness_if_absent, ranking.critical_contestant)
            for ranking in self.rankings
        }
        return len(self.rankings) > 1 and len(figures) == 1

    @property
    def is_even(self) -> bool:
        """Whether all comparisons within each ranking are equal, so that a picture adds nothing."""
        return bool(self.rankings) and all(
            len(ranking.comparisons.counts) == 1 for ranking in self.rankings
        )


@dataclass(frozen=True)
class FairnessReport:
    """The report on a stage's current plan; a `drawn` one covers the started rounds only."""

    movement: str
    rounds: int
    drawn: bool
    meetings: PairGrid
    fairness: FairnessSummary


def fairness_of_proposal(proposal: Proposal, chosen: bool) -> FairnessSummary | None:
    """Return the fairness of a proposed plan; None if its rounds are still to be drawn."""
    movement = get_movement(proposal.movement, proposal.options)
    if not movement.is_fixed:
        return None
    planned = CurrentPlan(proposal.plan, tuple(range(1, proposal.plan.contestants + 1)))
    pictured = MAX_PICTURED if chosen else MAX_PICTURED_UNCHOSEN
    return _told(
        planned, proposal.quality is not None, pictured, movement.design_deviation(proposal.plan)
    )


def fairness_report(stage: Stage) -> FairnessReport | None:
    """Return the fairness of a stage's current plan; None if nothing is planned yet."""
    planned, movement = current_plan(stage), movement_of_stage(stage)
    if planned.plan.contestants < 2:
        return None
    deviation = movement.design_deviation(planned.plan) if movement and movement.is_fixed else None
    summary = _told(
        planned, stage.event.method.compares_tables and not stage.is_drawn, MAX_PICTURED, deviation
    )
    return FairnessReport(
        movement=movement.title if movement else "",
        rounds=len(planned.plan.rounds),
        drawn=stage.is_drawn,
        meetings=meetings_of_plan(planned.plan).numbered(planned.numbers),
        fairness=replace(summary, boards_and_rests=None)
        if stage.is_drawn
        else _with_checks(summary, planned.plan),
    )


def _told(
    planned: CurrentPlan, compares: bool, pictured: int, deviation: Text | None
) -> FairnessSummary:
    plan, numbers = planned
    apart = _rankings(plan) if compares and has_comparisons(plan) else {}
    compared = comparisons(plan) if apart else {}
    within_each = {line: comparisons_among(compared, who) for line, who in apart.items()}
    return FairnessSummary(
        meetings=_counts(meeting_histogram(plan)),
        boards_and_rests=_each(plan),
        rankings=tuple(
            _ranked(line, fairness(plan, who), within_each[line], numbers)
            for line, who in apart.items()
        ),
        pictures=compared_pictures(within_each, apart, numbers)
        if apart and len(numbers) <= pictured
        else (),
        deviation=deviation,
    )


def _rankings(plan: Plan) -> dict[str, frozenset[int]]:
    """Return the rankings with at least two contestants: a single one is compared with nobody."""
    return {line: who for line, who in ranking_groups_of_plan(plan).items() if len(who) > 1}


def _ranked(
    line: str, fair: Fairness, compared: Comparisons, numbers: Sequence[int]
) -> RankingFairness:
    absent = fair.vacancy_qf
    missed = next((one for one, left in fair.vacancy.items() if left == absent), None)
    if len(set(fair.vacancy.values())) <= 1:
        missed = None
    return RankingFairness(
        line=line,
        evenness=round(evenness(compared.values())),
        evenness_if_absent=None if absent is None else round(absent),
        critical_contestant=None if missed is None else numbers[missed - 1],
        least_evenly_compared=tuple(numbers[one - 1] for one in fair.worst_contestants),
        comparisons=_counts(fair.comparisons),
    )


def _counts(histogram: Mapping[int, int]) -> PairHistogram:
    return PairHistogram(
        tuple(ValueCount(value, pairs) for value, pairs in sorted(histogram.items()))
    )


def _each(plan: Plan) -> BoardsAndRests:
    boards, rests = _boards_each(plan), _rests_each(plan)
    return BoardsAndRests(min(boards), max(boards), min(rests), max(rests))


def _boards_each(plan: Plan) -> list[int]:
    boards = Counter(dict.fromkeys(range(1, plan.contestants + 1), 0))
    for _number, seated in plan.seatings:
        boards.update(dict.fromkeys(seated.contestants, len(seated.boards)))
    return list(boards.values())


def _rests_each(plan: Plan) -> list[int]:
    rests = Counter(one for resting in plan.sit_outs for one in resting)
    return [rests[one] for one in range(1, plan.contestants + 1)]


def _with_checks(summary: FairnessSummary, plan: Plan) -> FairnessSummary:
    """Check the current plan again: late arrivals and withdrawals may have changed it."""
    failed_checks = {problem.code for problem in plan_checks.plan_problems(plan)}
    changed = tuple(sentence for code, sentence in _CHANGED.items() if code in failed_checks)
    return replace(
        summary,
        failed_checks=changed,
        check_summary=None if changed else plan_check_summary(plan, is_fixed=True),
    )
