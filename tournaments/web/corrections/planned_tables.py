"""Encode proposed tables for the preview's form, so that the correction applies exactly these."""

from collections.abc import Iterable, Sequence

from tournaments.forms import parse_number
from tournaments.queries.contestants.late_arrival_seats import LateArrivalSeats, ProposedTable


def encode_tables(tables: Iterable[ProposedTable]) -> str:
    """Encode tables as `round.table.contestant-contestant.board-board`, separated by spaces.

    If a contestant gives up a seat, `.contestant` comes after the boards.
    """
    return " ".join(
        f"{table.round}.{table.table}.{_join_ids(table.seated)}.{_join_ids(table.boards)}"
        + (f".{table.sits_out}" if table.sits_out else "")
        for table in tables
    )


def decode_tables(text: str) -> list[ProposedTable]:
    """Decode tables; malformed parts become 0, which is the id of no row."""
    return [_decode_table(item.split(".")) for item in text.split()]


def encode_seats(seats: LateArrivalSeats) -> str:
    """Encode seats as the section followed by its tables."""
    return f"{seats.section} {encode_tables(seats.tables)}".strip()


def decode_seats(text: str) -> LateArrivalSeats:
    """Decode what `encode_seats` returned."""
    section, _blank, tables = text.partition(" ")
    return LateArrivalSeats(parse_number(section), tuple(decode_tables(tables)))


def _join_ids(rows: Iterable[int]) -> str:
    return "-".join(map(str, rows))


def _decode_table(parts: Sequence[str]) -> ProposedTable:
    round_, table, seated, boards, sits_out = [*parts, "", "", "", "", ""][:5]
    return ProposedTable(
        parse_number(round_),
        parse_number(table),
        _parse_ids(seated),
        _parse_ids(boards),
        parse_number(sits_out),
    )


def _parse_ids(text: str) -> tuple[int, ...]:
    return tuple(parse_number(item) for item in text.split("-"))
