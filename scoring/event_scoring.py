"""Score a whole event in memory, from its results to its awards and standings."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.adjusted.event_awards import (
    ContestantAward,
    adjusted_boards,
    contestant_awards,
    own_boards_by_contestant,
    unplayed_board_counts,
    with_adjusted_awards,
)
from scoring.method import AwardScale, Method, Numerators
from scoring.ranks import RankedRow, Tallies, rank
from scoring.results import LineResults, Result, ResultsByBoard, split_by_line, x_frequencies


class ScoredRanking(NamedTuple):
    """The standings of one line, or of all lines together if `line` is `all`."""

    line: str
    rows: list[RankedRow[str]]


class ScoredEvent(NamedTuple):
    """The scales of an event by board number and line, its standings and adjusted awards."""

    scales: dict[int, dict[str, AwardScale]]
    standings: list[ScoredRanking]
    method: Method
    adjusted_awards: Sequence[ContestantAward] = ()

    def award(self, board_number: int, line: str, result: Result) -> Fraction | None:
        """Return the award of a result of board `board_number`, by its X.

        Return None if the board was not played, if a ruling adjusted the award of the line (see
        `adjusted_awards`), or if the method gives no award.
        """
        if not result.x or line in result.adjusted:
            return None
        return self.method.award(line, result.x, self.scales[board_number][line], result.flagged)


def score_event(
    boards: ResultsByBoard,
    lines: Sequence[str],
    method: Method,
    boards_sat_out: Mapping[str, int] | None = None,
) -> ScoredEvent:
    """Score every board of an event and rank its contestants.

    `boards_sat_out` is the number of boards that each contestant sat out. It does not include
    boards for which the contestant is listed in a result without X. Raises `UnsupportedAward` for
    an average if the method has none.
    """
    results_by_board = {number: split_by_line(results, lines) for number, results in boards.items()}
    scales = {
        number: _scales(results_by_line, method)
        for number, results_by_line in results_by_board.items()
    }
    denominator = lcm(
        *(scale.denominator for by_line in scales.values() for scale in by_line.values())
    )
    tallies = {
        line: Tallies[str](denominator, ranks_by_total=method.ranks_by_total) for line in lines
    }
    for number, results_by_line in results_by_board.items():
        for line, results in results_by_line.items():
            _add_board(tallies[line], line, results, scales[number].get(line), method)
    boards_with_rulings = adjusted_boards(results_by_board)
    needs_own_boards = boards_with_rulings or method.counts_unplayed_at_own_mean
    # The own mean is the mean of the results alone, so it is taken before adjusted awards are
    # added.
    own_boards = own_boards_by_contestant(tallies) if needs_own_boards else {}
    adjusted_awards = list(contestant_awards(boards_with_rulings, method, own_boards))
    tallies = with_adjusted_awards(tallies, adjusted_awards)
    unplayed = (
        unplayed_board_counts(results_by_board, boards_sat_out or {})
        if method.counts_unplayed_at_own_mean
        else {}
    )
    rest_awards = {
        contestant: own_boards.get(contestant, NO_BOARDS).scaled_to(count)
        for contestant, count in unplayed.items()
    }
    return ScoredEvent(scales, _standings(tallies, method, rest_awards), method, adjusted_awards)


def _scales(results_by_line: Mapping[str, LineResults], method: Method) -> dict[str, AwardScale]:
    """Return the scale of each line of a board that has a result."""
    return {
        line: method.scale(
            x_frequencies(results.ordinary, line),
            x_frequencies(results.flagged, line),
            results.due(line),
        )
        for line, results in results_by_line.items()
        if results.ordinary or results.flagged
    }


def _add_board(
    tallies: Tallies[str],
    line: str,
    results: LineResults,
    scale: AwardScale | None,
    method: Method,
) -> None:
    """Add the awards of one line of a board; contestants without an award get an empty list."""
    for result in (*results.unplayed, *results.adjusted):
        for contestant in result.contestants.get(line, ()):
            tallies.awards[contestant] += []
    if scale and method.for_single_seats:
        _add_awards_by_table(tallies, line, results, scale, method)
    elif scale:
        factor = tallies.denominator // scale.denominator
        _add_awards(tallies, line, results.ordinary, scale.ordinary, factor)
        if results.flagged:
            _add_awards(tallies, line, results.flagged, scale.flagged, factor)
        _add_tops(tallies, line, results, method)


def _add_awards(
    tallies: Tallies[str], line: str, results: list[Result], numerators: Numerators, factor: int
) -> None:
    """Add the award of each result; contestants without an award get an empty list."""
    awards = tallies.awards
    award_by_x = {
        x: numerator * factor for x, numerator in numerators.items() if numerator is not None
    }
    if len(award_by_x) < len(numerators):
        for result in results:
            for contestant in result.contestants[line]:
                awards[contestant] += []
        results = [result for result in results if result.x[line] in award_by_x]
    for result in results:
        for contestant in result.contestants[line]:
            awards[contestant].append(award_by_x[result.x[line]])


def _add_awards_by_table(
    tallies: Tallies[str], line: str, results: LineResults, scale: AwardScale, method: Method
) -> None:
    """Add the awards of a method that compares the lines of one table."""
    for result in (*results.ordinary, *results.flagged):
        award = method.award(line, result.x, scale, result.flagged)
        numerators = [] if award is None else [int(award * tallies.denominator)]
        for contestant in result.contestants[line]:
            tallies.awards[contestant] += numerators


def _add_tops(tallies: Tallies[str], line: str, results: LineResults, method: Method) -> None:
    """Add the top of a board for all contestants with a result on it."""
    if top := method.top(results.due(line)):
        for result in (*results.ordinary, *results.flagged):
            for contestant in result.contestants[line]:
                tallies.tops[contestant] += top


def _standings(
    tallies: Mapping[str, Tallies[str]], method: Method, rest_awards: Mapping[str, AwardSums]
) -> list[ScoredRanking]:
    """Rank lines separately, or together if a contestant changed lines or the method says so."""
    contestants = set[str]().union(*(line_tallies.awards for line_tallies in tallies.values()))
    nobody_changed_lines = len(contestants) == sum(
        len(line_tallies.awards) for line_tallies in tallies.values()
    )
    if method.ranks_lines_together or not nobody_changed_lines:
        first, *others = tallies.values()
        tallies = {"all": first.merge(others)}
    return [
        ScoredRanking(
            line,
            rank(
                line_tallies.with_credits(rest_awards) if rest_awards else line_tallies,
                method.unranked_below,
            ),
        )
        for line, line_tallies in tallies.items()
    ]
