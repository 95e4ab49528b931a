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

    def __init__(self, played: Iterable[PlayedBoard[Contestant]]) -> None:
        self.of: defaultdict[Contestant, list[PlayedBoard[Contestant]]] = defaultdict(list)
        self.best: dict[tuple[Hashable, str], Fraction] = {}
        """The best award of each board and line."""
        for each in played:
            self.of[each.contestant].append(each)
            where = each.board, each.line
            self.best[where] = max(each.award, self.best.get(where, each.award))

    def total(self, contestant: Contestant) -> Fraction:
        """The sum of his awards, before any penalty."""
        return sum((each.award for each in self.of[contestant]), Fraction(0))

    def opponents(self, contestant: Contestant) -> set[Contestant]:
        """All whom he has played against."""
        return {other for each in self.of[contestant] for other in each.opponents}


TieBreakValues = Mapping[Contestant, X]
"""What a tie-break finds for each of the tied; more is better, and all equal decides nothing."""


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


TiedGroup = tuple[list[Contestant], DecidingTieBreak | None]
"""Contestants who stay equal, and what parted them from those before; None for the first."""


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
            by_level = [[each for each in tied if values[each] == level] for level in levels]
            parted = [DecidingTieBreak(tiebreak.key, *pair) for pair in pairwise(levels)]
            for equals, separation in zip(by_level, [None, *parted], strict=True):
                (first, _none), *others = break_ties(equals, tiebreaks, history)
                yield first, separation
                yield from others
            return
    yield tied, None


def _tops(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """On how many boards nobody of the line had a better award."""
    return {
        each: sum(
            played.award == history.best[played.board, played.line] for played in history.of[each]
        )
        for each in tied
    }


def _head_to_head(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """The awards on boards played against others of the tied.

    It decides only where any two of them have met on equally many boards: otherwise who had met
    fewer of them could not have got as much.
    """
    rivals = set(tied)
    among = [
        each for one in tied for each in history.of[one] if rivals.intersection(each.opponents)
    ]
    met = Counter((each.contestant, other) for each in among for other in each.opponents)
    if len({met[two] for two in permutations(tied, 2)}) > 1:
        return dict.fromkeys(tied, 0)
    return {one: sum(each.award for each in among if each.contestant == one) for one in tied}


def _sum_x(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """What was made on all boards that count."""
    return {each: sum(played.x for played in history.of[each]) for each in tied}


def _points(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """What was made of one's own, where the game counts it apart from X."""
    return {each: sum(played.points for played in history.of[each]) for each in tied}


def _opponents(
    history: StageHistory[Contestant], tied: Collection[Contestant]
) -> TieBreakValues[Contestant]:
    """The awards of all whom a contestant has played against, each of them once, without
    penalties."""
    return {each: sum(map(history.total, history.opponents(each))) for each in tied}


TOPS = TieBreak("tops", _("boards at the top"), _tops)
HEAD_TO_HEAD = TieBreak("head_to_head", _("boards against each other"), _head_to_head)
SUM_X = TieBreak("sum_x", _("sum of X"), _sum_x)
POINTS = TieBreak("points", _("own points"), _points)
OPPONENTS = TieBreak("opponents", _("totals of the opponents"), _opponents)
