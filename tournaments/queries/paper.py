"""What is printed before an evening: a sheet for every table."""

from dataclasses import dataclass

from tournaments.models import Session, Table
from tournaments.models.codes import code_of
from tournaments.queries.desk import Cell, Column, read_room


@dataclass(frozen=True)
class TableSheet:
    """A table with its present code, and in each round its cell; one without plays is a rest."""

    table: Table
    code: str
    turns: tuple[tuple[Column, Cell], ...]


def read_table_sheets(session: Session) -> list[TableSheet]:
    """A sheet for every table; none before the session is dealt."""
    return [TableSheet(row.table, code_of(row.table), row.cells) for row in read_room(session).rows]
