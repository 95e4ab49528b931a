"""Carry proposed tables through the preview's form, so that exactly these are applied."""

from collections.abc import Iterable, Sequence

from tournaments.forms import parse_number
from tournaments.queries.contestants.late_arrival_seats import LateArrivalSeats, ProposedTable


def encode_tables(tables: Iterable[ProposedTable]) -> str:
    """Encode tables as `round.table.who-who.board-board`, separated by spaces.

    `.who` follows if somebody gives up a seat.
    """
    return " ".join(
        f"{item.round}.{item.table}.{_joined(item.seated)}.{_joined(item.boards)}"
        + (f".{item.sits_out}" if item.sits_out else "")
        for item in tables
    )


def decode_tables(text: str) -> list[ProposedTable]:
    """Decode tables; malformed text gives tables that exist in no section."""
    return [_table(item.split(".")) for item in text.split()]


def encode_seats(seats: LateArrivalSeats) -> str:
    """Encode seats as the section followed by its tables."""
    return f"{seats.section} {encode_tables(seats.tables)}".strip()


def decode_seats(text: str) -> LateArrivalSeats:
    """Decode what `encode_seats` returned."""
    section, _blank, tables = text.partition(" ")
    return LateArrivalSeats(parse_number(section), tuple(decode_tables(tables)))


def _joined(rows: Iterable[int]) -> str:
    return "-".join(map(str, rows))


def _table(parts: Sequence[str]) -> ProposedTable:
    round_, table, seated, boards, sits_out = [*parts, "", "", "", "", ""][:5]
    return ProposedTable(
        parse_number(round_),
        parse_number(table),
        _rows(seated),
        _rows(boards),
        parse_number(sits_out),
    )


def _rows(text: str) -> tuple[int, ...]:
    return tuple(parse_number(item) for item in text.split("-"))
