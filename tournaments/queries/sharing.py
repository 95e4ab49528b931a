"""Tables that pass boards to each other within a round: with which board each begins, so that none waits."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from tournaments.models import Play, Seating, Table
from tournaments.queries.board_copies import copies_needed

Board = TypeVar("Board")


def tables_sharing(seating: Seating) -> list[Table]:
    """All tables that have a board of a seating in its round, in order; none where each has its copy."""
    boards = seating.plays.values("board")
    plays = Play.objects.filter(seating__round=seating.round_id, board__in=boards)
    sharing = Table.objects.filter(pk__in=plays.values("seating__table")).select_related("section")
    tables = list(sharing.order_by("number"))
    if tables[1:]:
        copies = copies_needed(seating.table.section.session)[seating.round.section_id]
        return tables if len(tables) > copies else []
    return []


def sharing_with(table: Table, boards: Mapping[Table, Collection[int]], copies: int) -> list[Table]:
    """The same of a table among the boards of all tables in a round, of which there are so many copies."""
    mine = set(boards[table])
    tables = sorted((each for each in boards if mine.intersection(boards[each])), key=_number)
    return tables if len(tables) > copies else []


def in_turn(table: Table, sharing: Sequence[Table], boards: Sequence[Board]) -> tuple[Board, ...]:
    """The boards of a table in the order in which it plays them: each of those sharing begins at another."""
    if table not in sharing or not boards:
        return tuple(boards)
    first = sharing.index(table) % len(boards)
    return (*boards[first:], *boards[:first])


def _number(table: Table) -> int:
    return table.number
