"""Where people go: each to the next table, and a phone's holder to where he is expected."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.models import Contestant, Event, Round, Seating, Session
from tournaments.queries.room import next_place


class Who(NamedTuple):
    """Whoever is ranked: number and name within the event."""

    number: int
    name: str


@dataclass(frozen=True)
class Move:
    """Where a contestant sits in the next round; `table` is None for one who rests."""

    who: Who
    table: int | None
    line: str
    boards: tuple[int, ...]
    stays: bool


@dataclass(frozen=True)
class Away:
    """The holder of this phone, sitting elsewhere in the round being played; `table` is None for a rest."""

    who: Who
    table: int | None


def moves_after(seating: Seating, session: Session) -> tuple[Move, ...]:
    """Where everybody of a seating goes for the next round; nowhere while there is none."""
    if not Round.objects.filter(section=seating.round.section_id, number=seating.round.number + 1).exists():
        return ()
    contestants = {place.contestant_id: place.contestant for place in seating.places.all()}
    line_of = {seat: line for line, seats in session.stage.event.game.lines.items() for seat in seats}
    places = {place.contestant_id: line_of[place.seat] for place in seating.places.all()}
    return tuple(_move(seating, contestants[pk], line, line_of) for pk, line in places.items())


def _move(seating: Seating, contestant: Contestant, line: str, line_of: Mapping[str, str]) -> Move:
    who = Who(contestant.number, contestant.name)
    there = next_place(contestant, seating.round)
    if there is None:
        return Move(who, None, "", (), stays=False)
    seat = next(place.seat for place in there.places.all() if place.contestant_id == contestant.pk)
    boards = tuple(there.plays.values_list("board__number", flat=True))
    stays = there.table_id == seating.table_id and line_of[seat] == line
    return Move(who, there.table.number, line_of[seat], boards, stays)


def where_now(round_: Round, event: Event, holder: int | None) -> Away | None:
    """Where contestant number `holder` sits in a round, if there is such a contestant."""
    contestant = event.contestants.filter(number=holder).first() if holder else None
    if contestant is None:
        return None
    seatings = Seating.objects.filter(round=round_, places__contestant=contestant)
    table = seatings.values_list("table__number", flat=True).first()
    return Away(Who(contestant.number, contestant.name), table)
