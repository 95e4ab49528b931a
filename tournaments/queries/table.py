"""What a table's phone shows of the room: who sits here, the boards, and where everybody goes next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.models import Contestant, Play, Round, Seating, Session, Table
from tournaments.models.settlement import waiting
from tournaments.queries.hands import is_sealed
from tournaments.queries.room import next_place, playing_round, seating_after, seating_now


class Who(NamedTuple):
    """Whoever is ranked: number and name within the event."""

    number: int
    name: str


@dataclass(frozen=True)
class Side:
    """One line of a seating, and who sits on it."""

    line: str
    contestants: tuple[Who, ...]

    @property
    def names(self) -> str:
        """Everybody on the line."""
        return ", ".join(who.name for who in self.contestants)


@dataclass(frozen=True)
class BoardRow:
    """A board of the table: its number and the state of its play, or `late` while only late entries wait."""

    number: int
    state: str
    speakers: tuple[str, ...]


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


@dataclass(frozen=True)
class Room:
    """A table's evening as one phone there sees it.

    `phase` is coming, playing, idle (nobody sits here this round), ended (no round is left) or over.
    `held` are the lines that this phone speaks for; `ask` and `due` are the boards to see to next.
    """

    phase: str
    round: int
    held: tuple[str, ...]
    sides: tuple[Side, ...] = ()
    boards: tuple[BoardRow, ...] = ()
    missing: tuple[BoardRow, ...] = ()
    moves: tuple[Move, ...] = ()
    last: bool = False
    away: Away | None = None
    ask: int | None = field(init=False)
    due: int | None = field(init=False)
    waits: int | None = field(init=False)

    def __post_init__(self) -> None:
        entered = [row for row in self.boards if row.state == Play.State.ENTERED]
        unsaid = [row for row in entered if set(self.held).difference(row.speakers)]
        due = [row for row in self.boards if row.state == Play.State.DUE]
        for name, rows in (("ask", unsaid), ("due", due), ("waits", entered)):
            object.__setattr__(self, name, rows[0].number if rows else None)


def sides_of(seating: Seating, lines: Mapping[str, Sequence[str]]) -> tuple[Side, ...]:
    """The lines of a seating, in the game's order, with who sits on each."""
    at = {place.seat: Who(place.contestant.number, place.contestant.name) for place in seating.places.all()}
    return tuple(
        Side(line, tuple(dict.fromkeys(at[seat] for seat in seats if seat in at)))
        for line, seats in lines.items()
    )


def may_see_results(seating: Seating | None, play: Play) -> bool:
    """Whether a table may see what others did on a board: everybody `seating` puts there now has played it.

    A board no longer sealed may be seen by all; where nobody sits now, a sealed one by nobody.
    """
    if not is_sealed(play.board):
        return True
    seated = {place.contestant_id for place in seating.places.all()} if seating else set()
    plays = Play.objects.filter(board=play.board, seating__places__contestant__in=seated)
    played = plays.exclude(state=Play.State.DUE).values_list("seating__places__contestant", flat=True)
    return bool(seated) and seated <= set(played)


def shown_seating(table: Table) -> Seating | None:
    """Who sits here now, or will in the first round while it has not begun."""
    if table.section.session.state == Session.State.DEALT:
        return seating_after(table, 0)
    return seating_now(table)


def read_room(table: Table, seating: Seating | None, held: tuple[str, ...], holder: int | None) -> Room:
    """The table's evening for a phone that speaks for `held` there and belongs to contestant `holder`."""
    session = table.section.session
    if seating is None:
        return _empty_room(table, held, holder)
    rows = _rows(table)
    boards = tuple(row for number, row in rows if number == seating.round.number)
    coming = session.state == Session.State.DEALT
    done = not coming and all(row.state != Play.State.DUE for row in boards)
    return Room(
        phase="coming" if coming else "playing",
        round=seating.round.number,
        held=held,
        sides=sides_of(seating, session.stage.event.game.lines),
        boards=boards,
        missing=_missing(rows, seating.round.number),
        moves=_moves(seating, session) if done else (),
        last=seating.round.number == session.rounds_planned,
        away=None if held else _away(seating.round, holder),
    )


def _empty_room(table: Table, held: tuple[str, ...], holder: int | None) -> Room:
    """The room of a table at which nobody sits now."""
    session = table.section.session
    round_ = playing_round(session)
    phase = "over" if session.is_over else "idle" if round_ else "ended"
    number = round_.number if round_ else session.rounds_planned
    missing = _missing(_rows(table), number + (round_ is None))
    return Room(
        phase, number, held, missing=missing, last=round_ is None, away=round_ and _away(round_, holder)
    )


def _rows(table: Table) -> list[tuple[int, BoardRow]]:
    """The boards of every round begun at the table, each with its round's number."""
    plays = Play.objects.filter(seating__table=table).exclude(seating__round__started_at=None)
    read = plays.select_related("board", "seating__round").prefetch_related("entries")
    return [(play.seating.round.number, _row(play)) for play in read.order_by("board__number")]


def _row(play: Play) -> BoardRow:
    entries = list(play.entries.all())
    state = "late" if play.state == Play.State.DUE and waiting(entries) else play.state
    return BoardRow(play.board.number, state, tuple(sorted({entry.side for entry in entries})))


def _missing(rows: Iterable[tuple[int, BoardRow]], before: int) -> tuple[BoardRow, ...]:
    """Boards of earlier rounds that still have no result."""
    return tuple(row for number, row in rows if number < before and row.state in (Play.State.DUE, "late"))


def _moves(seating: Seating, session: Session) -> tuple[Move, ...]:
    if seating.round.number == session.rounds_planned:
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


def _away(round_: Round, holder: int | None) -> Away | None:
    """Where the phone's holder sits in this round."""
    event = round_.section.session.stage.event
    contestant = Contestant.objects.filter(event=event, number=holder).first() if holder else None
    if contestant is None:
        return None
    seatings = Seating.objects.filter(round=round_, places__contestant=contestant)
    table = seatings.values_list("table__number", flat=True).first()
    return Away(Who(contestant.number, contestant.name), table)
