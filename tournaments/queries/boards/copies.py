"""Count the copies of boards that each section needs, and where they are played."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from django.db.models import Count

from tournaments.models import Board, Event, Play, SeatHolder, Seating, Section, Session
from tournaments.movements.board_preparation import BoardUse


def has_single_copies(session: Session) -> dict[int, bool]:
    """Return, by section id, whether one copy of each board passes from table to table."""
    return {section: copies == 1 for section, copies in copies_needed(session).items()}


def copies_needed(session: Session) -> dict[int, int]:
    """Return, by section id, how many copies of each board are in use at once."""
    tables = session.stage.tables_per_match  # its movement counts a team match as one table
    return {
        section.pk: tables * (section.movement.copies_needed(*extent) if section.movement else 1)
        for section, extent in _extents(session)
    }


def extra_copies_needed(session: Session) -> int:
    """Return how many copies of each board are needed because rounds are short.

    Tables cannot pass boards on if they have too few of them in a round. The number is 0 if no
    section needs more copies than its movement always has.
    """
    copies = (
        section.movement.copies_needed(*extent)
        for section, extent in _extents(session)
        if section.movement
        and section.movement.copies_needed(*extent) > section.movement.base_copy_count(extent[0])
    )
    return max(copies, default=0)


def waiting_time_in_boards(session: Session) -> int:
    """Return how many boards longer the session takes because tables wait for shared boards."""
    waiting = (
        section.movement.waiting_time_in_boards(*extent)
        for section, extent in _extents(session)
        if section.movement
    )
    return max(waiting, default=0)


def sections_short_of_copies(session: Session) -> set[int]:
    """Return the ids of sections whose last rounds are too short to share the copies.

    There are enough copies for the planned number of boards in a round, but some were left out.
    """
    return {
        section.pk
        for section, (size, rounds, boards) in _extents(session)
        if section.movement
        and section.movement.copies_needed(
            size, rounds, boards - section.boards_left_out_in(section.rounds_to_play)
        )
        > section.movement.copies_needed(size, rounds, boards)
    }


def sections_passing_boards_on(*sessions: Session) -> set[int]:
    """Return the ids of the sections of these sessions in which tables pass boards on."""
    extents = _extents(*sessions)
    return {
        section.pk
        for section, extent in extents
        if section.movement and section.movement.passes_boards_on(*extent)
    }


def _extents(*sessions: Session) -> Iterator[tuple[Section, tuple[int, int, int]]]:
    """Yield each section with how many contestants, rounds and boards its movement has."""
    sessions_by_id = {
        session.pk: session for session in sessions if session.pk
    }  # an unsaved session has no sections
    if not sessions_by_id:
        return
    events = Event.objects.filter(stages__sessions__in=sessions_by_id).annotate(
        contestant_count=Count("contestants", distinct=True)
    )
    contestant_counts = dict(events.values_list("pk", "contestant_count"))
    sections = Section.objects.filter(session__in=sessions_by_id).annotate(
        size=Count("assignments")
    )
    for section in sections.order_by("session", "number"):
        session = section.session = sessions_by_id[
            section.session_id
        ]  # with its stage, loaded once
        size = section.size or contestant_counts[session.stage.event_id]
        yield section, (size, section.movement_rounds_to_play, session.boards_per_movement_round)


def preparable_rounds(section: Section) -> tuple[int, int]:
    """Return the first and the last round whose boards a table may prepare now.

    They are the current round, if it has not ended, and the next one.
    """
    last_started = section.rounds.exclude(started_at=None).order_by("-number").first()
    if last_started is None:
        return 1, 1
    return last_started.number + bool(last_started.ended_at), last_started.number + 1


def board_uses(session: Session) -> Mapping[int, list[BoardUse]]:
    """Return where each board is played and by whom, by section id."""
    contestants_by_seating = defaultdict(set)
    seat_holders = SeatHolder.objects.filter(seating__round__section__session=session)
    for seating, contestant in seat_holders.values_list("seating_id", "contestant_id"):
        contestants_by_seating[seating].add(contestant)
    plays = Play.objects.filter(board__session=session)
    columns = ("seating__round__number", "seating__table_id", "board__number")
    ordered = plays.order_by("seating__round__number", "seating__table__number", "board__number")
    uses: dict[int, list[BoardUse]] = defaultdict(list)
    for round_, table, board, seating, section in ordered.values_list(
        *columns, "seating_id", "seating__round__section_id"
    ):
        uses[section].append(
            BoardUse(round_, table, board, frozenset(contestants_by_seating[seating]))
        )
    return uses


# The boards that have been played: number, section id and table id. The table id is 0 if one copy
# is passed from table to table.
PlayedBoards = set[tuple[int, int, int]]


def played_boards(
    session: Session, section_ids_with_single_copies: Collection[int]
) -> PlayedBoards:
    """Return the boards that have been played, given the sections with one copy of each board."""
    plays = Play.objects.filter(board__session=session).exclude(state=Play.State.DUE)
    rows = plays.values_list("board__number", "seating__round__section_id", "seating__table_id")
    return {
        (number, section_id, 0 if section_id in section_ids_with_single_copies else table_id)
        for number, section_id, table_id in rows
    }


BoardSet = tuple[Board, ...]


def other_board_sets(seating: Seating) -> list[BoardSet]:
    """Return the section's board sets of the same size that a seating does not play.

    They are in order of their numbers. A set that shares a board with that of the seating is left
    out: results can be exchanged within it, but not the sets.
    """
    plays = Play.objects.filter(seating__round__section=seating.round.section_id)
    boards_by_seating: dict[int, list[int]] = {}
    for seating_id, board_id in plays.order_by("board__number", "pk").values_list(
        "seating", "board"
    ):
        boards_by_seating.setdefault(seating_id, []).append(board_id)
    own_boards = boards_by_seating.pop(seating.pk, [])
    board_id_sets = dict.fromkeys(tuple(board_ids) for board_ids in boards_by_seating.values())
    boards_by_id = Board.objects.in_bulk(
        {board_id for board_id_set in board_id_sets for board_id in board_id_set}
    )
    other_sets = [
        board_id_set
        for board_id_set in board_id_sets
        if len(board_id_set) == len(own_boards) and not {*own_boards} & {*board_id_set}
    ]
    ordered_sets = sorted(
        other_sets, key=lambda board_ids: [boards_by_id[board_id].number for board_id in board_ids]
    )
    return [tuple(boards_by_id[board_id] for board_id in board_ids) for board_ids in ordered_sets]
