"""A whole event at once: boards with their results in, awards and standings out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from games.game import X
from scoring.method import Method, Numerators, Scale
from scoring.standings import Row, Tallies, rank


@dataclass(frozen=True, slots=True)
class Result:
    """One table's part in one board: for each line its contestants and its X; X empty: not played."""

    contestants: Mapping[str, tuple[str, ...]]
    x: Mapping[str, X]
    flagged: bool = False


Boards = Mapping[int, Sequence[Result]]
"""The results on each board number, one for each table that was to play it."""


class Standing(NamedTuple):
    """One ranking: of a line, or of `all` lines together."""

    line: str
    rows: list[Row[str]]


class ScoredEvent(NamedTuple):
    """The scales by board number and line, in which awards are looked up, and what the awards add up to."""

    scales: dict[int, dict[str, Scale]]
    standings: list[Standing]

    def award(self, number: int, line: str, result: Result) -> Fraction | None:
        """The award of a result of board `number`; None where it was not played or the method gives none."""
        return self.scales[number][line].award(result.x[line], result.flagged) if result.x else None


class _Awarded(NamedTuple):
    """Results of one line of one board, beside each the numerator of its award over `denominator`."""

    results: list[Result]
    numerators: Iterable[int | None]
    denominator: int


def score_event(boards: Boards, lines: Sequence[str], method: Method) -> ScoredEvent:
    """Score every board of an event and rank its contestants."""
    scales: dict[int, dict[str, Scale]] = {number: {} for number in boards}
    awarded: dict[str, list[_Awarded]] = {line: [] for line in lines}
    for number, results in boards.items():
        ordinary = [each for each in results if each.x and not each.flagged]
        flagged = [each for each in results if each.x and each.flagged]
        for line in lines:
            xs, flagged_xs = [each.x[line] for each in ordinary], [each.x[line] for each in flagged]
            scale = method.scale(xs, flagged_xs, len(results))
            scales[number][line]=scale
            awarded[line].append(_Awarded(ordinary, map(scale.ordinary.__getitem__, xs), scale.denominator))
            awarded[line].append(_Awarded(flagged, map(scale.flagged.__getitem__, flagged_xs), scale.denominator))
    denominator = lcm(*(scale.denominator for of_board in scales.values() for scale in of_board.values()))
    tallies = {line: Tallies[str](denominator) for line in lines}
    for line, lots in awarded.items():
        for lot in lots:
            _add(tallies[line], line, lot)
    return ScoredEvent(scales, _standings(tallies, method.unranked_below))

def _add(tallies, line, lot) -> None:
    factor = tallies.denominator // lot.denominator
    awards = tallies.awards
    for result, numerator in zip(lot.results, lot.numerators, strict=True):
        for contestant in result.contestants[line]:
            if numerator is None:
                awards[contestant] += []
            else:
                awards[contestant].append(numerator * factor)


def _standings(tallies: Mapping[str, Tallies[str]], unranked_below: Fraction) -> list[Standing]:
    """Lines are ranked apart while nobody has sat on two of them, otherwise together."""
    people = set().union(*(each.awards for each in tallies.values()))
    apart = len(people) == sum(len(each.awards) for each in tallies.values())
    rankings = tallies if apart else {"all": reduce(or_, tallies.values())}
    return [Standing(line, rank(each, unranked_below)) for line, each in rankings.items()]
