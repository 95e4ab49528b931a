"""The board that tells most why somebody would stand elsewhere if another method scored his
results."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.models import Board, Penalty
from tournaments.permissions.visibility.public_standings import visible_plays
from tournaments.queries.results.counted_plays import CountedPlay, counted_plays
from tournaments.scorebook import StageBook

Whose = tuple[int, str, int]
"""A contestant: the section and the line of his ranking, and his number."""

BoardKey = tuple[int, int]
"""A board: the number of its session in the event, and its own."""


@dataclass(frozen=True)
class Worth:
    """What a board gave somebody; the mean of what it gave on his line, and how far that went
    apart."""

    award: Fraction
    mean: Fraction
    spread: Fraction


Worths = Mapping[BoardKey, Worth]
"""What each of his boards was worth to somebody."""

WorthsOfAll = Mapping[Whose, Worths]


@dataclass(frozen=True)
class TellingBoard:
    """The board that speaks most for somebody, or against him; its worth by the own and the
    other method."""

    sitting: int
    number: int
    own: Worth
    other: Worth


class WorthBook(StageBook):
    """A book of the results alone."""

    @cached_property
    def _penalties(self) -> Mapping[int, Sequence[Penalty]]:
        return {}

    def worths(self) -> WorthsOfAll:
        """What anybody may see of everybody's boards; without those for which the method gives
        no award."""
        made, boards = list(self._made()), self._boards
        found = defaultdict[Whose, dict[BoardKey, Worth]](dict)
        compared = _compared(made)
        for result, line, award in made:
            mean, spread = compared[_scale(result, line)]
            for whose in self._whose(result, line):
                found[whose][boards[result.board]] = Worth(award, mean, spread)
        return found

    def _made(self) -> Iterator["_Made"]:
        for result in counted_plays(visible_plays(self.stage)):
            for each in self._awards(result):
                if each.award is not None:
                    yield result, each.line, each.award

    def _whose(self, result: CountedPlay, line: str) -> Iterator[Whose]:
        section, ranked_line = self._ranked_in[result.seating, line]
        for contestant in self.owners[result.seating, line]:
            number, _name, _no_place = self._contestants[contestant]
            yield section, ranked_line, number

    @property
    def _boards(self) -> Mapping[int, BoardKey]:
        sittings = {session.pk: session.sitting for session in self.stage.sessions.all()}
        boards = Board.objects.filter(session__in=sittings).values_list(
            "pk", "session_id", "number"
        )
        return {pk: (sittings[session], number) for pk, session, number in boards}


_Made = tuple[CountedPlay, str, Fraction]
"""A result, a line of it, and the award of this."""

_Scale = tuple[int, int, int, str]


def telling_board(own: Worths, other: Worths, gains: int) -> TellingBoard | None:
    """Of somebody who gains so many places, or loses them; None where no board speaks for that.

    It is the one on which the methods differ most about him: in how far his award is above the
    mean, as a part of all that could be made on his boards. These parts together are how far his
    total is.
    """
    here, there = _parts(own), _parts(other)
    speaks = {
        board: (there[board] - here[board]) * gains for board in sorted(here.keys() & there.keys())
    }
    most = max(speaks, key=speaks.__getitem__, default=None)
    if most is None or speaks[most] <= 0:
        return None
    return TellingBoard(*most, own[most], other[most])


def _parts(worths: Worths) -> Mapping[BoardKey, Fraction]:
    """How far each award is above the mean, as a part of all that lay between the best and the
    worst ones."""
    possible = sum((each.spread for each in worths.values()), Fraction(0))
    return {board: (each.award - each.mean) / (possible or 1) for board, each in worths.items()}


def _compared(made: Sequence[_Made]) -> Mapping[_Scale, tuple[Fraction, Fraction]]:
    """The mean of the awards that were compared with each other, and how far they went apart."""
    awards = defaultdict[_Scale, list[Fraction]](list)
    for result, line, award in made:
        awards[_scale(result, line)].append(award)
    return {
        scale: (sum(alike, Fraction(0)) / len(alike), max(alike) - min(alike))
        for scale, alike in awards.items()
    }


def _scale(result: CountedPlay, line: str) -> _Scale:
    return result.board, result.field, result.group, line
