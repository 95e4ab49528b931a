"""What was searched for a repair, on its way through its form: what is done is what was seen."""

from collections.abc import Iterable, Sequence

from tournaments.forms import parse_number
from tournaments.queries.contestants.late_arrival_seats import FreeTable, LateSeats


def encode_tables(tables: Iterable[FreeTable]) -> str:
    """Tables that were found, as a form carries them: `round.table.who-who.board-board`, blanks
    between.

    `.who` follows where somebody gives up a seat.
    """
    return " ".join(
        f"{item.round}.{item.table}.{_joined(item.seated)}.{_joined(item.boards)}"
        + (f".{item.sits_out}" if item.sits_out else "")
        for item in tables
    )


def decode_tables(text: str) -> list[FreeTable]:
    """The same tables; what a form never wrote is a table that no section has."""
    return [_table(item.split(".")) for item in text.split()]


def encode_seats(seats: LateSeats) -> str:
    """Where somebody would sit: the section, then his tables."""
    return f"{seats.section} {encode_tables(seats.tables)}".strip()


def decode_seats(text: str) -> LateSeats:
    """The same seats."""
    section, _blank, tables = text.partition(" ")
    return LateSeats(parse_number(section), tuple(decode_tables(tables)))


def _joined(rows: Iterable[int]) -> str:
    return "-".join(map(str, rows))


def _table(parts: Sequence[str]) -> FreeTable:
    round_, table, seated, boards, sits_out = [*parts, "", "", "", "", ""][:5]
    return FreeTable(
        parse_number(round_),
        parse_number(table),
        _rows(seated),
        _rows(boards),
        parse_number(sits_out),
    )


def _rows(text: str) -> tuple[int, ...]:
    return tuple(parse_number(item) for item in text.split("-"))
