"""The copies and sets of boards that each section has, and where they are played."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from django.db.models import Count

from tournaments.models import Board, Event, Play, SeatHolder, Seating, Section, Session
from tournaments.movements.board_preparation import BoardUse


def has_single_copies(session: Session) -> dict[int, bool]:
    """By the row of each section, whether it has one copy of each board, which goes from table
    to table."""
    return {section: copies == 1 for section, copies in copies_needed(session).items()}


def copies_needed(session: Session) -> dict[int, int]:
    """By the row of each section, how many copies of each board it has at once."""
    tables = session.stage.tables_per_match  # a match of teams is one table to its movement
    return {
        section.pk: tables * (section.movement.copies_needed(*extent) if section.movement else 1)
        for section, extent in _extents(session)
    }


def extra_copies_needed(session: Session) -> int:
    """How many copies are needed where tables have fewer boards a round than would be passed
    between them.

    0 where no section needs more than its movement always has.
    """
    several = (
        section.movement.copies_needed(*extent)
        for section, extent in _extents(session)
        if section.movement
        and section.movement.copies_needed(*extent) > section.movement.copies(extent[0])
    )
    return max(several, default=0)


def sections_short_of_copies(session: Session) -> set[int]:
    """The rows of sections whose last rounds have so few boards that tables would wait for each
    other's.

    The copies were enough for the boards a round that were planned.
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
    """The rows of the sections in which a board goes from one table to another, of any sessions."""
    each = _extents(*sessions)
    return {
        section.pk
        for section, extent in each
        if section.movement and section.movement.passes_boards_on(*extent)
    }


def _extents(*sessions: Session) -> Iterator[tuple[Section, tuple[int, int, int]]]:
    """Each section with how many play in it, its rounds, and boards a round, as its movement
    counts them."""
    there = {
        session.pk: session for session in sessions if session.pk
    }  # the first may still be to be made
    if not there:
        return
    events = Event.objects.filter(stages__sessions__in=there).annotate(
        everybody=Count("contestants", distinct=True)
    )
    everybody = dict(events.values_list("pk", "everybody"))
    sections = Section.objects.filter(session__in=there).annotate(size=Count("assignments"))
    for section in sections.order_by("session", "number"):
        session = section.session = there[
            section.session_id
        ]  # with its stage, so that it is read once
        size = section.size or everybody[session.stage.event_id]
        yield section, (size, section.turns_to_play, session.boards_a_meeting)


def preparable_rounds(section: Section) -> tuple[int, int]:
    """The rounds whose boards a table of a section may make up for itself: the one it plays and
    the next."""
    begun = section.rounds.exclude(started_at=None).order_by("-number").first()
    if begun is None:
        return 1, 1
    return begun.number + bool(begun.ended_at), begun.number + 1


def board_uses(session: Session) -> Mapping[int, list[BoardUse]]:
    """What is played where, of each section by its row."""
    people = defaultdict(set)
    places = SeatHolder.objects.filter(seating__round__section__session=session)
    for seating, contestant in places.values_list("seating_id", "contestant_id"):
        people[seating].add(contestant)
    plays = Play.objects.filter(board__session=session)
    where = ("seating__round__number", "seating__table_id", "board__number")
    ordered = plays.order_by("seating__round__number", "seating__table__number", "board__number")
    uses: dict[int, list[BoardUse]] = defaultdict(list)
    for round_, table, board, seating, section in ordered.values_list(
        *where, "seating_id", "seating__round__section_id"
    ):
        uses[section].append(BoardUse(round_, table, board, frozenset(people[seating])))
    return uses


PlayedBoards = set[tuple[int, int, int]]
"""Boards that have been played: number, section, and the table, or 0 where it goes from one to
the next."""


def played_boards(session: Session, travelling: Collection[int]) -> PlayedBoards:
    """`travelling` are the sections that have one copy of each board."""
    plays = Play.objects.filter(board__session=session).exclude(state=Play.State.DUE)
    found = plays.values_list("board__number", "seating__round__section_id", "seating__table_id")
    return {(number, at, 0 if at in travelling else table) for number, at, table in found}


BoardSet = tuple[Board, ...]


def other_board_sets(seating: Seating) -> list[BoardSet]:
    """The sets of a table's section that it has not in this round, of as many boards as it has; by
    number.

    A set of which it has a board is none: within it nothing but results can have been exchanged.
    """
    plays = Play.objects.filter(seating__round__section=seating.round.section_id)
    at: dict[int, list[int]] = {}
    for table, board in plays.order_by("board__number", "pk").values_list("seating", "board"):
        at.setdefault(table, []).append(board)
    own = at.pop(seating.pk, [])
    sets = dict.fromkeys(tuple(boards) for boards in at.values())
    known = Board.objects.in_bulk({board for each in sets for board in each})
    found = [each for each in sets if len(each) == len(own) and not {*own} & {*each}]
    in_order = sorted(found, key=lambda boards: [known[board].number for board in boards])
    return [tuple(known[board] for board in boards) for boards in in_order]
