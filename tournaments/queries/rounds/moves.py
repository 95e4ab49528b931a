"""Say where contestants and boards go next, and where the holder of a phone sits now."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.seats import line_label
from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Contestant, Event, Play, Round, Seating, Section, Session, Table
from tournaments.permissions.visibility.devices import Phone
from tournaments.queries.boards.sharing import later_plays
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.seating import next_seating_of, round_of_section, with_contestants


class ContestantRef(NamedTuple):
    """The number and name of a contestant within the event."""

    number: int
    name: str


@dataclass(frozen=True)
class Move:
    """Where a contestant sits in the next round; `table` is None for a sit-out.

    `table_lines` are all lines of the table. `keeps_seat` is true for the same table and line,
    `changes_line` for the same table and another line.
    """

    contestant: ContestantRef
    table: str | None
    line: str
    table_lines: tuple[str, ...]
    boards: tuple[int, ...]
    keeps_seat: bool
    changes_line: bool = False

    @property
    def where(self) -> Text:
        """A sentence that names the table and line to go to, or says that there is none."""
        if self.table is None:
            return Text(_("You sit out the next round."))
        if self.keeps_seat:
            return Text(_("Stay here."))
        line = line_label(self.line, self.table_lines)
        if self.changes_line:
            return Text(_("Stay here, now %(line)s."), {"line": line})
        return Text(_("Table %(number)s, %(line)s."), {"number": self.table, "line": line})


@dataclass(frozen=True)
class SeatElsewhere:
    """The seat of a phone's holder at another table; `table` is None for a sit-out.

    A team has the labels of both its tables and no `line`. `code` is the code of the table, blank
    if the phone may not get it. `is_at_wrong_table` is true if the contestant has never sat at the
    table whose page the phone shows: the page was opened by mistake.
    """

    contestant: ContestantRef
    round: int
    table: str | None
    line: str = ""
    code: str = ""
    is_at_wrong_table: bool = False


def moves_after(seating: Seating, session: Session) -> tuple[Move, ...]:
    """Return where each contestant of a seating goes next; empty if there is no next round."""
    if not Round.objects.filter(
        section=seating.round.section_id, number=seating.round.number + 1
    ).exists():
        return ()
    game = session.stage.event.game
    line_by_seat = {seat: line for line, seats in game.lines.items() for seat in seats}
    contestants_of_line = contestants_by_line(game, seating.places.all())
    return tuple(
        _move(seating, contestant, line, line_by_seat)
        for line, contestants in contestants_of_line.items()
        for contestant in contestants
    )


@dataclass(frozen=True)
class BoardMove:
    """Where boards of a table are played next; `table` is None if nobody plays them again.

    `round` is 0 if they are played in the next round. Otherwise it is the number of the round. That
    is the current round if another table plays the boards at the same time, or a round after the
    next.
    """

    boards: tuple[int, ...]
    table: str | None
    round: int = 0


def boards_after(seating: Seating, sharing_tables: Collection[Table] = ()) -> tuple[BoardMove, ...]:
    """Return where a seating's boards go after the round.

    Empty if there is no next round, or if several tables play a board at once in the next round,
    so that each has a copy.

    `sharing_tables` are those that play the same boards in the same round.
    """
    plays_of_boards = list(later_plays(seating, sharing_tables))
    next_round_number = seating.round.number + 1
    next_round_counts = Counter(
        later_play.board_id
        for later_play in plays_of_boards
        if later_play.seating.round.number == next_round_number
    )
    if any(count > 1 for count in next_round_counts.values()) or not (
        next_round_counts or _has_round(seating, next_round_number)
    ):
        return ()
    next_seating_by_board = {
        later_play.board.number: later_play.seating for later_play in reversed(plays_of_boards)
    }
    boards_by_table_and_round: dict[tuple[str | None, int], list[int]] = defaultdict(list)
    for play in seating.plays.all():
        boards_by_table_and_round[
            _next_table_and_round(next_seating_by_board.get(play.board.number), next_round_number)
        ].append(play.board.number)
    return tuple(
        BoardMove(tuple(boards), *table_and_round)
        for table_and_round, boards in boards_by_table_and_round.items()
    )


def _has_round(seating: Seating, round_number: int) -> bool:
    return Play.objects.filter(
        seating__round__section=seating.round.section_id, seating__round__number=round_number
    ).exists()


def _next_table_and_round(
    next_seating: Seating | None, next_round_number: int
) -> tuple[str | None, int]:
    """Return the table and the round of a board's next seating; round 0 for the next round."""
    if next_seating is None:
        return None, 0
    round_number = next_seating.round.number
    return next_seating.table.label, 0 if round_number == next_round_number else round_number


def _move(
    seating: Seating, contestant: Contestant, line: str, line_by_seat: Mapping[str, str]
) -> Move:
    ref = ContestantRef(contestant.number, contestant.name)
    seats = [seat for seat, seat_line in line_by_seat.items() if seat_line == line]
    next_seating = next_seating_of(contestant, seating.round, seats)
    if next_seating is None:
        return Move(ref, None, "", (), (), keeps_seat=False)
    seat = next(
        seat_holder.seat
        for seat_holder in next_seating.places.all()
        if seat_holder.contestant_id == contestant.pk
    )
    boards = tuple(next_seating.plays.values_list("board__number", flat=True))
    is_same_table, is_same_line = (
        next_seating.table_id == seating.table_id,
        line_by_seat[seat] == line,
    )
    return Move(
        ref,
        next_seating.table.label,
        line_by_seat[seat],
        tuple(line_by_seat.values()),
        boards,
        keeps_seat=is_same_table and is_same_line,
        changes_line=is_same_table and not is_same_line,
    )


def seat_elsewhere(round_: Round, table: Table, phone: Phone) -> SeatElsewhere | None:
    """Return where the holder of a phone sits in this round, or in their own section's round.

    Only a phone that is linked to the contestant gets the code of their table. A phone that was
    left behind at an earlier table than their last one gets no code.
    Returns None if there is no such contestant or their section plays no round now.
    """
    event = table.section.session.stage.event
    contestant = (
        event.contestants.filter(number=phone.contestant_number).first()
        if phone.contestant_number
        else None
    )
    own_round = _round_of_contestant(round_, contestant) if contestant else None
    if contestant is None or own_round is None:
        return None
    ref = ContestantRef(contestant.number, contestant.name)
    seatings = Seating.objects.filter(
        round=own_round, places__contestant=contestant
    ).prefetch_related(with_contestants())
    own_seatings = list(
        seatings.distinct().select_related("table__section").order_by("table__number")
    )
    table_labels = " / ".join(seating.table.label for seating in own_seatings)
    if len(own_seatings) != 1:
        return SeatElsewhere(ref, own_round.number, table_labels or None)
    earlier_table_ids = _earlier_table_ids(contestant, own_round)
    gets_code = (
        phone.access.is_linked_to(contestant.pk)
        and own_round.is_playing
        and (table.pk in earlier_table_ids[:1] or table.pk not in earlier_table_ids)
    )
    return SeatElsewhere(
        ref,
        own_round.number,
        table_labels,
        _line_in(own_seatings[0], contestant, event),
        code_of(own_seatings[0].table) if gets_code else "",
        is_at_wrong_table=table.pk not in earlier_table_ids,
    )


def _earlier_table_ids(contestant: Contestant, round_: Round) -> list[int]:
    """Return the ids of the tables where the contestant sat before a round, the last first."""
    seat_holders = contestant.places.filter(seating__round__section=round_.section_id)
    earlier_seat_holders = seat_holders.filter(seating__round__number__lt=round_.number)
    return list(
        earlier_seat_holders.order_by("-seating__round__number").values_list(
            "seating__table", flat=True
        )
    )


def _line_in(seating: Seating, contestant: Contestant, event: Event) -> str:
    """Return the line of the contestant at a seating, found in the seats of each line."""
    lines = contestants_by_line(event.game, seating.places.all())
    return next(line for line, contestants in lines.items() if contestant in contestants)


def _round_of_contestant(round_: Round, contestant: Contestant) -> Round | None:
    """Return the round that the contestant plays: this one, or that of their own section.

    Returns None if that section plays no round now.
    """
    session_id = round_.section.session_id
    sections = Section.objects.filter(
        session=session_id, rounds__seatings__places__contestant=contestant
    )
    section = sections.order_by("number").first()
    return round_ if section in (None, round_.section) else round_of_section(section)
