"""Tell phones that show other pages that their contestant's next round has started."""

from dataclasses import dataclass

from tournaments.models import Play, Seating, Table
from tournaments.permissions.visibility.devices import Phone
from tournaments.queries.phone.table_state import previous_seat_at_table
from tournaments.queries.rounds.moves import seat_elsewhere
from tournaments.queries.rounds.seating import round_of_section


@dataclass(frozen=True)
class RoundNotice:
    """A round that has started, and where the phone's contestant sits in it.

    `table` is None if they sit out. `line` is set if they stay at the table.
    """

    round: int
    table: str | None
    line: str = ""
    is_shared: bool = False


def round_notice(table: Table, seating: Seating | None, phone: Phone) -> RoundNotice | None:
    """Return where the contestant who uses a phone is expected, or None.

    `table` is the table that the phone opened last; `seating` says who sits at it now. There is no
    notice in round 1, or once somebody who stayed at the table has entered something. A shared
    phone gets it until something is entered at its table.
    """
    if phone.is_shared:
        return _table_round_notice(table, seating)
    if phone.contestant_number is None:
        return None
    if phone.lines:
        is_new = seating is not None and previous_seat_at_table(seating, phone) is not None
        if seating is None or not is_new:
            return None
        return RoundNotice(seating.round.number, table.label, phone.lines[0])
    playing = seating.round if seating else round_of_section(table.section)
    next_seat = seat_elsewhere(playing, table, phone) if playing else None
    if next_seat is None or next_seat.round == 1:
        return None
    return RoundNotice(next_seat.round, next_seat.table)


def _table_round_notice(table: Table, seating: Seating | None) -> RoundNotice | None:
    """Return the notice for a table while nothing is entered of its round."""
    if seating is None or seating.round.started_at is None or seating.round.number == 1:
        return None
    if seating.plays.exclude(state=Play.State.DUE).exists():
        return None
    return RoundNotice(seating.round.number, table.label, is_shared=True)
