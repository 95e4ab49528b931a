"""Read seat lists for the wall: names with their tables, for the next and later rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.game import MIN_TEAM_SIZE
from tournaments.models import Contestant, Section, Session
from tournaments.queries.people.names import name_sort_key, player_names
from tournaments.queries.rounds.rounds import ContestantRound
from tournaments.queries.rounds.seat_search import FoundSeat, all_seats

# The number of rounds side by side on a sheet.
MAX_ROUNDS_ACROSS = 10


@dataclass(frozen=True)
class SeatLine:
    """A name on the list, and where to sit in the round; a team sits at two tables."""

    name: str
    rounds: Sequence[ContestantRound]


@dataclass(frozen=True)
class SeatGrid:
    """Some rounds side by side, with the seats of each contestant in each of them."""

    rounds: Sequence[int]
    rows: Sequence[tuple[Contestant, Sequence[Sequence[ContestantRound]]]]


@dataclass(frozen=True)
class SeatLists:
    """The lists of a session: the current or next round, then all rounds that are known.

    `round` is None if sections are in different rounds; `tables` is empty if only one round is
    known.
    """

    round: int | None
    lines: Sequence[SeatLine]
    tables: Sequence[SeatGrid]


def read_seat_lists(session: Session, sections: QuerySet[Section]) -> SeatLists:
    """Return the lists of some sections; they have no lines before the deal and after the end."""
    seats = all_seats(session, sections)
    rounds = {seat.next_rounds[0].round for seat in seats}
    players_each = session.stage.event.players_each
    lines = [
        SeatLine(name, seat.next_rounds)
        for seat in seats
        for name in _listed_names(seat.contestant, players_each)
    ]
    lines.sort(key=lambda line: name_sort_key(line.name))
    return SeatLists(rounds.pop() if len(rounds) == 1 else None, lines, list(_seat_grids(seats)))


def _listed_names(contestant: Contestant, players_each: int) -> Sequence[str]:
    """Return the names under which a contestant is looked up: each player's, or the team's."""
    return (
        [contestant.name]
        if players_each == MIN_TEAM_SIZE
        else player_names(contestant.name, players_each)
    )


def _seat_grids(seats: Sequence[FoundSeat]) -> Iterator[SeatGrid]:
    """Yield the rounds in groups that fit side by side; nothing for a single round."""
    rounds = sorted({seat_round.round for seat in seats for seat_round in seat.rounds})
    for start in range(0, len(rounds) if len(rounds) > 1 else 0, MAX_ROUNDS_ACROSS):
        group = rounds[start : start + MAX_ROUNDS_ACROSS]
        yield SeatGrid(group, [(seat.contestant, _in_rounds(seat, group)) for seat in seats])


def _in_rounds(seat: FoundSeat, rounds: Sequence[int]) -> Sequence[Sequence[ContestantRound]]:
    by_round: Mapping[int, list[ContestantRound]] = {number: [] for number in rounds}
    for seat_round in seat.rounds:
        if seat_round.round in by_round:
            by_round[seat_round.round].append(seat_round)
    return list(by_round.values())
