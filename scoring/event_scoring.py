"""A whole event at once: boards with their results in, awards and standings out."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.adjusted.event_awards import (
    ContestantAward,
    adjusted_boards,
    contestant_awards,
    own_boards_by_contestant,
    unplayed_board_counts,
    with_adjusted_awards,
)
from scoring.adjusted.own_boards import NO_BOARDS, OwnBoards
from scoring.method import AwardScale, Method, Numerators
from scoring.ranks import RankedRow, Tallies, rank
from scoring.results import LineResults, Result, ResultsByBoard, split_by_line, x_frequencies


class ScoredRanking(NamedTuple):
    """One ranking: of a line, or of `all` lines together."""

    line: str
    rows: list[RankedRow[str]]


class ScoredEvent(NamedTuple):
    """The scales by board number and line, in which awards are looked up, and what the awards
    add up to."""

    scales: dict[int, dict[str, AwardScale]]
    standings: list[ScoredRanking]
    method: Method
    adjusted_awards: Sequence[ContestantAward] = ()

    def award(self, number: int, line: str, result: Result) -> Fraction | None:
        """The award of a result of board `number`; None where it was not played or the method gives
        none.

        What a ruling gave each contestant of a line stands in `given` alone.
        """
        if not result.x or line in result.adjusted:
            return None
        return self.method.award(line, result.x, self.scales[number][line], result.flagged)


def score_event(
    boards: ResultsByBoard,
    lines: Sequence[str],
    method: Method,
    rests: Mapping[str, int] | None = None,
) -> ScoredEvent:
    """Score every board of an event and rank its contestants.

    `rests` says how many boards a contestant sat out; one that he is listed for without a result is
    known. Raises `UnsupportedAward` for an average in a method without them.
    """
    split = {number: split_by_line(results, lines) for number, results in boards.items()}
    scales = {number: _scales(of_board, method) for number, of_board in split.items()}
    denominator = lcm(
        *(scale.denominator for of_board in scales.values() for scale in of_board.values())
    )
    tallies = {line: Tallies[str](denominator, by_total=method.by_total) for line in lines}
    for number, of_board in split.items():
        for line, board in of_board.items():
            _count(tallies[line], line, board, scales[number].get(line), method)
    ruled = adjusted_boards(split)
    own = own_boards_by_contestant(tallies) if ruled or method.counts_unplayed_at_own_mean else {}
    given = list(contestant_awards(ruled, method, own))
    tallies = with_adjusted_awards(tallies, given)
    unplayed = (
        unplayed_board_counts(split, rests or {}) if method.counts_unplayed_at_own_mean else {}
    )
    counted = {each: own.get(each, NO_BOARDS).repeated(boards) for each, boards in unplayed.items()}
    return ScoredEvent(scales, _standings(tallies, method, counted), method, given)


def _scales(of_board: Mapping[str, LineResults], method: Method) -> dict[str, AwardScale]:
    """The scale of each line; none where nobody has played the board."""
    return {
        line: method.scale(
            x_frequencies(board.ordinary, line), x_frequencies(board.flagged, line), board.due(line)
        )
        for line, board in of_board.items()
        if board.ordinary or board.flagged
    }


def _count(
    tallies: Tallies[str], line: str, board: LineResults, scale: AwardScale | None, method: Method
) -> None:
    """Add what a board gave a line by its scale; who has nothing of it is listed."""
    for result in (*board.unplayed, *board.adjusted):
        for contestant in result.contestants.get(line, ()):
            tallies.awards[contestant] += []
    if scale and method.for_single_seats:
        _add_by_the_table(tallies, line, board, scale, method)
    elif scale:
        factor = tallies.denominator // scale.denominator
        _add(tallies, line, board.ordinary, scale.ordinary, factor)
        if board.flagged:
            _add(tallies, line, board.flagged, scale.flagged, factor)
        _add_tops(tallies, line, board, method)


def _add(
    tallies: Tallies[str], line: str, results: list[Result], numerators: Numerators, factor: int
) -> None:
    """Add the award of each result to the tallies of those who get it; who gets none is listed."""
    awards = tallies.awards
    counted = {x: each * factor for x, each in numerators.items() if each is not None}
    if len(counted) < len(numerators):
        for result in results:
            for contestant in result.contestants[line]:
                awards[contestant] += []
        results = [each for each in results if each.x[line] in counted]
    for result in results:
        for contestant in result.contestants[line]:
            awards[contestant].append(counted[result.x[line]])


def _add_by_the_table(
    tallies: Tallies[str], line: str, board: LineResults, scale: AwardScale, method: Method
) -> None:
    """The same where the award of a line follows from what its whole table made."""
    for result in (*board.ordinary, *board.flagged):
        award = method.award(line, result.x, scale, result.flagged)
        counted = [] if award is None else [int(award * tallies.denominator)]
        for contestant in result.contestants[line]:
            tallies.awards[contestant] += counted


def _add_tops(tallies: Tallies[str], line: str, board: LineResults, method: Method) -> None:
    """Add the top of a board for all who have an award on it."""
    if top := method.top(board.due(line)):
        for result in (*board.ordinary, *board.flagged):
            for contestant in result.contestants[line]:
                tallies.tops[contestant] += top


def _standings(
    tallies: Mapping[str, Tallies[str]], method: Method, rests: Mapping[str, OwnBoards]
) -> list[ScoredRanking]:
    """Lines are ranked apart while nobody has sat on two of them; otherwise, or by the method,
    together."""
    everybody = set[str]().union(*(each.awards for each in tallies.values()))
    apart = len(everybody) == sum(len(each.awards) for each in tallies.values())
    together = method.ranks_lines_together or not apart
    first, *others = tallies.values()
    rankings = {"all": first.merge(others)} if together else tallies
    return [
        ScoredRanking(line, rank(each.with_rests(rests) if rests else each, method.unranked_below))
        for line, each in rankings.items()
    ]
