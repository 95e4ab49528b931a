"""What a table's phone shows of the room: who sits here, the boards, and where everybody goes
next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Prefetch, Q, prefetch_related_objects

from games.text import Text
from tournaments.models import (
    Entry,
    Event,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    Table,
)
from tournaments.permissions.visibility.devices import Phone, is_first_seating
from tournaments.permissions.visibility.results_of_other_tables import (
    device_may_see_own_result,
    table_may_see_own_result,
)
from tournaments.queries.boards.sharing import in_playing_order, tables_sharing
from tournaments.queries.results.notations import notation_of
from tournaments.queries.results.play_state import active_entries, entries_to_review, shown_state
from tournaments.queries.rounds.clock import Clock, round_clock
from tournaments.queries.rounds.draws import NextDraw, next_draw
from tournaments.queries.rounds.moves import (
    BoardMove,
    ContestantRef,
    Move,
    SeatElsewhere,
    boards_after,
    moves_after,
    seat_elsewhere,
)
from tournaments.queries.rounds.seating import (
    current_seating,
    has_started,
    partner_table,
    round_of_section,
    seating_after,
)
from tournaments.queries.rounds.substitutes import substitutes_in


@dataclass(frozen=True)
class Side:
    """One line of a seating, and who sits on it; of a team also its players, by seat, once they
    are known."""

    line: str
    contestants: tuple[ContestantRef, ...]
    players: tuple[tuple[str, str], ...] = ()
    substitutes: tuple[Text, ...] = ()

    @property
    def names(self) -> str:
        """Everybody on the line."""
        return ", ".join(who.name for who in self.contestants)


@dataclass(frozen=True)
class BoardRow:
    """A board of the table: its number and the state of its play, or `late` while only late
    entries wait; what the director decided is `ruled`, however it was said.

    `awaits` is the one line that has yet to confirm it, where there is just one.
    """

    number: int
    state: str
    speakers: tuple[str, ...]
    awaits: str = ""


@dataclass(frozen=True)
class NextSeat:
    """The table to which the contestant who uses this phone goes, and when.

    `against` are the names of those who sit there on other lines. `tables` are those of the room,
    to draw it: none where they are too many, or the table is in another section. `clock` is that of
    the round before, while this one has not begun. `stays`: at the same table, on another line.
    """

    round: int
    table: str
    line: str
    boards: tuple[int, ...] = ()
    tables: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    clock: Clock | None = None
    stays: bool = False


@dataclass(frozen=True)
class OpenBoard:
    """A board of the round before on which the two sides have not agreed.

    `state` is entered or in conflict; `is_sent`: by the side that uses this phone, `is_here`: it
    was played at this table. `sender` is the one line that entered it and `silent` the one that did
    not, where there is just one of each. `is_shared`: this phone serves the whole table; `may_see`:
    it may see what was entered, so that it may be confirmed here.
    """

    number: int
    state: str
    is_sent: bool
    is_here: bool
    sender: str = ""
    silent: str = ""
    is_shared: bool = False
    may_see: bool = False

    @property
    def may_confirm(self) -> bool:
        """Whether the silent side may still confirm it on this phone, for the director."""
        is_theirs = not self.is_sent or bool(self.silent)
        return self.state == Play.State.ENTERED and self.is_here and self.may_see and is_theirs

    @property
    def may_enter(self) -> bool:
        """Whether this phone may still enter it unseen, for the director: it has not, and is where
        it was played."""
        is_open = self.state == Play.State.ENTERED and self.is_here
        return is_open and not self.is_sent and not self.may_confirm


MAX_TABLES_DRAWN = 24


@dataclass(frozen=True)
class TableRoom:
    """A table's evening as one phone there sees it.

    `phase` is coming, playing, idle (nobody sits here this round), between (the next round is still
    to be drawn or begun), ended (no round is left) or over. `held` are the lines that this
    phone speaks for, `missing` boards of earlier rounds without a result that its contestant
    played here, or those who share it, `late` those of them of which the director has a result;
    `still_open` are boards of the round before on which the sides have not agreed; `moves` and
    `going` say where people and boards go once all boards of the round are in, `mates` at which
    table the same match of teams is played; `left` who has gone: the others rest until the
    round ends; `sharing` are the other tables to which this one passes boards within the round.
    `boards` are in the order in which this table plays them. `next_seat` is known once nothing
    is left to do here, and at the start of a round by a contestant who stays at the table on
    another line. `leaving` are those of the round before who play elsewhere, on the phone of the
    table until something is entered of the round. `entered` is what each side entered of the board
    in conflict, on a phone that may see it.
    """

    phase: str
    round: int
    held: tuple[str, ...]
    sides: tuple[Side, ...] = ()
    boards: tuple[BoardRow, ...] = ()
    missing: tuple[BoardRow, ...] = ()
    late: tuple[BoardRow, ...] = ()
    still_open: tuple[OpenBoard, ...] = ()
    moves: tuple[Move, ...] = ()
    going: tuple[BoardMove, ...] = ()
    clock: Clock | None = None
    last: bool = False
    away: SeatElsewhere | None = None
    mates: str = ""
    left: tuple[str, ...] = ()
    sharing: tuple[str, ...] = ()
    sees_entries: bool = True
    next_seat: NextSeat | None = None
    entered: tuple[tuple[str, Text], ...] = ()
    leaving: tuple[Move, ...] = ()

    @property
    def to_confirm(self) -> list[int]:
        """The boards of the round that a side of this phone has yet to confirm, if it may see
        them."""
        return self._unsaid if self.sees_entries else []

    @property
    def due(self) -> int | None:
        """The first board nobody has spoken of, or that this phone has to enter without seeing
        it."""
        unseen = [] if self.sees_entries else self._unsaid
        due = (
            row.number for row in self.boards if row.state == Play.State.DUE or row.number in unseen
        )
        return next(due, None)

    @property
    def next_board(self) -> int | None:
        """The board that this phone has to confirm or to enter next."""
        return next(iter(self.to_confirm), self.due)

    @property
    def is_open(self) -> bool:
        """Whether a board of the round is still to be entered, confirmed or agreed on here."""
        return self.phase == "playing" and bool(
            self.held and (self.next_board is not None or self.conflict)
        )

    @property
    def _unsaid(self) -> list[int]:
        unsaid = (row for row in self.boards if set(self.held).difference(row.speakers))
        return [row.number for row in unsaid if row.state == Play.State.ENTERED]

    @property
    def conflict(self) -> int | None:
        """The first board on which the entries differ."""
        return next((row.number for row in self.boards if row.state == Play.State.CONFLICT), None)

    @property
    def waits(self) -> BoardRow | None:
        """The first board that is not confirmed yet."""
        return next((row for row in self.boards if row.state == Play.State.ENTERED), None)

    @property
    def waiting(self) -> list[int]:
        """The boards that wait for the same side as the first one."""
        first = self.waits
        entered = (row for row in self.boards if row.state == Play.State.ENTERED)
        return [row.number for row in entered if first and row.awaits == first.awaits]

    @property
    def leads_on(self) -> bool:
        """Whether the contestant who uses this phone goes to another table."""
        return self.next_seat is not None and not self.next_seat.stays

    @property
    def is_done(self) -> bool:
        """Whether this phone has nothing left to do, so that the standings are the next step."""
        if not self.last:
            return False
        if not self.sides:
            return True
        to_do = self.due or self.to_confirm or self.conflict
        return self.phase == "playing" and bool(self.held) and not to_do


def sides_of(seating: Seating, lines: Mapping[str, Sequence[str]]) -> tuple[Side, ...]:
    """The lines of a seating, in the game's order, with who sits on each."""
    prefetch_related_objects(
        [seating], Prefetch("places", SeatHolder.objects.select_related("contestant", "player"))
    )
    at = {
        place.seat: ContestantRef(place.contestant.number, place.contestant.name)
        for place in seating.places.all()
    }
    return tuple(
        Side(line, tuple(dict.fromkeys(at[seat] for seat in seats if seat in at)))
        for line, seats in lines.items()
    )


def sides_with_substitutes(
    seating: Seating, lines: Mapping[str, Sequence[str]]
) -> tuple[Side, ...]:
    """The same, with who plays for whom on each."""
    came, sides = substitutes_in([seating]), sides_of(seating, lines)
    return tuple(
        replace(
            side,
            substitutes=tuple(each.words for each in came if each.place.seat in lines[side.line]),
        )
        for side in sides
    )


def _sides_with_players(seating: Seating, event: Event) -> tuple[Side, ...]:
    """The same, of teams with their players on their seats: the name of a team says nobody's."""
    lines = event.game.lines
    if not event.at_two_tables:
        return sides_with_substitutes(seating, lines)
    sides = sides_of(seating, lines)
    places = (
        SeatHolder.objects.filter(seating=seating).exclude(player=None).select_related("player")
    )
    known = {place.seat: str(place.player) for place in places}
    return tuple(
        replace(
            side, players=tuple((seat, known[seat]) for seat in lines[side.line] if seat in known)
        )
        for side in sides
    )


def names_at(seating: Seating, lines: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Who sits on each line, and at each seat, in lower case as fields name them."""
    sides = {side.line: side.names for side in sides_of(seating, lines)}
    alone = {
        place.seat.lower(): str(place.player or place.contestant.name)
        for place in seating.places.all()
    }
    return alone | sides


def shown_seating(table: Table) -> Seating | None:
    """Who sits here now, or will in the first round while it has not begun."""
    now = current_seating(table)
    return now if now or has_started(table.section) else seating_after(table, 0)


def has_sat_at(table: Table, number: int) -> bool:
    """Whether a contestant, by number, sits at a table or sat there in a round before."""
    begun, shown = table.seatings.filter(round__started_at__isnull=False), shown_seating(table)
    seatings = [*begun.values_list("pk", flat=True), *([shown.pk] if shown else [])]
    return SeatHolder.objects.filter(seating__in=seatings, contestant__number=number).exists()


def read_table_room(table: Table, seating: Seating | None, phone: Phone) -> TableRoom:
    """The table's evening for a phone there."""
    room = _room_at(table, seating, phone) if seating else _empty_room(table, phone)
    room = replace(
        room,
        next_seat=_next_seat(room, table, seating, phone),
        still_open=_still_open(room, table, seating, phone),
    )
    if seating and room.conflict and phone.access.is_linked_at(seating):
        return replace(room, entered=_entered(seating, room.conflict, table))
    return room


def _entered(seating: Seating, number: int, table: Table) -> tuple[tuple[str, Text], ...]:
    """What each side last entered of a board, in the order in which it was entered."""
    game = table.section.session.stage.event.game
    entries = Entry.objects.filter(play__seating=seating, play__board__number=number)
    counted = active_entries(entries.order_by("revision"))
    last = {each.side: each.outcome for each in counted if each.kind == Entry.Kind.TABLE}
    board = game.board(number)
    return tuple((side, notation_of(game, outcome, board)) for side, outcome in last.items())


def _next_seat(
    room: TableRoom, table: Table, seating: Seating | None, phone: Phone
) -> NextSeat | None:
    """Where the phone's contestant goes; None while they stay, rest or still play."""
    if room.away and room.away.table and room.away.line:
        boards = _boards_of(table.section, room.away)
        seat = NextSeat(room.away.round, room.away.table, room.away.line, boards)
    elif seating and _turns_at_start(seating, phone, table.section.session.stage.event.game.lines):
        boards = tuple(sorted(row.number for row in room.boards))
        seat = NextSeat(room.round, table.label, phone.lines[0], boards)
    elif room.waits or phone.is_shared:
        return None
    else:
        own = (each for each in room.moves if each.contestant.number == phone.contestant_number)
        move = next((each for each in own if each.table and not each.keeps_seat), None)
        if move is None or move.table is None:
            return None
        now = round_clock(seating.round, table) if seating else None
        seat = NextSeat(room.round + 1, move.table, move.line, move.boards, clock=now)
    stays = seat.table == table.label
    return replace(
        seat,
        stays=stays,
        tables=() if stays else _tables_drawn(table.section, seat.table),
        against=_against(seat, table.section, phone.contestant_number)
        if phone.contestant_number
        else (),
    )


def _boards_of(section: Section, away: SeatElsewhere) -> tuple[int, ...]:
    """The boards of a round that a contestant plays elsewhere."""
    plays = Play.objects.filter(
        seating__round__section=section,
        seating__round__number=away.round,
        seating__places__contestant__number=away.contestant.number,
    ).order_by("board__number")
    return tuple(plays.values_list("board__number", flat=True).distinct())


def stays_at_start(seating: Seating, phone: Phone) -> SeatHolder | None:
    """Return the place of the round before at the same table of the contestant who uses this phone,
    while nothing is entered of the round; None where they have sat elsewhere."""
    is_started = any(play.state != Play.State.DUE for play in seating.plays.all())
    if seating.round.started_at is None or is_started or len(phone.lines) != 1:
        return None
    if phone.is_shared or phone.contestant_number is None:
        return None
    return SeatHolder.objects.filter(
        seating__table=seating.table_id,
        seating__round__section=seating.round.section_id,
        seating__round__number=seating.round.number - 1,
        contestant__number=phone.contestant_number,
    ).first()


def _turns_at_start(seating: Seating, phone: Phone, lines: Mapping[str, Sequence[str]]) -> bool:
    """Return whether the contestant who uses this phone has stayed at the table on another line,
    while nothing is entered of the round."""
    before = stays_at_start(seating, phone)
    return before is not None and before.seat not in lines[phone.lines[0]]


def _against(seat: NextSeat, section: Section, holder: int) -> tuple[str, ...]:
    """Who sits on the other lines of the table to which a contestant goes."""
    own = Seating.objects.filter(
        round__section=section,
        round__number=seat.round,
        places__contestant__number=holder,
    )
    lines = section.session.stage.event.game.lines
    there = SeatHolder.objects.filter(seating__in=own).exclude(contestant__number=holder)
    others = there.exclude(seat__in=lines.get(seat.line, ()))
    names = others.order_by("seat").values_list("contestant__name", flat=True)
    return tuple(dict.fromkeys(names))


def _tables_drawn(section: Section, label: str) -> tuple[str, ...]:
    tables = Table.objects.filter(section=section).select_related("section").order_by("number")
    labels = tuple(each.label for each in tables[: MAX_TABLES_DRAWN + 1])
    return labels if label in labels and len(labels) <= MAX_TABLES_DRAWN else ()


def _room_at(table: Table, seating: Seating, phone: Phone) -> TableRoom:
    """The table's evening while somebody sits there."""
    session, rows = table.section.session, _rows(table)
    sharing = tables_sharing(seating, session)
    boards = in_playing_order(
        table, sharing, [each.row for each in rows if each.round == seating.round.number]
    )
    coming = seating.round.started_at is None
    done = not coming and Play.State.DUE not in {row.state for row in boards}
    left_open = _left_open(table, rows, seating.round.number, _concerned(seating, phone))
    return TableRoom(
        phase="coming" if coming else "playing",
        round=seating.round.number,
        held=phone.lines,
        sides=_sides_with_players(seating, session.stage.event),
        boards=boards,
        missing=_without_entry(left_open),
        late=_late(left_open),
        moves=moves_after(seating, session) if done else (),
        going=boards_after(seating, sharing) if done else (),
        clock=None if done else round_clock(seating.round, table),
        last=seating.round.number == table.section.rounds_to_play,
        away=None if phone.lines else seat_elsewhere(seating.round, table, phone),
        mates=_mates(seating, session),
        left=() if coming else _left(seating),
        leaving=_leaving(seating) if phone.is_shared and not coming else (),
        sharing=tuple(each.label for each in sharing if each != table),
        sees_entries=phone.is_shared
        or phone.access.is_linked_at(seating)
        or is_first_seating(seating),
    )


def _leaving(seating: Seating) -> tuple[Move, ...]:
    """Who sat at a table in the round before and plays elsewhere now, while nothing is entered."""
    number = seating.round.number
    if number == 1 or any(play.state != Play.State.DUE for play in seating.plays.all()):
        return ()
    elsewhere = SeatHolder.objects.filter(
        seating__round=seating.round_id,
        contestant__places__seating__table=seating.table_id,
        contestant__places__seating__round__section=seating.round.section_id,
        contestant__places__seating__round__number=number - 1,
    ).exclude(seating__table=seating.table_id)
    read = elsewhere.select_related("contestant", "seating__table__section")
    lines = seating.table.section.session.stage.event.game.lines
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    moves = {
        place.contestant_id: Move(
            ContestantRef(place.contestant.number, place.contestant.name),
            place.seating.table.label,
            line_of[place.seat],
            tuple(line_of.values()),
            (),
            keeps_seat=False,
        )
        for place in read.order_by("contestant__number").distinct()
    }
    return tuple(moves.values())


def _left(seating: Seating) -> tuple[str, ...]:
    gone = {place.contestant for place in seating.places.all() if place.contestant.withdrawn_at}
    return tuple(each.name for each in sorted(gone, key=lambda contestant: contestant.number))


def _mates(seating: Seating, session: Session) -> str:
    seating.table.section.session = session
    table = partner_table(seating)
    return table.label if table else ""


def _empty_room(table: Table, phone: Phone) -> TableRoom:
    """The room of a table at which nobody sits now."""
    session = table.section.session
    round_ = round_of_section(table.section)
    coming = next_draw(session)
    phase = _empty_phase(table.section, round_, coming)
    number = _empty_number(table.section, round_, coming)
    before = number + (phase in ("ended", "over"))
    left_open = _left_open(table, _rows(table), before, _concerned(None, phone))
    shown = round_ or (coming.drawn_round if coming else None)
    return TableRoom(
        phase,
        number,
        phone.lines,
        missing=_without_entry(left_open),
        late=_late(left_open),
        last=phase in ("ended", "over"),
        away=seat_elsewhere(shown, table, phone) if shown else None,
    )


def _empty_phase(section: Section, playing: Round | None, coming: NextDraw | None) -> str:
    if section.session.is_over:
        return "over"
    if playing:
        return "idle"
    if coming:
        return "between"
    return "ended" if has_started(section) else "coming"


def _empty_number(section: Section, playing: Round | None, coming: NextDraw | None) -> int:
    """The round that is played or comes; after the last one its number."""
    if playing:
        return playing.number
    if coming:
        return coming.number
    return section.rounds_to_play if has_started(section) else 1


class _Row(NamedTuple):
    """A board that was played at the table: its seating by row, and the number of its round."""

    seating: int
    round: int
    row: BoardRow


def _rows(table: Table) -> list[_Row]:
    """The boards of every round begun at the table."""
    plays = Play.objects.filter(seating__table=table).exclude(seating__round__started_at=None)
    read = plays.select_related("board", "seating__round", "entry").prefetch_related("entries")
    ordered = read.order_by("board__number")
    lines = table.section.session.stage.event.game.lines
    return [_Row(play.seating_id, play.seating.round.number, _row(play, lines)) for play in ordered]


def _row(play: Play, lines: Iterable[str]) -> BoardRow:
    entries = list(play.entries.all())
    state = "late" if play.state == Play.State.DUE and entries_to_review(entries) else play.state
    state = shown_state(state, play.entry.kind if play.entry else None)
    speakers = tuple(sorted({entry.side for entry in entries}))
    silent = [line for line in lines if line not in speakers]
    awaits = silent[0] if state == Play.State.ENTERED and len(silent) == 1 else ""
    return BoardRow(play.board.number, state, speakers, awaits)


def _concerned(seating: Seating | None, phone: Phone) -> Q:
    """Select the places of those for whom a phone is used; of all who sat here for a table's
    own."""
    if not phone.is_shared:
        return Q(contestant__number=phone.contestant_number)
    return (
        Q(contestant__in=[place.contestant_id for place in seating.places.all()])
        if seating
        else Q()
    )


def _without_entry(left_open: Iterable[BoardRow]) -> tuple[BoardRow, ...]:
    return tuple(row for row in left_open if row.state == Play.State.DUE)


def _late(left_open: Iterable[BoardRow]) -> tuple[BoardRow, ...]:
    return tuple(row for row in left_open if row.state == "late")


def _still_open(
    room: TableRoom, table: Table, seating: Seating | None, phone: Phone
) -> tuple[OpenBoard, ...]:
    """Boards of the round before that one side alone has entered, and of any earlier round that
    both entered differently.

    They were played by the contestant who uses this phone, or at the table that shares it, while
    nobody else has come there.
    """
    is_over = room.phase in ("ended", "over")
    before = room.round if is_over else room.round - 1
    if before < 1 or not (is_over if phone.is_shared else phone.contestant_number):
        return ()
    plays = Play.objects.filter(
        Q(state=Play.State.CONFLICT, seating__round__number__lte=before)
        | Q(state=Play.State.ENTERED, seating__round__number=before),
        seating__round__section__session=table.section.session_id,
        seating__round__ended_at__isnull=False,
    )
    places = SeatHolder.objects.filter(contestant__number=phone.contestant_number or 0)
    of_phone = (
        plays.filter(seating__table=table)
        if phone.is_shared
        else plays.filter(seating__in=places.values("seating"))
    )
    read = of_phone.select_related("board__session__stage__event", "seating__round")
    shown = read.prefetch_related("entries", "seating__places__contestant")
    return tuple(
        _open_board(play, table, seating, phone) for play in shown.order_by("board__number")
    )


def _open_board(play: Play, table: Table, seating: Seating | None, phone: Phone) -> OpenBoard:
    """A board on which the sides have not agreed, for a phone at a table where `seating` sits."""
    lines = table.section.session.stage.event.game.lines
    spoke = {each.side for each in active_entries(play.entries.all())}
    silent = [line for line in lines if line not in spoke]
    is_pair = len(spoke) == len(silent) == 1
    is_here = play.seating.table_id == table.pk
    return OpenBoard(
        play.board.number,
        play.state,
        is_sent=phone.is_shared or _has_spoken(play, phone.contestant_number, lines),
        is_here=is_here,
        sender=next(iter(spoke)) if is_pair else "",
        silent=silent[0] if is_pair else "",
        is_shared=phone.is_shared,
        may_see=is_here
        and play.state == Play.State.ENTERED
        and table_may_see_own_result(seating, play)
        and device_may_see_own_result(phone.access, seating, play),
    )


def _has_spoken(play: Play, holder: int | None, lines: Mapping[str, Sequence[str]]) -> bool:
    """Return whether the side of a contestant has entered something for a play."""
    seats = {place.seat for place in play.seating.places.all() if place.contestant.number == holder}
    own = {line for line, its in lines.items() if seats.intersection(its)}
    return any(entry.side in own for entry in active_entries(play.entries.all()))


def _left_open(
    table: Table, rows: Iterable[_Row], before: int, concerned: Q
) -> tuple[BoardRow, ...]:
    """Boards of earlier rounds that still have no result, of those who are concerned."""
    left = [
        each for each in rows if each.round < before and each.row.state in (Play.State.DUE, "late")
    ]
    if not left:
        return ()
    theirs = set(
        SeatHolder.objects.filter(concerned, seating__table=table).values_list("seating", flat=True)
    )
    return tuple(each.row for each in left if each.seating in theirs)
