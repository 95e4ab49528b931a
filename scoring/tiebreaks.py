"""Tie-breaks: order contestants with equal awards; see docs/scoring/tiebreaks.md."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any, Generic, NamedTuple, TypeVar

from games.text import gettext_noop as _
from games.x import X

Contestant = TypeVar("Contestant", bound=Hashable)


class PlayedBoard(NamedTuple, Generic[Contestant]):
    """A board on which a contestant has an award.

    `points` is the own score of the contestant's line, for games that count it separately from X.
    """

    contestant: Contestant
    board: Hashable
    line: str
    x: X
    points: X
    award: Fraction
    opponents: tuple[Contestant, ...]


class StageHistory(Generic[Contestant]):
    """All boards with an award in a stage, from which tie-breaks are computed."""

    def __init__(self, played_boards: Iterable[PlayedBoard[Contestant]]) -> None:
        self.by_contestant: defaultdict[Contestant, list[PlayedBoard[Contestant]]] = defaultdict(
            list
        )
        # The best award by board and line.
        self.best_awards: dict[tuple[Hashable, str], Fraction] = {}
        for played_board in played_boards:
            self.by_contestant[played_board.contestant].append(played_board)
            key = played_board.board, played_board.line
            self.best_awards[key] = max(
                played_board.award, self.best_awards.get(key, played_board.award)
            )

    def total(self, contestant: Contestant) -> Fraction:
        """Return the sum of a contestant's awards, before penalties."""
        return sum(
            (played_board.award for played_board in self.by_contestant[contestant]), Fraction(0)
        )

    def opponents(self, contestant: Contestant) -> set[Contestant]:
        """Return all opponents of a contestant."""
        return {
            opponent
            for played_board in self.by_contestant[contestant]
            for opponent in played_board.opponents
        }


# The value of a tie-break for each tied contestant. A higher value is better. If all values are
# equal, the tie-break decides nothing.
TieBreakValues = Mapping[Contestant, X]


class TieBreak(NamedTuple):
    """A way to order tied contestants; `name` completes the phrase “ahead by …”."""

    key: str
    name: str
    values: Callable[[StageHistory[Any], Collection[Any]], TieBreakValues[Any]]


class DecidingTieBreak(NamedTuple):
    """The tie-break that placed a contestant behind another, with the values of both.

    `value_above` is the value of the contestant ahead, `value` the value of the contestant behind.
    """

    key: str
    value_above: X
    value: X


# Contestants who stay equal, with the tie-break that placed them behind the previous group; None
# for the first group.
TiedGroup = tuple[list[Contestant], DecidingTieBreak | None]


def share_place(tied: list[Contestant]) -> list[TiedGroup[Contestant]]:
    """Leave all tied contestants equal, for events without tie-breaks."""
    return [(tied, None)]


def break_ties(
    tied: list[Contestant], tiebreaks: Sequence[TieBreak], history: StageHistory[Contestant]
) -> Iterator[TiedGroup[Contestant]]:
    """Yield the tied contestants in groups that stay equal, best first.

    Within a group the order of `tied` is kept. The first tie-break that finds a difference orders
    all tied contestants. Contestants who are still equal are compared again from the first
    tie-break on, because a smaller group may all have met each other although the larger had not.
    """
    for tiebreak in tiebreaks:
        values = tiebreak.values(history, tied)
        levels = sorted(set(values.values()), reverse=True)
        if len(levels) > 1:
            contestants_by_level = [
                [contestant for contestant in tied if values[contestant] == level]
                for level in levels
            ]
            deciding_tiebreaks = [
                DecidingTieBreak(tiebreak.key, *values_of_neighbours)
                for values_of_neighbours in pairwise(levels)
            ]
            for equals, deciding_tiebreak in zip(
                contestants_by_level, [None, *deciding_tiebreaks], strict=True
            ):
                (first_group, _none), *other_groups = break_ties(equals, tiebreaks, history)
                yield first_group, deciding_tiebreak
                yield from other_groups
            return
    yield tied, None


def _tops(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """Count the boards on which nobody on the same line has a better award."""
    return {
        contestant: sum(
            played_board.award == history.best_awards[played_board.board, played_board.line]
            for played_board in history.by_contestant[contestant]
        )
        for contestant in tied
    }


def _head_to_head(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """Add up the awards on the boards that the tied contestants played against each other.

    The sums decide only if every two of the tied contestants have met on the same number of boards;
    otherwise all values are 0, because contestants with fewer meetings could not score as much.
    """
    rivals = set(tied)
    boards_against_rivals = [
        played_board
        for contestant in tied
        for played_board in history.by_contestant[contestant]
        if rivals.intersection(played_board.opponents)
    ]
    meeting_counts = Counter(
        (played_board.contestant, opponent)
        for played_board in boards_against_rivals
        for opponent in played_board.opponents
    )
    if len({meeting_counts[pair] for pair in permutations(tied, 2)}) > 1:
        return dict.fromkeys(tied, 0)
    return {
        contestant: sum(
            played_board.award
            for played_board in boards_against_rivals
            if played_board.contestant == contestant
        )
        for contestant in tied
    }


def _sum_x(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """Add up X of all boards that count."""
    return {
        contestant: sum(played_board.x for played_board in history.by_contestant[contestant])
        for contestant in tied
    }


def _points(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """Add up the own score of the contestant's line, which some games count besides X."""
    return {
        contestant: sum(played_board.points for played_board in history.by_contestant[contestant])
        for contestant in tied
    }


def _opponents(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """Add up the totals of the opponents, each once and without penalties."""
    return {
        contestant: sum(map(history.total, history.opponents(contestant))) for contestant in tied
    }


TOPS = TieBreak("tops", _("boards at the top"), _tops)
HEAD_TO_HEAD = TieBreak("head_to_head", _("boards against each other"), _head_to_head)
SUM_X = TieBreak("sum_x", _("sum of X"), _sum_x)
POINTS = TieBreak("points", _("own points"), _points)
OPPONENTS = TieBreak("opponents", _("totals of the opponents"), _opponents)
