"""Describe how fair a plan is, as figures and as a picture of its comparisons."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Play, Stage
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
from tournaments.queries.rounds.meetings import (
    CELL_SIZE,
    ContestantGrid,
    contestant_grid,
    meetings_of_plan,
)
from tournaments.queries.rounds.plan import CurrentPlan, current_plan, movement_of_stage

_TONES = 5

# If a value has at least this many characters, all squares are wider, with this side.
_WIDE_VALUE_LENGTH, _WIDE_CELL_SIZE = 3, 36


def comparison_pictures(
    comparisons_by_line: Mapping[str, Comparisons],
    contestants_by_line: Mapping[str, Collection[int]],
    numbers: Sequence[int],
) -> tuple[ContestantGrid, ...]:
    """Return a picture of each ranking; its tones go from its lowest to its highest value.

    `numbers` are the numbers of the contestants in the event, in the order of the plan.
    """
    widest = max(
        (
            len(str(value))
            for compared in comparisons_by_line.values()
            for value in compared.values()
        ),
        default=0,
    )
    cell_size = CELL_SIZE if widest < _WIDE_VALUE_LENGTH else _WIDE_CELL_SIZE
    pictures = []
    for line, compared in comparisons_by_line.items():
        values, tones = {}, {}
        tone_by_value = _tones(compared.values())
        for pair, value in compared.items():
            for key in (pair, pair[::-1]):
                values[key], tones[key] = value, tone_by_value[value]
        ranked = sorted(contestants_by_line[line])
        pictures.append(
            contestant_grid(values, ranked, ranked, cell_size, tones).renumbered(numbers)
        )
    return tuple(pictures)


def _tones(values: Collection[int]) -> dict[int, int]:
    """Return the tone of each value in equal steps; the middle tone if all are equal."""
    lowest, highest = min(values), max(values)
    if lowest == highest:
        return {lowest: (_TONES + 1) // 2}
    return {
        value: 1 + round((_TONES - 1) * Fraction(value - lowest, highest - lowest))
        for value in set(values)
    }


# The maximum number of contestants for which comparisons are drawn. A picture has as many squares
# as the number of contestants multiplied by itself.
MAX_PICTURED = 40

# The same for proposals that are not chosen, of which a page shows several.
MAX_PICTURED_UNCHOSEN = 16

# If a histogram has at most this many values, all are listed. Of others only the lowest value, the
# highest and the most frequent one are named.
_MAX_LISTED_VALUES = 4

# What is shown for each check that the plan no longer passes.
_FAILED_CHECKS = {
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
        return len(self.counts) <= _MAX_LISTED_VALUES

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
    absent (None if not computed). `critical_contestant` is this contestant (None if it makes no
    difference who is absent). `least_evenly_compared` are contestants, the worst first; empty if
    all are compared equally.
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
            return Text(_("%(number)s even if one is absent"), {"number": self.evenness_if_absent})
        return Text(
            _("at least %(number)s if one is absent (least without %(missed)s)"),
            {"number": self.evenness_if_absent, "missed": self.critical_contestant},
        )


class BoardsAndSitOuts(NamedTuple):
    """The fewest and most boards, and the fewest and most sit-outs, of any contestant."""

    min_boards: int
    max_boards: int
    min_sit_outs: int
    max_sit_outs: int


@dataclass(frozen=True)
class FairnessSummary:
    """The fairness of a plan; contestants are given by their numbers in the event.

    `boards_and_sit_outs` is None for drawn rounds, because contestants who are no longer drawn do
    not sit out. `rankings` and `pictures` are empty if the method does not compare tables, or if
    the plan makes no comparison possible. `deviation` says how far the plan of an individual
    movement is from an exact design. `check_summary` describes the checks that the plan passed, and
    `failed_checks` those that it no longer passes.
    """

    meetings: PairHistogram
    boards_and_sit_outs: BoardsAndSitOuts | None
    rankings: tuple[RankingFairness, ...]
    pictures: tuple[ContestantGrid, ...]
    deviation: Text | None = None
    check_summary: Text | None = None
    failed_checks: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that are ranked separately, or `all`."""
        return tuple(ranking.line for ranking in self.rankings)

    @property
    def are_rankings_alike(self) -> bool:
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
    """The report on a stage's current plan.

    If `is_drawn`, the report covers only those that have started.
    """

    movement: str
    rounds: int
    is_drawn: bool
    meetings: ContestantGrid
    fairness: FairnessSummary


def fairness_of_proposal(proposal: Proposal, chosen: bool) -> FairnessSummary | None:
    """Return the fairness of a proposed plan; None if its rounds are still to be drawn."""
    movement = get_movement(proposal.movement, proposal.options)
    if not movement.is_fixed:
        return None
    current_plan = CurrentPlan(proposal.plan, tuple(range(1, proposal.plan.contestants + 1)))
    pictured = MAX_PICTURED if chosen else MAX_PICTURED_UNCHOSEN
    return _fairness_summary(
        current_plan,
        proposal.quality is not None,
        pictured,
        movement.design_deviation(proposal.plan),
    )


def fairness_report(stage: Stage) -> FairnessReport | None:
    """Return the fairness of a stage's current plan; None if nothing is planned yet."""
    current, movement = current_plan(stage), movement_of_stage(stage)
    if current.plan.contestants < 2:
        return None
    deviation = movement.design_deviation(current.plan) if movement and movement.is_fixed else None
    summary = _fairness_summary(
        current, stage.event.method.compares_tables and not stage.is_drawn, MAX_PICTURED, deviation
    )
    return FairnessReport(
        movement=movement.title if movement else "",
        rounds=len(current.plan.rounds),
        is_drawn=stage.is_drawn,
        meetings=meetings_of_plan(current.plan).renumbered(current.contestant_numbers),
        fairness=replace(summary, boards_and_sit_outs=None)
        if stage.is_drawn
        else _without_sit_outs_of_early_end(_with_checks(summary, current.plan), stage),
    )


def _without_sit_outs_of_early_end(summary: FairnessSummary, stage: Stage) -> FairnessSummary:
    """Leave out the sit-outs if a session ended early: tables that it cut off did not sit out."""
    unplayed = Play.objects.filter(board__session__stage=stage).unplayed_at_finish()
    if not summary.boards_and_sit_outs or not unplayed.exists():
        return summary
    boards = summary.boards_and_sit_outs._replace(min_sit_outs=0, max_sit_outs=0)
    return replace(summary, boards_and_sit_outs=boards)


def _fairness_summary(
    current_plan: CurrentPlan, compares_tables: bool, max_pictured: int, deviation: Text | None
) -> FairnessSummary:
    plan, numbers = current_plan
    contestants_by_line = (
        _contestants_by_line(plan) if compares_tables and has_comparisons(plan) else {}
    )
    compared = comparisons(plan) if contestants_by_line else {}
    comparisons_by_line = {
        line: comparisons_among(compared, contestants)
        for line, contestants in contestants_by_line.items()
    }
    return FairnessSummary(
        meetings=_pair_histogram(meeting_histogram(plan)),
        boards_and_sit_outs=_boards_and_sit_outs(plan),
        rankings=tuple(
            _ranking_fairness(line, fairness(plan, contestants), comparisons_by_line[line], numbers)
            for line, contestants in contestants_by_line.items()
        ),
        pictures=comparison_pictures(comparisons_by_line, contestants_by_line, numbers)
        if contestants_by_line and len(numbers) <= max_pictured
        else (),
        deviation=deviation,
    )


def _contestants_by_line(plan: Plan) -> dict[str, frozenset[int]]:
    """Return the contestants of each ranking that has at least two.

    A contestant who is alone in a ranking is compared with nobody.
    """
    return {
        line: contestants
        for line, contestants in ranking_groups_of_plan(plan).items()
        if len(contestants) > 1
    }


def _ranking_fairness(
    line: str, contestant_fairness: Fairness, compared: Comparisons, numbers: Sequence[int]
) -> RankingFairness:
    lowest_qf = contestant_fairness.vacancy_qf
    critical = next(
        (
            contestant
            for contestant, remaining_qf in contestant_fairness.vacancy.items()
            if remaining_qf == lowest_qf
        ),
        None,
    )
    if len(set(contestant_fairness.vacancy.values())) <= 1:
        critical = None
    return RankingFairness(
        line=line,
        evenness=round(evenness(compared.values())),
        evenness_if_absent=None if lowest_qf is None else round(lowest_qf),
        critical_contestant=None if critical is None else numbers[critical - 1],
        least_evenly_compared=tuple(
            numbers[contestant - 1] for contestant in contestant_fairness.worst_contestants
        ),
        comparisons=_pair_histogram(contestant_fairness.comparisons),
    )


def _pair_histogram(histogram: Mapping[int, int]) -> PairHistogram:
    return PairHistogram(
        tuple(ValueCount(value, pairs) for value, pairs in sorted(histogram.items()))
    )


def _boards_and_sit_outs(plan: Plan) -> BoardsAndSitOuts:
    board_counts, sit_out_counts = _board_counts(plan), _sit_out_counts(plan)
    return BoardsAndSitOuts(
        min(board_counts), max(board_counts), min(sit_out_counts), max(sit_out_counts)
    )


def _board_counts(plan: Plan) -> list[int]:
    board_counts = Counter(dict.fromkeys(range(1, plan.contestants + 1), 0))
    for _number, seated in plan.seatings:
        board_counts.update(dict.fromkeys(seated.contestants, len(seated.boards)))
    return list(board_counts.values())


def _sit_out_counts(plan: Plan) -> list[int]:
    sit_out_counts = Counter(
        contestant for sitting_out in plan.sit_outs for contestant in sitting_out
    )
    return [sit_out_counts[contestant] for contestant in range(1, plan.contestants + 1)]


def _with_checks(summary: FairnessSummary, plan: Plan) -> FairnessSummary:
    """Check the current plan again: late arrivals and withdrawals may have changed it."""
    failed_checks = {problem.code for problem in plan_checks.plan_problems(plan)}
    failed_texts = tuple(
        sentence for code, sentence in _FAILED_CHECKS.items() if code in failed_checks
    )
    return replace(
        summary,
        failed_checks=failed_texts,
        check_summary=None if failed_texts else plan_check_summary(plan, is_fixed=True),
    )
