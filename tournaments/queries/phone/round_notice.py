"""What a phone that has other pages open is told when its contestant's next round has begun."""

from dataclasses import dataclass

from tournaments.models import Play, Seating, Table
from tournaments.permissions.visibility.devices import Phone
from tournaments.queries.phone.table_state import previous_seat_at_table
from tournaments.queries.rounds.moves import seat_elsewhere
from tournaments.queries.rounds.seating import round_of_section


@dataclass(frozen=True)
class RoundNotice:
    """The round being played and where the phone's contestant sits in it; `table` is None for a
    rest. `line` is given where they stay at the table, `is_shared` on the phone of a table."""

    round: int
    table: str | None
    line: str = ""
    is_shared: bool = False


def round_notice(table: Table, seating: Seating | None, phone: Phone) -> RoundNotice | None:
    """Return where the contestant who uses a phone is expected; `table` is the last one that the
    phone opened, `seating` who sits there now.

    None in the first round, and where they have stayed at the table and already entered something.
    The phone of a table is told until something is entered there.
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
    away = seat_elsewhere(playing, table, phone) if playing else None
    if away is None or away.round == 1:
        return None
    return RoundNotice(away.round, away.table)


def _table_round_notice(table: Table, seating: Seating | None) -> RoundNotice | None:
    """Return the round at a table after the first one, while nothing is entered of it."""
    if seating is None or seating.round.started_at is None or seating.round.number == 1:
        return None
    if seating.plays.exclude(state=Play.State.DUE).exists():
        return None
    return RoundNotice(seating.round.number, table.label, is_shared=True)
