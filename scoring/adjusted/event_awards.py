"""Adjusted awards of a whole event, and boards that count as the contestant's own mean."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.adjusted.awards import adjusted_award_value
from scoring.adjusted.kinds import NotPlayed
from scoring.frequencies import FieldResults
from scoring.method import Method
from scoring.ranks import Tallies
from scoring.results import LineResultsByBoard, x_frequencies


class ContestantAward(NamedTuple):
    """The adjusted award of one contestant on one board.

    `number` is the number of the board. `award` is None if the ruling gave no award, and `top` is
    None if the method has no tops.
    """

    number: int
    line: str
    contestant: str
    award: Fraction | None
    top: int | None


def own_boards_by_contestant(tallies: Mapping[str, Tallies[str]]) -> dict[str, AwardSums]:
    """Return the boards of each contestant on all lines, before adjusted awards are added."""
    own_boards: dict[str, AwardSums] = {}
    for line_tallies in tallies.values():
        for contestant in line_tallies.awards:
            own_boards[contestant] = own_boards.get(contestant, NO_BOARDS).plus(
                line_tallies.own_boards(contestant)
            )
    return own_boards


def adjusted_boards(results_by_board: LineResultsByBoard) -> LineResultsByBoard:
    """Return the boards on which a ruling adjusted the award of any line."""
    return {
        number: results_by_line
        for number, results_by_line in results_by_board.items()
        if any(results.adjusted for results in results_by_line.values())
    }


def contestant_awards(
    adjusted_boards: LineResultsByBoard, method: Method, own_boards: Mapping[str, AwardSums]
) -> Iterator[ContestantAward]:
    """Yield the adjusted award of each contestant on the given boards.

    Two contestants on one line may get different awards, since an average depends on the own mean.
    """
    for number, results_by_line in adjusted_boards.items():
        for line, results in results_by_line.items():
            field = FieldResults(
                x_frequencies(results.ordinary, line),
                x_frequencies(results.flagged, line),
                results.due(line),
            )
            top = method.top(field.due)
            for result in results.adjusted:
                for contestant in result.contestants.get(line, ()):
                    award = adjusted_award_value(
                        method, result.adjusted[line], field, own_boards[contestant]
                    )
                    yield ContestantAward(number, line, contestant, award, top)


def with_adjusted_awards(
    tallies: dict[str, Tallies[str]], adjusted_awards: Sequence[ContestantAward]
) -> dict[str, Tallies[str]]:
    """Return the tallies with the adjusted awards added, over one common denominator."""
    additions = [
        (adjusted, adjusted.award) for adjusted in adjusted_awards if adjusted.award is not None
    ]
    if not additions:
        return tallies
    denominator = lcm(
        *(line_tallies.denominator for line_tallies in tallies.values()),
        *(award.denominator for _adjusted, award in additions),
    )
    tallies = {
        line: line_tallies.with_denominator(denominator) for line, line_tallies in tallies.items()
    }
    for adjusted, award in additions:
        tallies[adjusted.line].awards[adjusted.contestant].append(int(award * denominator))
        if adjusted.top:
            tallies[adjusted.line].tops[adjusted.contestant] += adjusted.top
    return tallies


def unplayed_board_counts(
    results_by_board: LineResultsByBoard, sit_out_counts: Mapping[str, int]
) -> Counter[str]:
    """Count the boards that each contestant did not play, including those they sat out."""
    unplayed = Counter(sit_out_counts)
    for results_by_line in results_by_board.values():
        for line, results in results_by_line.items():
            not_played = (
                result
                for result in results.adjusted
                if isinstance(result.adjusted[line], NotPlayed)
            )
            for result in (*results.unplayed, *not_played):
                unplayed.update(result.contestants.get(line, ()))
    return unplayed
