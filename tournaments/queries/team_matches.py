"""Rows into matches of teams: who met at which two tables, and which boards they share there."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from tournaments.models import Entry, Place, Play, Round, Session, Stage
from tournaments.movements.frame.plan import Seated
from tournaments.movements.frame.two_tables import (
    SeatedMatch,
    match_round_of,
    matches_in,
    rounds_of_match,
)
from tournaments.queries.made import NOT_DUE
from tournaments.queries.seatings_in import seatings_in

Turn = tuple[int, int]
"""A round of matches: the number of its session, and its own there, the halves of a match
counted as one."""


class SharedBoard(NamedTuple):
    """A board of a match, by its row, with its seatings at the first table and the second.

    It is `void` where the director says so at either table, or where the two did not play the same
    cards.
    """

    board: int
    first: int
    second: int
    void: bool


class MatchInRows(NamedTuple):
    """Two teams by number, the first of which sits N-S at the first table; `number` is that of
    the match."""

    turn: Turn
    number: int
    teams: tuple[int, int]
    boards: tuple[SharedBoard, ...]
    seated: Seated
    """As movements know it: at one table, with the numbers of all boards."""


class MatchesThen(NamedTuple):
    """A round of matches; it ended, if it has, with the last half there is of it.

    `boards` is how many a match of it has in the halves that there are.
    """

    turn: Turn
    rounds: tuple[int, ...]
    boards: int
    ended_at: datetime | None
    matches: tuple[MatchInRows, ...]


class _Half(NamedTuple):
    """A round with its matches, and the seating of each table."""

    round: Round
    matches: Mapping[int, SeatedMatch]
    seating_at: Mapping[int, int]


def match_turns(stage: Stage) -> list[MatchesThen]:
    """The rounds of matches of a stage of teams, begun or not, in their order."""
    return _turns(stage, Round.objects.filter(section__session__stage=stage))


def match_turn(session: Session, number: int) -> MatchesThen | None:
    """One round of matches of a session, by its number there; None where there is none."""
    rounds = rounds_of_match(number, session.stage.halves)
    of_turn = Round.objects.filter(section__session=session, number__in=rounds)
    return next(iter(_turns(session.stage, of_turn)), None)


def given_up(stage: Stage) -> set[tuple[int, int]]:
    """The numbers of teams that left with a board still to play, each with the row of its seating.

    Nobody gives up a match by leaving after its last board: what was settled before he left stays.
    """
    void = Place.objects.filter(
        Q(seating__round__ended_at=None)
        | Q(seating__round__ended_at__gt=F("contestant__withdrawn_at")),
        seating__round__section__session__stage=stage,
        seating__plays__state=Play.State.VOID,
        seating__plays__entries__kind=Entry.Kind.VOID,
        seating__plays__entries__at__gte=F("contestant__withdrawn_at"),
    )
    return set(void.values_list("contestant__number", "seating"))


def _turns(stage: Stage, which: QuerySet[Round]) -> list[MatchesThen]:
    ordered = which.order_by("section__session__number", "section__number", "number")
    rounds = list(ordered.select_related("section__session"))
    seated, plays = seatings_in(rounds, stage.event.game.lines), _plays(rounds)
    turns = []
    for turn, together in groupby(rounds, key=lambda each: _turn(each, stage.halves)):
        halves = [_half(each, seated[each.pk]) for each in together]
        turns.append(
            MatchesThen(
                turn,
                tuple(half.round.pk for half in halves),
                sum(half.round.section.boards_in(half.round.number) for half in halves),
                _ended_at([half.round.ended_at for half in halves]),
                tuple(_matches(turn, halves, plays)),
            )
        )
    return turns


def _ended_at(halves: Sequence[datetime | None]) -> datetime | None:
    ended = [each for each in halves if each]
    return max(ended) if len(ended) == len(halves) else None


def _turn(round_: Round, halves: int) -> Turn:
    return round_.section.session.number, match_round_of(round_.number, halves)


def _half(round_: Round, seated: Sequence[tuple[Seated, int]]) -> _Half:
    matches = matches_in(tuple(each for each, _seating in seated))
    seating_at = {each.table: seating for each, seating in seated}
    return _Half(round_, {match.number: match for match in matches}, seating_at)


class _PlayRow(NamedTuple):
    board: int
    void: bool
    group: int


def _plays(rounds: Sequence[Round]) -> Mapping[tuple[int, int], _PlayRow]:
    """The plays of some rounds by seating and the number of the board."""
    columns = ("seating_id", "board__number", "board_id", "counted", "group")
    rows = Play.objects.filter(seating__round__in=rounds).order_by().values_list(*columns)
    return {
        (seating, number): _PlayRow(board, counted == NOT_DUE, group)
        for seating, number, board, counted, group in rows
    }


def _matches(
    turn: Turn, halves: Sequence[_Half], plays: Mapping[tuple[int, int], _PlayRow]
) -> Iterator[MatchInRows]:
    """A match is what its first half is: where other teams sit in the second, these boards are
    nobody's."""
    for number, match in halves[0].matches.items():
        same = [
            half
            for half in halves
            if number in half.matches and half.matches[number].teams == match.teams
        ]
        boards = tuple(
            shared for half in same for shared in _shared(half, half.matches[number], plays)
        )
        numbers = tuple(board for half in same for board in half.matches[number].boards)
        seated = Seated(number, match.first.lines, numbers)
        yield MatchInRows(turn, number, match.teams, boards, seated)


def _shared(
    half: _Half, match: SeatedMatch, plays: Mapping[tuple[int, int], _PlayRow]
) -> Iterator[SharedBoard]:
    first, second = (half.seating_at[each.table] for each in (match.first, match.second))
    for number in match.boards:
        one, other = plays.get((first, number)), plays.get((second, number))
        if one is None or other is None:
            continue  # the draw was taken back while it was read
        void = one.void or other.void or one.group != other.group
        yield SharedBoard(one.board, first, second, void)
