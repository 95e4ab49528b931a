"""Explain the numbers of a row of the standings: place, total, mean and percent."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, decimals_to_distinguish
from scoring.explanations.places import (
    PlaceDifference,
    explain_bracket_place,
    explain_first_place,
    explain_lower_place,
    explain_missed_session,
    explain_too_few_boards,
    explain_unranked,
    with_next_behind,
)
from scoring.explanations.totals import TotalParts, explain_mean, explain_percent, explain_total
from tournaments.models import Event, Snapshot, Stage
from tournaments.queries.contestants.unranked_reasons import unranked_reason_text
from tournaments.queries.standings.latest import shown_standings
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking, ShownStandings


@dataclass(frozen=True)
class ExplainedStanding:
    """The explanations of each number of a row; `mean` and `percent` may be None.

    The total is shown with `decimals` decimals, and the mean with `mean_decimals`. `is_by_mean`
    says that the mean ranks. `line` is the line that the ranking is of, and `ranked_count` is how
    many contestants have a rank in it; both are set for a single row only.
    """

    place: Explanation
    total: Explanation
    mean: Explanation | None
    percent: Explanation | None
    decimals: int = 2
    mean_decimals: int = 2
    is_by_mean: bool = False
    ranked_count: int = 0
    line: str = "all"

    @property
    def figure(self) -> Explanation:
        """The explanation of the number that ranks."""
        return self.percent or (self.mean if self.is_by_mean else None) or self.total

    @property
    def secondary_total(self) -> Explanation | None:
        """The explanation of the total, if another number ranks."""
        return None if self.figure is self.total else self.total


@dataclass(frozen=True)
class ExplainedContestant(RankedContestant):
    """A row of a ranking with the explanation of each number."""

    explanations: ExplainedStanding | None = None


def with_explanations(stage: Stage, standings: ShownStandings) -> ShownStandings:
    """Return the standings with the explanation of every number in every row."""
    rankings = [
        replace(ranking, rows=_explained_rows(stage, ranking)) for ranking in standings.rankings
    ]
    return replace(standings, rankings=rankings)


def _explained_rows(stage: Stage, ranking: ShownRanking) -> list[RankedContestant]:
    return [
        ExplainedContestant(**vars(row), explanations=explained_standing(stage, ranking, row))
        for row in ranking.rows
    ]


def explained_standing(
    stage: Stage, ranking: ShownRanking, row: RankedContestant
) -> ExplainedStanding:
    """Explain a row of a ranking, from the ranking alone."""
    boards = row.boards + row.carried.boards + row.rested.boards
    return ExplainedStanding(
        _explain_place(stage, ranking, row),
        replace(explain_total(_total_parts(stage.event, ranking, row)), decimals=ranking.decimals),
        replace(explain_mean(row.total, boards), decimals=ranking.mean_decimals)
        if boards
        else None,
        _explain_percent(ranking, row),
        ranking.decimals,
        ranking.mean_decimals,
        ranking.ranked_by == "mean",
    )


def explained_row_of_contestant(
    stage: Stage, snapshot: Snapshot | None, contestant_number: int
) -> tuple[RankedContestant, ExplainedStanding] | None:
    """Return a contestant's row, by number, with its explanations; None if there is none."""
    if snapshot is None:
        return None
    found_rows = shown_standings(stage, snapshot).rows_of({contestant_number})
    for ranking, row in found_rows:
        explained = explained_standing(stage, ranking, row)
        return row, replace(explained, ranked_count=ranking.ranked_count, line=ranking.line)
    return None


def _total_parts(event: Event, ranking: ShownRanking, row: RankedContestant) -> TotalParts:
    other_parts = row.carried.total + row.rested.total - row.penalty
    awards = row.total - other_parts
    figures = (row.boards, row.penalty, row.carried.total, row.rested.total)
    return TotalParts(awards, *figures, _award_unit(event), ranking.decimals)


def _award_unit(event: Event) -> str:
    """Return what one award is for: a match of teams, a round if wins count, else a board."""
    if event.at_two_tables:
        return "match"
    return "round" if event.method.ranks_by_total else "board"


def _explain_percent(ranking: ShownRanking, row: RankedContestant) -> Explanation | None:
    if row.percent is None:
        return None
    explained = explain_percent(row.total, _tops(row.total, row.percent))
    return replace(explained, decimals=ranking.figure_decimals)


def _tops(total: Fraction, percent: Fraction) -> Fraction:
    """Return the sum of tops; standings store only the percent."""
    return 100 * total / percent if percent else Fraction(0)


def _explain_place(stage: Stage, ranking: ShownRanking, row: RankedContestant) -> Explanation:
    """Explain why a row has its rank, or none: by the bracket, or by the number that ranks."""
    if row.rank is None:
        return _explain_unranked(stage.event, ranking, row)
    first_index, sharing_count = ranking.tied_rows[row.rank]
    ahead_count, other_count = row.rank - 1, sharing_count - 1
    if _is_ranked_by_bracket(stage):
        return explain_bracket_place(ahead_count, other_count)
    place = _explain_place_by_figure(ranking, row, first_index, other_count)
    rows_below = ranking.rows[first_index + sharing_count :]
    return _add_next_behind(place, ranking, row, rows_below[0] if rows_below else None)


def _explain_place_by_figure(
    ranking: ShownRanking, row: RankedContestant, first_index: int, other_count: int
) -> Explanation:
    figure = ranking.ranked_by
    if not first_index:
        return explain_first_place(figure, _rounded_figure(ranking, figure, row), other_count)
    return explain_lower_place(
        figure,
        _place_difference(ranking, ranking.rows[first_index - 1], row),
        first_index,
        other_count,
    )


def _add_next_behind(
    place: Explanation,
    ranking: ShownRanking,
    row: RankedContestant,
    next_row: RankedContestant | None,
) -> Explanation:
    """Return the explanation with the figure of the next contestant, if it is lower."""
    if next_row is None or not next_row.rank:
        return place
    figure = ranking.ranked_by
    own_figure, next_figure = _figure(row, figure), _figure(next_row, figure)
    if next_figure >= own_figure:
        return place
    decimals = max(
        decimals_to_distinguish(own_figure, next_figure),
        _rounded_figure(ranking, figure, row).decimals,
    )
    return with_next_behind(place, figure, RoundedNumber(next_figure, decimals))


def _rounded_figure(ranking: ShownRanking, figure: str, row: RankedContestant) -> RoundedNumber:
    """Return the figure that ranks, rounded as the ranking shows it."""
    decimals = {"total": ranking.decimals, "mean": ranking.mean_decimals}
    return RoundedNumber(_figure(row, figure), decimals.get(figure, ranking.figure_decimals))


def _place_difference(
    ranking: ShownRanking, above: RankedContestant, row: RankedContestant
) -> PlaceDifference:
    """Return what decides the place: the figure that ranks, or else the tie-break."""
    figure = ranking.ranked_by
    figure_above, figure_below = _figure(above, figure), _figure(row, figure)
    if figure_above != figure_below or above.tiebreak_lead is None:
        decimals = _rounded_figure(ranking, figure, row).decimals
        return PlaceDifference(figure_above, figure_below, min_decimals=decimals)
    return PlaceDifference(
        above.tiebreak_lead.value,
        above.tiebreak_lead.next_value,
        above.tiebreak_lead.name,
        above.tiebreak_lead.shows_values,
    )


def _figure(row: RankedContestant, figure: str) -> Fraction:
    number = getattr(row, figure)
    return Fraction(0) if number is None else number


def _is_ranked_by_bracket(stage: Stage) -> bool:
    """Return whether places follow the bracket of a team knock-out."""
    return stage.event.at_two_tables and stage.movement is not None and stage.movement.needs_winners


def _explain_unranked(event: Event, ranking: ShownRanking, row: RankedContestant) -> Explanation:
    if row.unranked_reason:
        return explain_unranked(unranked_reason_text(row.unranked_reason))
    most_boards = ranking.most_boards
    required_boards = max(1, ceil(event.method.unranked_below * most_boards))
    if row.boards < required_boards:
        return explain_too_few_boards(row.boards, required_boards)
    if ranking.requires_all_sessions or ranking.unranked_note is None:
        return explain_missed_session()
    # Another group may have played more boards than this one, so the numbers cannot be told.
    return Explanation("too_few", ranking.unranked_note)
