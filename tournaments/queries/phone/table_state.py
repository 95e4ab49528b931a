"""Read the state of a table as a phone there sees it: seats, boards and next moves."""

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
from tournaments.queries.rounds.draws import NextDrawStep, next_draw_step
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
    """One line of a seating and who sits on it; if it is a team, also its players by seat.

    The players are empty until the line-up is known.
    """

    line: str
    contestants: tuple[ContestantRef, ...]
    players: tuple[tuple[str, str], ...] = ()
    substitutes: tuple[Text, ...] = ()

    @property
    def names(self) -> str:
        """The names of all contestants on the line."""
        return ", ".join(contestant.name for contestant in self.contestants)


@dataclass(frozen=True)
class BoardRow:
    """A board of the table with the state of its play.

    The state is `late` while only late entries wait for the director, and `ruled` for anything the
    director decided. `awaited_line` is the line that has yet to confirm, if there is exactly one.
    """

    number: int
    round: int
    state: str
    entered_lines: tuple[str, ...]
    awaited_line: str = ""


@dataclass(frozen=True)
class NextSeat:
    """The table to which the contestant who uses this phone goes next, and when.

    `names` are the names of the contestant, `opponents` the contestants on the other lines of the
    table. `drawn_tables` are the labels for the map of the room, empty if there are too many or the
    table is in another section. `clock` is the clock of the previous round while this round has not
    started. `is_same_table` means the same table, with `keeps_line` also on the same line.
    """

    round: int
    table: str
    line: str
    names: str = ""
    boards: tuple[int, ...] = ()
    drawn_tables: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    clock: Clock | None = None
    is_same_table: bool = False
    keeps_line: bool = False


@dataclass(frozen=True)
class UnresolvedBoard:
    """A board of an earlier round on which the two sides have not agreed.

    `state` is entered or conflict. `is_sent_by_phone` means the side that uses this phone has
    entered it. `entered_line` and `silent_line` are the line that has entered it and the one that
    has not, if there is one of each; `silent_names` are those who played it on the latter.
    `may_see_entry` allows this phone to see what was entered, and so to confirm it.
    """

    number: int
    round: int
    state: str
    is_sent_by_phone: bool
    was_played_here: bool
    entered_line: str = ""
    silent_line: str = ""
    silent_names: str = ""
    is_shared_phone: bool = False
    may_see_entry: bool = False

    @property
    def may_confirm(self) -> bool:
        """Whether the silent side may still confirm it on this phone."""
        is_theirs = not self.is_sent_by_phone or bool(self.silent_line)
        return (
            self.state == Play.State.ENTERED
            and self.was_played_here
            and self.may_see_entry
            and is_theirs
        )

    @property
    def may_enter(self) -> bool:
        """Whether this phone may still enter it without seeing the other side's entry."""
        is_open = self.state == Play.State.ENTERED and self.was_played_here
        return is_open and not self.is_sent_by_phone and not self.may_confirm


# The maximum number of tables on the map of the room; larger rooms get no map.
MAX_DRAWN_TABLES = 24


@dataclass(frozen=True)
class TableState:
    """The state of a table as one phone there sees it.

    `phase` is coming, playing, idle (nobody sits here this round), between (the next round is not
    drawn or started yet), ended (no round is left) or over. `boards` are in the order in which this
    table plays them.

    `phone_lines` are the lines that this phone speaks for. `boards_without_entry`, `late_boards`
    (the director has an entry) and `unresolved_boards` belong to earlier rounds. Boards that were
    left when the session was finished early are not among them.

    `moves` and `board_moves` say where contestants and boards go once all boards of the round are
    entered. `round_start_moves` say where the contestants of the previous round play now; only a
    shared phone shows them, until something is entered. `next_seat` is set once nothing is left to
    do here, and at the start of a round if the contestant stays at the table on another line.

    `partner_table` is the other table of the same team match, `sharing_tables` those to which
    boards are passed within the round, and `withdrawn_names` those who left during the round.
    `conflicting_entries` is what each side entered for the board in conflict, if this phone may see
    it.
    """

    phase: str
    round: int
    phone_lines: tuple[str, ...]
    sides: tuple[Side, ...] = ()
    boards: tuple[BoardRow, ...] = ()
    boards_without_entry: tuple[BoardRow, ...] = ()
    late_boards: tuple[BoardRow, ...] = ()
    unresolved_boards: tuple[UnresolvedBoard, ...] = ()
    moves: tuple[Move, ...] = ()
    board_moves: tuple[BoardMove, ...] = ()
    clock: Clock | None = None
    is_last_round: bool = False
    seat_elsewhere: SeatElsewhere | None = None
    partner_table: str = ""
    withdrawn_names: tuple[str, ...] = ()
    sharing_tables: tuple[str, ...] = ()
    may_see_entries: bool = True
    next_seat: NextSeat | None = None
    conflicting_entries: tuple[tuple[str, Text], ...] = ()
    round_start_moves: tuple[Move, ...] = ()

    @property
    def boards_to_confirm(self) -> list[int]:
        """The boards that a side of this phone has yet to confirm, if it may see the entries."""
        return self._unconfirmed_boards if self.may_see_entries else []

    @property
    def next_due_board(self) -> int | None:
        """The first board without an entry, or to be entered without seeing the other entry."""
        unconfirmed_but_unseen = [] if self.may_see_entries else self._unconfirmed_boards
        due_boards = (
            row.number
            for row in self.boards
            if row.state == Play.State.DUE or row.number in unconfirmed_but_unseen
        )
        return next(due_boards, None)

    @property
    def next_board(self) -> int | None:
        """The board that this phone has to confirm or enter next."""
        return next(iter(self.boards_to_confirm), self.next_due_board)

    @property
    def has_unfinished_boards(self) -> bool:
        """Whether this table still has to enter, confirm or agree on a board of the round."""
        return self.phase == "playing" and bool(
            self.phone_lines and (self.next_board is not None or self.conflict_board)
        )

    @property
    def _unconfirmed_boards(self) -> list[int]:
        unconfirmed_rows = (
            row for row in self.boards if set(self.phone_lines).difference(row.entered_lines)
        )
        return [row.number for row in unconfirmed_rows if row.state == Play.State.ENTERED]

    @property
    def conflict_board(self) -> int | None:
        """The first board on which the entries differ."""
        return next((row.number for row in self.boards if row.state == Play.State.CONFLICT), None)

    @property
    def first_unconfirmed(self) -> BoardRow | None:
        """The first board that is not confirmed yet."""
        return next((row for row in self.boards if row.state == Play.State.ENTERED), None)

    @property
    def waiting_boards(self) -> list[int]:
        """The boards that wait for the same line as `first_unconfirmed`."""
        first_unconfirmed = self.first_unconfirmed
        entered_rows = (row for row in self.boards if row.state == Play.State.ENTERED)
        return [
            row.number
            for row in entered_rows
            if first_unconfirmed and row.awaited_line == first_unconfirmed.awaited_line
        ]

    @property
    def leads_to_other_table(self) -> bool:
        """Whether the contestant who uses this phone goes to another table."""
        return self.next_seat is not None and not self.next_seat.is_same_table

    @property
    def must_type_next_code(self) -> bool:
        """Whether the contestant plays at another table, whose code this phone does not get."""
        elsewhere = self.seat_elsewhere
        return self.next_seat is not None and elsewhere is not None and not elsewhere.code

    @property
    def is_done(self) -> bool:
        """Whether this phone has nothing left to do but look at the standings."""
        if not self.is_last_round:
            return False
        if not self.sides:
            return True
        to_do = self.next_due_board or self.boards_to_confirm or self.conflict_board
        return self.phase == "playing" and bool(self.phone_lines) and not to_do


def sides_of(seating: Seating, lines: Mapping[str, Sequence[str]]) -> tuple[Side, ...]:
    """Return the lines of a seating, in the game's order, with the contestants on each."""
    prefetch_related_objects(
        [seating], Prefetch("places", SeatHolder.objects.select_related("contestant", "player"))
    )
    contestant_at = {
        seat_holder.seat: ContestantRef(seat_holder.contestant.number, seat_holder.contestant.name)
        for seat_holder in seating.places.all()
    }
    return tuple(
        Side(
            line,
            tuple(dict.fromkeys(contestant_at[seat] for seat in seats if seat in contestant_at)),
        )
        for line, seats in lines.items()
    )


def sides_with_substitutes(
    seating: Seating, lines: Mapping[str, Sequence[str]]
) -> tuple[Side, ...]:
    """Return `sides_of` with a sentence for each substitute."""
    all_substitutes, sides = substitutes_in([seating]), sides_of(seating, lines)
    return tuple(
        replace(
            side,
            substitutes=tuple(
                substitute.text
                for substitute in all_substitutes
                if substitute.place.seat in lines[side.line]
            ),
        )
        for side in sides
    )


def _sides_with_players(seating: Seating, event: Event) -> tuple[Side, ...]:
    """Return the sides with substitutes; for teams with the players on their seats."""
    lines = event.game.lines
    if not event.at_two_tables:
        return sides_with_substitutes(seating, lines)
    sides = sides_of(seating, lines)
    seat_holders = (
        SeatHolder.objects.filter(seating=seating).exclude(player=None).select_related("player")
    )
    players = {seat_holder.seat: str(seat_holder.player) for seat_holder in seat_holders}
    return tuple(
        replace(
            side,
            players=tuple((seat, players[seat]) for seat in lines[side.line] if seat in players),
        )
        for side in sides
    )


def names_by_line_and_seat(seating: Seating, lines: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the names on each line, and at each seat in lower case as the fields call it."""
    sides = {side.line: side.names for side in sides_of(seating, lines)}
    names_by_seat = {
        seat_holder.seat.lower(): str(seat_holder.player or seat_holder.contestant.name)
        for seat_holder in seating.places.all()
    }
    return names_by_seat | sides


def current_or_first_seating(table: Table) -> Seating | None:
    """Return who sits at the table now, or who will sit there in round 1 before it starts."""
    current = current_seating(table)
    return current if current or has_started(table.section) else seating_after(table, 0)


def has_sat_at(table: Table, contestant_number: int) -> bool:
    """Return whether the contestant with this number sits, or has sat, at the table."""
    started_seatings = table.seatings.filter(round__started_at__isnull=False)
    seating_ids = list(started_seatings.values_list("pk", flat=True))
    if seating := current_or_first_seating(table):
        seating_ids.append(seating.pk)
    return SeatHolder.objects.filter(
        seating__in=seating_ids, contestant__number=contestant_number
    ).exists()


def read_table_state(table: Table, seating: Seating | None, phone: Phone) -> TableState:
    """Return the state of a table for one phone there; `seating` is who sits there now."""
    state = _seated_state(table, seating, phone) if seating else _empty_table_state(table, phone)
    state = replace(
        state,
        next_seat=_next_seat(state, table, seating, phone),
        unresolved_boards=_unresolved_boards(state, table, seating, phone),
    )
    if seating and state.conflict_board and phone.access.is_linked_at(seating):
        return replace(
            state, conflicting_entries=_conflicting_entries(seating, state.conflict_board, table)
        )
    return state


def _conflicting_entries(
    seating: Seating, board_number: int, table: Table
) -> tuple[tuple[str, Text], ...]:
    """Return the last entry of each side for a board, in the order of entry."""
    game = table.section.session.stage.event.game
    queryset = Entry.objects.filter(play__seating=seating, play__board__number=board_number)
    entries = active_entries(queryset.order_by("revision"))
    last_outcomes = {
        entry.side: entry.outcome for entry in entries if entry.kind == Entry.Kind.TABLE
    }
    board = game.board(board_number)
    return tuple(
        (side, notation_of(game, outcome, board)) for side, outcome in last_outcomes.items()
    )


def _next_seat(
    state: TableState, table: Table, seating: Seating | None, phone: Phone
) -> NextSeat | None:
    """Return where the phone's contestant goes next.

    Returns None while they sit out or still play.
    """
    if state.seat_elsewhere and state.seat_elsewhere.table and state.seat_elsewhere.line:
        boards = _boards_elsewhere(table.section, state.seat_elsewhere)
        seat = NextSeat(
            state.seat_elsewhere.round,
            state.seat_elsewhere.table,
            state.seat_elsewhere.line,
            state.seat_elsewhere.contestant.name,
            boards,
        )
    elif seating and _changes_line_at_start(
        seating, phone, table.section.session.stage.event.game.lines
    ):
        boards = tuple(sorted(row.number for row in state.boards))
        names = next(side.names for side in state.sides if side.line == phone.lines[0])
        seat = NextSeat(state.round, table.label, phone.lines[0], names, boards)
    elif state.first_unconfirmed or state.conflict_board or phone.is_shared:
        return None
    else:
        own_moves = (
            move for move in state.moves if move.contestant.number == phone.contestant_number
        )
        move = next((move for move in own_moves if move.table), None)
        if move is None or move.table is None:
            return None
        clock = round_clock(seating.round, table) if seating else None
        names = move.contestant.name
        seat = NextSeat(
            state.round + 1,
            move.table,
            move.line,
            names,
            move.boards,
            clock=clock,
            keeps_line=move.keeps_seat,
        )
    is_same_table = seat.table == table.label
    return replace(
        seat,
        is_same_table=is_same_table,
        drawn_tables=() if is_same_table else _drawable_tables(table.section, seat.table),
        opponents=_opponent_names(seat, table.section, phone.contestant_number)
        if phone.contestant_number
        else (),
    )


def _boards_elsewhere(section: Section, next_seat: SeatElsewhere) -> tuple[int, ...]:
    """Return the numbers of the boards that a contestant plays at another table in a round."""
    plays = Play.objects.filter(
        seating__round__section=section,
        seating__round__number=next_seat.round,
        seating__places__contestant__number=next_seat.contestant.number,
    ).order_by("board__number")
    return tuple(plays.values_list("board__number", flat=True).distinct())


def previous_seat_at_table(seating: Seating, phone: Phone) -> SeatHolder | None:
    """Return the seat in the previous round of a contestant who has stayed at the table.

    Returns None if they sat elsewhere, or if something has been entered in this round.
    """
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


def _changes_line_at_start(
    seating: Seating, phone: Phone, lines: Mapping[str, Sequence[str]]
) -> bool:
    """Return whether the phone's contestant has stayed at the table but changed lines.

    False once something has been entered in this round.
    """
    previous_seat = previous_seat_at_table(seating, phone)
    return previous_seat is not None and previous_seat.seat not in lines[phone.lines[0]]


def _opponent_names(seat: NextSeat, section: Section, contestant_number: int) -> tuple[str, ...]:
    """Return the names on the other lines of the table to which a contestant goes."""
    own_seatings = Seating.objects.filter(
        round__section=section,
        round__number=seat.round,
        places__contestant__number=contestant_number,
    )
    lines = section.session.stage.event.game.lines
    others_at_table = SeatHolder.objects.filter(seating__in=own_seatings).exclude(
        contestant__number=contestant_number
    )
    opponents = others_at_table.exclude(seat__in=lines.get(seat.line, ()))
    names = opponents.order_by("seat").values_list("contestant__name", flat=True)
    return tuple(dict.fromkeys(names))


def _drawable_tables(section: Section, label: str) -> tuple[str, ...]:
    """Return the table labels for the map of the room, or none if no map is drawn."""
    tables = Table.objects.filter(section=section).select_related("section").order_by("number")
    labels = tuple(table.label for table in tables[: MAX_DRAWN_TABLES + 1])
    return labels if label in labels and len(labels) <= MAX_DRAWN_TABLES else ()


def _seated_state(table: Table, seating: Seating, phone: Phone) -> TableState:
    """Return the state of a table at which somebody sits."""
    session, played_boards = table.section.session, _played_boards(table)
    sharing = tables_sharing(seating, session)
    boards = in_playing_order(
        table,
        sharing,
        [played.row for played in played_boards if played.round == seating.round.number],
    )
    is_upcoming = seating.round.started_at is None
    is_complete = not is_upcoming and Play.State.DUE not in {row.state for row in boards}
    open_boards = _boards_without_result(
        table, played_boards, seating.round.number, _phone_seats_filter(seating, phone)
    )
    return TableState(
        phase="coming" if is_upcoming else "playing",
        round=seating.round.number,
        phone_lines=phone.lines,
        sides=_sides_with_players(seating, session.stage.event),
        boards=boards,
        boards_without_entry=_boards_without_entry(open_boards),
        late_boards=_late_boards(open_boards),
        moves=moves_after(seating, session) if is_complete else (),
        board_moves=boards_after(seating, sharing) if is_complete else (),
        clock=None if is_complete else round_clock(seating.round, table),
        is_last_round=seating.round.number == table.section.rounds_to_play,
        seat_elsewhere=None if phone.lines else seat_elsewhere(seating.round, table, phone),
        partner_table=_partner_table_label(seating, session),
        withdrawn_names=() if is_upcoming else _withdrawn_names(seating),
        round_start_moves=_round_start_moves(seating)
        if phone.is_shared and not is_upcoming
        else (),
        sharing_tables=tuple(
            sharing_table.label for sharing_table in sharing if sharing_table != table
        ),
        may_see_entries=phone.is_shared
        or phone.access.is_linked_at(seating)
        or is_first_seating(seating),
    )


def _round_start_moves(seating: Seating) -> tuple[Move, ...]:
    """Return where those who sat here in the previous round play now, by number.

    Empty once something has been entered in this round, and if all contestants keep their seats.
    """
    round_number = seating.round.number
    if round_number == 1 or any(play.state != Play.State.DUE for play in seating.plays.all()):
        return ()
    section = seating.round.section
    lines = seating.table.section.session.stage.event.game.lines
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    seat_holders = SeatHolder.objects.filter(seating__round__section=section)
    previous_seat_holders = seat_holders.filter(
        seating__table=seating.table_id, seating__round__number=round_number - 1
    )
    line_before_by_contestant = {
        contestant: line_of[seat]
        for contestant, seat in previous_seat_holders.values_list("contestant", "seat")
    }
    current_seat_holders = seat_holders.filter(
        seating__round=seating.round_id, contestant__in=line_before_by_contestant
    )
    current_seat_holders = current_seat_holders.select_related(
        "contestant", "seating__table__section"
    )
    moves = {}
    for seat_holder in current_seat_holders.order_by("contestant__number"):
        is_here = seat_holder.seating.table_id == seating.table_id
        is_same_line = (
            line_of[seat_holder.seat] == line_before_by_contestant[seat_holder.contestant_id]
        )
        moves[seat_holder.contestant_id] = Move(
            ContestantRef(seat_holder.contestant.number, seat_holder.contestant.name),
            seat_holder.seating.table.label,
            line_of[seat_holder.seat],
            tuple(line_of.values()),
            (),
            keeps_seat=is_here and is_same_line,
            changes_line=is_here and not is_same_line,
        )
    return tuple(moves.values()) if any(not move.keeps_seat for move in moves.values()) else ()


def _withdrawn_names(seating: Seating) -> tuple[str, ...]:
    """Return the names of the seated contestants who have left, by number."""
    withdrawn = {
        seat_holder.contestant
        for seat_holder in seating.places.all()
        if seat_holder.contestant.withdrawn_at
    }
    withdrawn_by_number = sorted(withdrawn, key=lambda contestant: contestant.number)
    return tuple(contestant.name for contestant in withdrawn_by_number)


def _partner_table_label(seating: Seating, session: Session) -> str:
    """Return the label of the other table of a team match, or an empty string."""
    seating.table.section.session = session
    table = partner_table(seating)
    return table.label if table else ""


def _empty_table_state(table: Table, phone: Phone) -> TableState:
    """Return the state of a table at which nobody sits now."""
    session = table.section.session
    round_ = round_of_section(table.section)
    upcoming_draw = next_draw_step(session)
    phase = _empty_table_phase(table.section, round_, upcoming_draw)
    round_number = _empty_table_round_number(table.section, round_, upcoming_draw)
    rounds_until = round_number + (phase in ("ended", "over"))
    open_boards = _boards_without_result(
        table, _played_boards(table), rounds_until, _phone_seats_filter(None, phone)
    )
    next_round = round_ or (upcoming_draw.drawn_round if upcoming_draw else None)
    return TableState(
        phase,
        round_number,
        phone.lines,
        boards_without_entry=_boards_without_entry(open_boards),
        late_boards=_late_boards(open_boards),
        is_last_round=phase in ("ended", "over"),
        seat_elsewhere=seat_elsewhere(next_round, table, phone) if next_round else None,
    )


def _empty_table_phase(
    section: Section, round_in_progress: Round | None, upcoming_draw: NextDrawStep | None
) -> str:
    """Return the phase of a table at which nobody sits."""
    if section.session.is_over:
        return "over"
    if round_in_progress:
        return "idle"
    if upcoming_draw:
        return "between"
    return "ended" if has_started(section) else "coming"


def _empty_table_round_number(
    section: Section, round_in_progress: Round | None, upcoming_draw: NextDrawStep | None
) -> int:
    """Return the number of the round that is played or comes next, or that of the last round."""
    if round_in_progress:
        return round_in_progress.number
    if upcoming_draw:
        return upcoming_draw.number
    return section.rounds_to_play if has_started(section) else 1


class _PlayedBoard(NamedTuple):
    """A board of a started round at the table: the key of its seating, the round, and its row."""

    seating: int
    round: int
    row: BoardRow


def _played_boards(table: Table) -> list[_PlayedBoard]:
    """Return the boards of every round that has started at the table."""
    plays = Play.objects.filter(seating__table=table).exclude(seating__round__started_at=None)
    plays = plays.select_related("board__session", "seating__round", "entry").prefetch_related(
        "entries"
    )
    ordered = plays.order_by("board__number")
    lines = table.section.session.stage.event.game.lines
    return [
        _PlayedBoard(play.seating_id, play.seating.round.number, _board_row(play, lines))
        for play in ordered
    ]


def _board_row(play: Play, lines: Iterable[str]) -> BoardRow:
    """Return the row of a play, with the lines that have entered it."""
    entries = list(play.entries.all())
    is_late = play.state == Play.State.DUE and bool(entries_to_review(entries))
    state = shown_state(
        "late" if is_late else play.state,
        play.entry.kind if play.entry else None,
        is_unplayed_at_finish=not is_late and play.is_unplayed_at_finish,
    )
    entered_lines = tuple(sorted({entry.side for entry in entries}))
    silent_lines = [line for line in lines if line not in entered_lines]
    has_one_left = state == Play.State.ENTERED and len(silent_lines) == 1
    awaited_line = silent_lines[0] if has_one_left else ""
    return BoardRow(
        play.board.number, play.seating.round.number, state, entered_lines, awaited_line
    )


def _phone_seats_filter(seating: Seating | None, phone: Phone) -> Q:
    """Return the filter for the seats of the contestant who uses a phone.

    For a shared phone, these are the seats of everybody who sits at the table.
    """
    if not phone.is_shared:
        return Q(contestant__number=phone.contestant_number)
    return (
        Q(contestant__in=[seat_holder.contestant_id for seat_holder in seating.places.all()])
        if seating
        else Q()
    )


def _boards_without_entry(open_boards: Iterable[BoardRow]) -> tuple[BoardRow, ...]:
    """Return the rows that nobody has entered."""
    return tuple(row for row in open_boards if row.state == Play.State.DUE)


def _late_boards(open_boards: Iterable[BoardRow]) -> tuple[BoardRow, ...]:
    """Return the rows for which only a late entry exists."""
    return tuple(row for row in open_boards if row.state == "late")


def _unresolved_boards(
    state: TableState, table: Table, seating: Seating | None, phone: Phone
) -> tuple[UnresolvedBoard, ...]:
    """Return the boards of earlier rounds on which the sides have not agreed.

    Boards entered by one side only come from the previous round, conflicts from any earlier one.
    They were played by the contestant who uses this phone, or at this table if the phone is shared
    and no round is left.
    """
    is_over = state.phase in ("ended", "over")
    last_round_number = state.round if is_over else state.round - 1
    if last_round_number < 1 or not (is_over if phone.is_shared else phone.contestant_number):
        return ()
    plays = Play.objects.filter(
        Q(state=Play.State.CONFLICT, seating__round__number__lte=last_round_number)
        | Q(state=Play.State.ENTERED, seating__round__number=last_round_number),
        seating__round__section__session=table.section.session_id,
        seating__round__ended_at__isnull=False,
    )
    seat_holders = SeatHolder.objects.filter(contestant__number=phone.contestant_number or 0)
    phone_plays = (
        plays.filter(seating__table=table)
        if phone.is_shared
        else plays.filter(seating__in=seat_holders.values("seating"))
    )
    phone_plays = phone_plays.select_related("board__session__stage__event", "seating__round")
    phone_plays = phone_plays.prefetch_related("entries", "seating__places__contestant")
    return tuple(
        _unresolved_board(play, table, seating, phone)
        for play in phone_plays.order_by("board__number")
    )


def _unresolved_board(
    play: Play, table: Table, seating: Seating | None, phone: Phone
) -> UnresolvedBoard:
    """Return an unresolved play as a phone at `table` sees it; `seating` sits there now."""
    lines = table.section.session.stage.event.game.lines
    entered_lines = {entry.side for entry in active_entries(play.entries.all())}
    silent_lines = [line for line in lines if line not in entered_lines]
    has_one_of_each = len(entered_lines) == len(silent_lines) == 1
    is_here = play.seating.table_id == table.pk
    return UnresolvedBoard(
        play.board.number,
        play.seating.round.number,
        play.state,
        is_sent_by_phone=phone.is_shared or _has_entered(play, phone.contestant_number, lines),
        was_played_here=is_here,
        entered_line=next(iter(entered_lines)) if has_one_of_each else "",
        silent_line=silent_lines[0] if has_one_of_each else "",
        silent_names=_names_on_line(play.seating, silent_lines[0], lines)
        if has_one_of_each
        else "",
        is_shared_phone=phone.is_shared,
        may_see_entry=is_here
        and play.state == Play.State.ENTERED
        and table_may_see_own_result(seating, play)
        and device_may_see_own_result(phone.access, seating, play),
    )


def _names_on_line(seating: Seating, line: str, lines: Mapping[str, Sequence[str]]) -> str:
    """Return the names of the contestants who sit on a line of a seating."""
    return next(side.names for side in sides_of(seating, lines) if side.line == line)


def _has_entered(
    play: Play, contestant_number: int | None, lines: Mapping[str, Sequence[str]]
) -> bool:
    """Return whether the side of a contestant has entered something for a play."""
    seats = {
        seat_holder.seat
        for seat_holder in play.seating.places.all()
        if seat_holder.contestant.number == contestant_number
    }
    own_lines = {line for line, line_seats in lines.items() if seats.intersection(line_seats)}
    return any(entry.side in own_lines for entry in active_entries(play.entries.all()))


def _boards_without_result(
    table: Table, played_boards: Iterable[_PlayedBoard], round_number: int, phone_seats_filter: Q
) -> tuple[BoardRow, ...]:
    """Return the boards without a result that the phone's holders played in earlier rounds."""
    open_boards = [
        played_board
        for played_board in played_boards
        if played_board.round < round_number and played_board.row.state in (Play.State.DUE, "late")
    ]
    if not open_boards:
        return ()
    seating_ids = set(
        SeatHolder.objects.filter(phone_seats_filter, seating__table=table).values_list(
            "seating", flat=True
        )
    )
    return tuple(
        played_board.row for played_board in open_boards if played_board.seating in seating_ids
    )
