"""Seats on paper, for the wall: everybody by name with his table, in the next round and in all
after it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.game import MIN_TEAM_SIZE
from tournaments.models import Contestant, Section, Session
from tournaments.queries.people.names import name_sort_key, player_names
from tournaments.queries.rounds.rounds import ContestantRound
from tournaments.queries.rounds.seat_search import FoundSeat, all_seats

ACROSS = 10
"""So many rounds stand beside one another on a sheet."""


@dataclass(frozen=True)
class SeatLine:
    """A name on the list, and where he goes: a team to two tables."""

    name: str
    turns: Sequence[ContestantRound]


@dataclass(frozen=True)
class SeatTable:
    """Some rounds side by side: of each contestant his turns in each, none where he plays no
    more."""

    rounds: Sequence[int]
    rows: Sequence[tuple[Contestant, Sequence[Sequence[ContestantRound]]]]


@dataclass(frozen=True)
class SeatLists:
    """The lists of a session: of the round that is played or comes next, then of all that are
    known.

    `round` is None where sections differ; there are no `tables` where only one round is known.
    """

    round: int | None
    lines: Sequence[SeatLine]
    tables: Sequence[SeatTable]


def read_seat_lists(session: Session, sections: QuerySet[Section]) -> SeatLists:
    """The lists of some sections of a session; without lines before it is dealt and once it is
    over."""
    seats = all_seats(session, sections)
    rounds = {seat.next_rounds[0].round for seat in seats}
    each = session.stage.event.players_each
    lines = [
        SeatLine(name, seat.next_rounds) for seat in seats for name in _names(seat.contestant, each)
    ]
    lines.sort(key=lambda line: name_sort_key(line.name))
    return SeatLists(rounds.pop() if len(rounds) == 1 else None, lines, list(_tables(seats)))


def _names(contestant: Contestant, players_each: int) -> Sequence[str]:
    """By which names he is looked for: each of a pair by his own, a team by the team's."""
    return (
        [contestant.name]
        if players_each == MIN_TEAM_SIZE
        else player_names(contestant.name, players_each)
    )


def _tables(seats: Sequence[FoundSeat]) -> Iterator[SeatTable]:
    """As many as the rounds take side by side; none for a single round."""
    rounds = sorted({turn.round for seat in seats for turn in seat.rounds})
    for begin in range(0, len(rounds) if len(rounds) > 1 else 0, ACROSS):
        here = rounds[begin : begin + ACROSS]
        yield SeatTable(here, [(seat.contestant, _in_rounds(seat, here)) for seat in seats])


def _in_rounds(seat: FoundSeat, rounds: Sequence[int]) -> Sequence[Sequence[ContestantRound]]:
    by_round: Mapping[int, list[ContestantRound]] = {number: [] for number in rounds}
    for turn in seat.rounds:
        if turn.round in by_round:
            by_round[turn.round].append(turn)
    return list(by_round.values())
