"""Where people go: each to the next table, and a phone's holder to where he is expected."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.seats import line_in_words
from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import Contestant, Event, Play, Round, Seating, Session
from tournaments.queries.rounds import contestants_by_line
from tournaments.queries.who_sits_where import next_place


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

    @property
    def where(self) -> Words:
        """To the table and the line, or that there is nowhere to go."""
        if self.table is None:
            return Words(_("You rest in the next round."))
        if self.stays:
            return Words(_("Stay here."))
        return Words(
            _("Table %(number)s, %(line)s."), {"number": self.table, "line": line_in_words(self.line)}
        )


@dataclass(frozen=True)
class Away:
    """The holder of this phone, sitting elsewhere in the round being played; `table` is None for a rest."""

    who: Who
    table: int | None


def moves_after(seating: Seating, session: Session) -> tuple[Move, ...]:
    """Where everybody of a seating goes for the next round; nowhere while there is none."""
    if not Round.objects.filter(section=seating.round.section_id, number=seating.round.number + 1).exists():
        return ()
    game = session.stage.event.game
    line_of = {seat: line for line, seats in game.lines.items() for seat in seats}
    sitting = contestants_by_line(game, seating.places.all())
    return tuple(_move(seating, who, line, line_of) for line, many in sitting.items() for who in many)


@dataclass(frozen=True)
class BoardsGo:
    """Where boards of a table are played next; `table` is None where nobody has them in the next round."""

    boards: tuple[int, ...]
    table: int | None


def boards_after(seating: Seating) -> tuple[BoardsGo, ...]:
    """Where the boards of a seating go for the next round; nowhere where none follows, or all have copies."""
    coming = _played_next(seating)
    boards = [play.board.number for play in seating.plays.all()]
    if not coming or any(len(coming[board]) > 1 for board in boards if board in coming):
        return ()
    going: dict[int | None, list[int]] = defaultdict(list)
    for board in boards:
        going[next(iter(coming.get(board, ())), None)].append(board)
    return tuple(BoardsGo(tuple(boards), table) for table, boards in going.items())


def _played_next(seating: Seating) -> Mapping[int, list[int]]:
    """The boards of the round after a seating's, each with the tables that play it."""
    section, number = seating.round.section_id, seating.round.number + 1
    plays = Play.objects.filter(seating__round__section=section, seating__round__number=number)
    tables: dict[int, list[int]] = defaultdict(list)
    for board, table in plays.values_list("board__number", "seating__table__number"):
        tables[board].append(table)
    return tables


def _move(seating: Seating, contestant: Contestant, line: str, line_of: Mapping[str, str]) -> Move:
    who = Who(contestant.number, contestant.name)
    seats = [seat for seat, its in line_of.items() if its == line]
    there = next_place(contestant, seating.round, seats)
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
