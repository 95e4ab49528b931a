"""Tie-breaks: what parts contestants whom the awards leave equal; see docs/scoring/tiebreaks.md."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any, Generic, NamedTuple, TypeVar

from games.text import gettext_noop as _
from games.x import X

Contestant = TypeVar("Contestant", bound=Hashable)


class PlayedBoard(NamedTuple, Generic[Contestant]):
    """One contestant's part in one board for which he has an award."""

    contestant: Contestant
    board: Hashable
    line: str
    x: X
    points: X
    award: Fraction
    opponents: tuple[Contestant, ...]


class StageHistory(Generic[Contestant]):
    """All that counted in a stage, as tie-breaks look at it."""

    def __init__(self, played_boards: Iterable[PlayedBoard[Contestant]]) -> None:
        self.by_contestant: defaultdict[Contestant, list[PlayedBoard[Contestant]]] = defaultdict(
            list
        )
        # The best award by board and line.
        self.best_awards: dict[tuple[Hashable, str], Fraction] = {}
        for played in played_boards:
            self.by_contestant[played.contestant].append(played)
            key = played.board, played.line
            self.best_awards[key] = max(played.award, self.best_awards.get(key, played.award))

    def total(self, contestant: Contestant) -> Fraction:
        """The sum of his awards, before any penalty."""
        return sum((played.award for played in self.by_contestant[contestant]), Fraction(0))

    def opponents(self, contestant: Contestant) -> set[Contestant]:
        """All whom he has played against."""
        return {
            opponent for played in self.by_contestant[contestant] for opponent in played.opponents
        }


# The value of a tie-break for each tied contestant. More is better; if all are equal, the tie-break
# decides nothing.
TieBreakValues = Mapping[Contestant, X]


class TieBreak(NamedTuple):
    """One way to part a group of equals. `name` completes “ahead by …”."""

    key: str
    name: str
    values: Callable[[StageHistory[Any], Collection[Any]], TieBreakValues[Any]]


class DecidingTieBreak(NamedTuple):
    """The tie-break that put a contestant behind another: its key, the other's value and his
    own."""

    key: str
    value_above: X
    value: X


# Contestants who stay equal, and the tie-break that placed them behind the group before; None for
# the first group.
TiedGroup = tuple[list[Contestant], DecidingTieBreak | None]


def share_place(tied: list[Contestant]) -> list[TiedGroup[Contestant]]:
    """Without a tie-break all of them share their place."""
    return [(tied, None)]


def break_ties(
    tied: list[Contestant], tiebreaks: Sequence[TieBreak], history: StageHistory[Contestant]
) -> Iterator[TiedGroup[Contestant]]:
    """The tied in groups, best first. Within a group the order stays.

    The first tie-break that finds a difference orders the whole group; whoever it leaves equal
    begins again with the first one, since fewer may have met where more had not.
    """
    for tiebreak in tiebreaks:
        values = tiebreak.values(history, tied)
        levels = sorted(set(values.values()), reverse=True)
        if len(levels) > 1:
            by_level = [
                [contestant for contestant in tied if values[contestant] == level]
                for level in levels
            ]
            decided_by = [DecidingTieBreak(tiebreak.key, *pair) for pair in pairwise(levels)]
            for equals, deciding_tiebreak in zip(by_level, [None, *decided_by], strict=True):
                (first, _none), *others = break_ties(equals, tiebreaks, history)
                yield first, deciding_tiebreak
                yield from others
            return
    yield tied, None


def _tops(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """On how many boards nobody of the line had a better award."""
    return {
        contestant: sum(
            played.award == history.best_awards[played.board, played.line]
            for played in history.by_contestant[contestant]
        )
        for contestant in tied
    }


def _head_to_head(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """The awards on boards played against others of the tied.

    It decides only where any two of them have met on equally many boards: otherwise who had met
    fewer of them could not have got as much.
    """
    rivals = set(tied)
    meetings = [
        played
        for contestant in tied
        for played in history.by_contestant[contestant]
        if rivals.intersection(played.opponents)
    ]
    met = Counter(
        (played.contestant, opponent) for played in meetings for opponent in played.opponents
    )
    if len({met[pair] for pair in permutations(tied, 2)}) > 1:
        return dict.fromkeys(tied, 0)
    return {
        contestant: sum(played.award for played in meetings if played.contestant == contestant)
        for contestant in tied
    }


def _sum_x(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """What was made on all boards that count."""
    return {
        contestant: sum(played.x for played in history.by_contestant[contestant])
        for contestant in tied
    }


def _points(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """What was made of one's own, where the game counts it apart from X."""
    return {
        contestant: sum(played.points for played in history.by_contestant[contestant])
        for contestant in tied
    }


def _opponents(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """The awards of all whom a contestant has played against, each of them once, without
    penalties."""
    return {
        contestant: sum(map(history.total, history.opponents(contestant))) for contestant in tied
    }


TOPS = TieBreak("tops", _("boards at the top"), _tops)
HEAD_TO_HEAD = TieBreak("head_to_head", _("boards against each other"), _head_to_head)
SUM_X = TieBreak("sum_x", _("sum of X"), _sum_x)
POINTS = TieBreak("points", _("own points"), _points)
OPPONENTS = TieBreak("opponents", _("totals of the opponents"), _opponents)
