"""What rulings give in a whole event, and the boards that rests count as by one's own mean."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.adjusted.awards import given_award
from scoring.adjusted.kinds import NotPlayed
from scoring.adjusted.own_average import NO_BOARDS, OwnBoards
from scoring.frequencies import OtherResults
from scoring.method import Method
from scoring.ranks import Tallies
from scoring.results import SplitBoards, frequencies


class GivenAward(NamedTuple):
    """What a ruling gave a contestant on a board; no award where it gave none. Of tops see
    `Method.top`."""

    number: int
    line: str
    contestant: str
    award: Fraction | None
    top: int | None


def own_boards(tallies: Mapping[str, Tallies[str]]) -> dict[str, OwnBoards]:
    """What everybody made on his own, on whatever line."""
    own: dict[str, OwnBoards] = {}
    for each in tallies.values():
        for contestant in each.awards:
            own[contestant] = own.get(contestant, NO_BOARDS).with_other(each.own(contestant))
    return own


def boards_ruled(split: SplitBoards) -> SplitBoards:
    """Those on which a ruling gave something."""
    return {
        number: of_board
        for number, of_board in split.items()
        if any(board.given for board in of_board.values())
    }


def given_in(
    ruled: SplitBoards, method: Method, own: Mapping[str, OwnBoards]
) -> Iterator[GivenAward]:
    """What rulings give, to each contestant of a line by himself, since everybody has his own
    mean."""
    for number, of_board in ruled.items():
        for line, board in of_board.items():
            others = OtherResults(
                frequencies(board.ordinary, line), frequencies(board.flagged, line), board.due(line)
            )
            top = method.top(others.due)
            for result in board.given:
                for each in result.contestants.get(line, ()):
                    award = given_award(method, result.given[line], others, own[each])
                    yield GivenAward(number, line, each, award, top)


def with_given(
    tallies: dict[str, Tallies[str]], given: Sequence[GivenAward]
) -> dict[str, Tallies[str]]:
    """With what rulings gave, over a denominator of all."""
    awarded = [(each, each.award) for each in given if each.award is not None]
    if not awarded:
        return tallies
    denominator = lcm(
        *(each.denominator for each in tallies.values()),
        *(award.denominator for _each, award in awarded),
    )
    tallies = {line: each.over(denominator) for line, each in tallies.items()}
    for each, award in awarded:
        tallies[each.line].awards[each.contestant].append(int(award * denominator))
        if each.top:
            tallies[each.line].tops[each.contestant] += each.top
    return tallies


def boards_unplayed(split: SplitBoards, rests: Mapping[str, int]) -> Counter[str]:
    """How many boards everybody rested, or did not play."""
    unplayed = Counter(rests)
    for of_board in split.values():
        for line, board in of_board.items():
            void = (each for each in board.given if isinstance(each.given[line], NotPlayed))
            for result in (*board.unplayed, *void):
                unplayed.update(result.contestants.get(line, ()))
    return unplayed
