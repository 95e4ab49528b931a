"""Find tables that share boards within a round, and where each starts so that none waits."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from django.db.models import Q, QuerySet

from tournaments.models import Play, Seating, Session, Table
from tournaments.queries.boards.copies import copies_needed

Board = TypeVar("Board")


def tables_sharing(seating: Seating, session: Session) -> list[Table]:
    """Return the tables that share the seating's boards in its round; none if it has its own."""
    section = seating.round.section
    section.session = session  # with its stage and event
    if section.movement is None or not section.movement.may_share_boards:
        return []
    boards = seating.plays.values("board")
    plays = Play.objects.filter(seating__round=seating.round_id, board__in=boards)
    sharing = Table.objects.filter(pk__in=plays.values("seating__table")).select_related("section")
    tables = list(sharing.order_by("number"))
    if tables[1:]:
        copies = copies_needed(session)[section.pk]
        return tables if len(tables) > copies else []
    return []


def later_plays(seating: Seating, sharing: Collection[Table]) -> QuerySet[Play]:
    """Return the later plays of a seating's boards in its section, the next one first.

    Plays of the same round are included if they are at tables of `sharing`, which share the boards
    in this round, and have not been played yet.
    """
    boards = seating.plays.values("board")
    is_later = Q(seating__round__number__gt=seating.round.number)
    if sharing:
        is_later |= Q(seating__round=seating.round_id, state=Play.State.DUE)
    plays = Play.objects.filter(
        is_later, seating__round__section=seating.round.section_id, board__in=boards
    )
    other_tables = plays.exclude(seating=seating.pk).exclude(state=Play.State.VOID)
    ordered = other_tables.order_by(
        "seating__round__number", "board__number", "seating__table__number"
    )
    return ordered.select_related("board", "seating__round", "seating__table__section")


def tables_sharing_copies(
    table: Table, boards_by_table: Mapping[Table, Collection[int]], copy_count: int
) -> list[Table]:
    """Return which tables share boards with this one, given all tables' boards in a round.

    Empty if there are enough `copy_count` of each board for them.
    """
    own_boards = set(boards_by_table[table])
    tables = sorted(
        (
            other_table
            for other_table in boards_by_table
            if own_boards.intersection(boards_by_table[other_table])
        ),
        key=_table_number,
    )
    return tables if len(tables) > copy_count else []


def in_playing_order(
    table: Table, sharing: Sequence[Table], boards: Sequence[Board]
) -> tuple[Board, ...]:
    """Return a table's boards in playing order.

    Tables that share boards start at different ones.
    """
    if table not in sharing or not boards:
        return tuple(boards)
    first_index = sharing.index(table) % len(boards)
    return (*boards[first_index:], *boards[:first_index])


def _table_number(table: Table) -> int:
    return table.number
