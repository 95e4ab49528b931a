"""A whole event at once: boards with their results in, awards and standings out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from games.game import X
from scoring.method import AwardScale, Frequencies, Method, Numerators
from scoring.ranks import RankedRow, Tallies, rank


@dataclass(frozen=True, slots=True)
class Result:
    """One table's part in one board: for each line its contestants and its X; X empty: not played."""

    contestants: Mapping[str, tuple[str, ...]]
    x: Mapping[str, X]
    flagged: bool = False


Boards = Mapping[int, Sequence[Result]]
"""The results on each board number, one for each table that was to play it."""


class ScoredRanking(NamedTuple):
    """One ranking: of a line, or of `all` lines together."""

    line: str
    rows: list[RankedRow[str]]


class ScoredEvent(NamedTuple):
    """The scales by board number and line, in which awards are looked up, and what the awards add up to."""

    scales: dict[int, dict[str, AwardScale]]
    standings: list[ScoredRanking]

    def award(self, number: int, line: str, result: Result) -> Fraction | None:
        """The award of a result of board `number`; None where it was not played or the method gives none."""
        return self.scales[number][line].award(result.x[line], result.flagged) if result.x else None


class _Board(NamedTuple):
    """The results of one board: those that make the scales, the flagged ones, and where it was not played."""

    ordinary: list[Result]
    flagged: list[Result]
    unplayed: list[Result]


def score_event(boards: Boards, lines: Sequence[str], method: Method) -> ScoredEvent:
    """Score every board of an event and rank its contestants."""
    split = {number: _split(results) for number, results in boards.items()}
    scales = {number: _scales(board, lines, method) for number, board in split.items()}
    denominator = lcm(*(scale.denominator for of_board in scales.values() for scale in of_board.values()))
    tallies = {line: Tallies[str](denominator, by_total=method.by_total) for line in lines}
    for number, board in split.items():
        _list(tallies, board.unplayed)
        _add_tops(tallies, board, method)
        for line, scale in scales[number].items():
            factor = denominator // scale.denominator
            _add(tallies[line], line, board.ordinary, scale.ordinary, factor)
            if board.flagged:
                _add(tallies[line], line, board.flagged, scale.flagged, factor)
    return ScoredEvent(scales, _standings(tallies, method))


def _split(results: Sequence[Result]) -> _Board:
    board = _Board([], [], [])
    ordinary, flagged, unplayed = board
    for result in results:
        if not result.x:
            unplayed.append(result)
        elif result.flagged:
            flagged.append(result)
        else:
            ordinary.append(result)
    return board


def _scales(board: _Board, lines: Sequence[str], method: Method) -> dict[str, AwardScale]:
    """The scale of each line; none where nobody has played the board."""
    if not (board.ordinary or board.flagged):
        return {}
    due = sum(map(len, board))
    return {
        line: method.scale(_counted(board.ordinary, line), _counted(board.flagged, line), due)
        for line in lines
    }


def _counted(results: list[Result], line: str) -> Frequencies:
    """How many results of a line came to each X."""
    return Counter([each.x[line] for each in results]) if results else {}


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


def _add_tops(tallies: Mapping[str, Tallies[str]], board: _Board, method: Method) -> None:
    """Add the top of a board for all who have an award on it."""
    if top := method.top(sum(map(len, board))):
        for result in (*board.ordinary, *board.flagged):
            for line, contestants in result.contestants.items():
                for contestant in contestants:
                    tallies[line].tops[contestant] += top


def _list(tallies: Mapping[str, Tallies[str]], unplayed: list[Result]) -> None:
    """List those who did not play, without an award."""
    for result in unplayed:
        for line, contestants in result.contestants.items():
            for contestant in contestants:
                tallies[line].awards[contestant] += []


def _standings(tallies: Mapping[str, Tallies[str]], method: Method) -> list[ScoredRanking]:
    """Lines are ranked apart while nobody has sat on two of them; otherwise, and by the total, together."""
    everybody = set[str]().union(*(each.awards for each in tallies.values()))
    apart = len(everybody) == sum(len(each.awards) for each in tallies.values())
    together = method.by_total or not apart
    first, *others = tallies.values()
    rankings = {"all": first.count_in(others)} if together else tallies
    return [ScoredRanking(line, rank(each, method.unranked_below)) for line, each in rankings.items()]
