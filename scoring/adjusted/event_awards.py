"""What rulings give in a whole event, and the boards that rests count as by one's own mean."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.adjusted.awards import adjusted_award_value
from scoring.adjusted.kinds import NotPlayed
from scoring.adjusted.own_boards import NO_BOARDS, OwnBoards
from scoring.frequencies import FieldResults
from scoring.method import Method
from scoring.ranks import Tallies
from scoring.results import LineResultsByBoard, x_frequencies


class ContestantAward(NamedTuple):
    """What a ruling gave a contestant on a board; no award where it gave none. Of tops see
    `Method.top`."""

    number: int
    line: str
    contestant: str
    award: Fraction | None
    top: int | None


def own_boards_by_contestant(tallies: Mapping[str, Tallies[str]]) -> dict[str, OwnBoards]:
    """What everybody made on his own, on whatever line."""
    own: dict[str, OwnBoards] = {}
    for each in tallies.values():
        for contestant in each.awards:
            own[contestant] = own.get(contestant, NO_BOARDS).plus(each.own_boards(contestant))
    return own


def adjusted_boards(split: LineResultsByBoard) -> LineResultsByBoard:
    """Those on which a ruling gave something."""
    return {
        number: of_board
        for number, of_board in split.items()
        if any(board.adjusted for board in of_board.values())
    }


def contestant_awards(
    ruled: LineResultsByBoard, method: Method, own: Mapping[str, OwnBoards]
) -> Iterator[ContestantAward]:
    """What rulings give, to each contestant of a line by himself, since everybody has his own
    mean."""
    for number, of_board in ruled.items():
        for line, board in of_board.items():
            others = FieldResults(
                x_frequencies(board.ordinary, line),
                x_frequencies(board.flagged, line),
                board.due(line),
            )
            top = method.top(others.due)
            for result in board.adjusted:
                for each in result.contestants.get(line, ()):
                    award = adjusted_award_value(method, result.adjusted[line], others, own[each])
                    yield ContestantAward(number, line, each, award, top)


def with_adjusted_awards(
    tallies: dict[str, Tallies[str]], given: Sequence[ContestantAward]
) -> dict[str, Tallies[str]]:
    """With what rulings gave, over a denominator of all."""
    awarded = [(each, each.award) for each in given if each.award is not None]
    if not awarded:
        return tallies
    denominator = lcm(
        *(each.denominator for each in tallies.values()),
        *(award.denominator for _each, award in awarded),
    )
    tallies = {line: each.with_denominator(denominator) for line, each in tallies.items()}
    for each, award in awarded:
        tallies[each.line].awards[each.contestant].append(int(award * denominator))
        if each.top:
            tallies[each.line].tops[each.contestant] += each.top
    return tallies


def unplayed_board_counts(split: LineResultsByBoard, rests: Mapping[str, int]) -> Counter[str]:
    """How many boards everybody rested, or did not play."""
    unplayed = Counter(rests)
    for of_board in split.values():
        for line, board in of_board.items():
            void = (each for each in board.adjusted if isinstance(each.adjusted[line], NotPlayed))
            for result in (*board.unplayed, *void):
                unplayed.update(result.contestants.get(line, ()))
    return unplayed
