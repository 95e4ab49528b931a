"""Find which table prepares which board, and how far the preparation is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import BoardPreparation, Session, Table
from tournaments.movements.board_preparation import (
    NEVER_PLAYED,
    BoardUse,
    PreparedCopy,
    prepared_copies,
)
from tournaments.queries.boards.copies import (
    PlayedBoards,
    board_uses,
    has_single_copies,
    played_boards,
    preparable_rounds,
)
from tournaments.queries.boards.remade_boards import RemadeBoard, boards_to_remake

_OPEN = (Session.State.DEALT, Session.State.RUNNING)

_UNPREPARED = ("due", "opened")

_OWN_COPY = _("You play it in round %(round)s, as all tables do: it is dealt face down.")
_PLAYED_LATER = _(
    "The players here in round 1 play it in round %(round)s, so it is dealt face down."
)
_NEVER_PLAYED = _("The players here in round 1 never play it.")

_OPEN_OWN_COPY = _(
    "You play this board in round %(round)s. Deal it face down: you see seats and numbers, "
    "and no card. If you count along, you can still work out a card, so do not; or ask the "
    "director for somebody who does not play."
)
_OPEN_PLAYED_LATER = _(
    "The players here in round 1 play this board in round %(round)s. Deal it face down: you "
    "see seats and numbers, and no card. If you count along, you can still work out a card, "
    "so do not; or ask the director to give the board to a table that does not play it."
)
_OPEN_NEVER_PLAYED = _(
    "The players here in round 1 never play this board, so you may see its cards. Tell "
    "nobody about them."
)


@dataclass(frozen=True)
class BoardCopy:
    """A copy of a board, and the table that prepares it.

    `table` and `section` are ids; `label` is the label of the table. The copy is needed before
    round `before_round`, and the players of the table play it in round `played_in_round` (0 for
    never). `is_own_copy` is true if all tables play the board in the same round, each with its own
    copy. `state` is due, opened, ready or played.
    """

    number: int
    table: int
    section: int
    label: str
    before_round: int
    played_in_round: int
    is_own_copy: bool
    state: str
    is_prepared_at_desk: bool
    preparation: BoardPreparation | None

    @property
    def is_face_down(self) -> bool:
        """Whether the cards stay face down, because those who prepare the board also play it."""
        return self.played_in_round != NEVER_PLAYED

    @property
    def player_note(self) -> Text:
        """A sentence that says whether those at the table play the board, and when."""
        return self._by_use(_OWN_COPY, _PLAYED_LATER, _NEVER_PLAYED)

    @property
    def opening_warning(self) -> Text:
        """The sentence of `player_note`, with a warning for those about to open the hands."""
        return self._by_use(_OPEN_OWN_COPY, _OPEN_PLAYED_LATER, _OPEN_NEVER_PLAYED)

    def _by_use(self, own_copy: str, played_later: str, never_played: str) -> Text:
        if self.is_own_copy:
            return Text(own_copy, {"round": self.before_round})
        return (
            Text(played_later, {"round": self.played_in_round})
            if self.is_face_down
            else Text(never_played)
        )


@dataclass(frozen=True)
class BoardCopies:
    """A board with all its copies."""

    number: int
    copies: tuple[BoardCopy, ...]

    @property
    def ready(self) -> int:
        """The number of copies that are ready."""
        return sum(copy.state == "ready" for copy in self.copies)

    @property
    def missing_tables(self) -> list[str]:
        """The labels of the tables whose copies are not ready."""
        return [copy.label for copy in self.copies if copy.state in _UNPREPARED]

    @property
    def state(self) -> str:
        """Ready or played if every copy is, else opened or due."""
        states = {copy.state for copy in self.copies}
        return next((state for state in ("opened", "due", "ready") if state in states), "played")


@dataclass(frozen=True)
class PreparationSummary:
    """How many copies of boards a session needs, and how many are ready or played."""

    boards: int
    ready: int

    @property
    def missing(self) -> int:
        """How many copies are neither ready nor played."""
        return self.boards - self.ready


def board_copies(session: Session) -> list[BoardCopy]:
    """Return every copy of every board to be dealt, by board, section and table.

    Sections do not share copies. Empty if the game deals no cards or nothing is to be prepared.
    """
    if not (session.commitment and session.stage.event.game.has_play) or session.state not in _OPEN:
        return []
    rows, uses, has_single_copy_by_section = (
        list(_preparation_rows(session)),
        board_uses(session),
        has_single_copies(session),
    )
    played = played_boards(
        session,
        {
            section
            for section, has_single_copy in has_single_copy_by_section.items()
            if has_single_copy
        },
    )
    copies = [
        _board_copy(copy, tables[copy.table], rows, played)
        for section, tables in _tables(session).items()
        for copy in _prepared_copies(uses[section], rows, has_single_copy_by_section[section])
    ]
    return sorted(copies, key=lambda copy: copy.number)


def _tables(session: Session) -> Mapping[int, dict[int, Table]]:
    """Return the tables of each section by id, in order."""
    tables: dict[int, dict[int, Table]] = {}
    session_tables = Table.objects.filter(section__session=session).select_related("section")
    for table in session_tables.order_by("section__number", "number"):
        tables.setdefault(table.section_id, {})[table.pk] = table
    return tables


def _prepared_copies(
    uses: list[BoardUse], rows: Iterable[BoardPreparation], has_single_copies: bool
) -> Iterable[PreparedCopy]:
    """Return the copies of a section's boards, of which there may be one for all tables."""
    return prepared_copies(
        uses, has_single_copies, _assigned_tables(rows, uses) if has_single_copies else {}
    )


def boards_with_copies(session: Session) -> list[BoardCopies]:
    """Return every board with all its copies, in order."""
    by_number: dict[int, list[BoardCopy]] = {}
    for copy in board_copies(session):
        by_number.setdefault(copy.number, []).append(copy)
    return [BoardCopies(number, tuple(copies)) for number, copies in by_number.items()]


def copies_of_table(table: Table) -> list[BoardCopy]:
    """Return the copies that a table prepares or has prepared; none if the desk prepares them."""
    return copies_by_table(table.section.session).get(table.pk, [])


def copies_by_table(session: Session) -> Mapping[int, list[BoardCopy]]:
    """Return the copies that each table prepares, by the id of the table."""
    copies: dict[int, list[BoardCopy]] = {}
    for copy in board_copies(session) if session.tables_make_up else ():
        if not copy.is_prepared_at_desk:
            copies.setdefault(copy.table, []).append(copy)
    return copies


def boards_to_prepare(table: Table) -> list[BoardCopy | RemadeBoard]:
    """Return what a table should prepare now; boards that other tables wait for come first."""
    first, last = preparable_rounds(table.section)
    unprepared = (copy for copy in copies_of_table(table) if copy.state in _UNPREPARED)
    remade = [copy for copy in boards_to_remake(table) if copy.state in _UNPREPARED]
    return [
        *remade,
        *(
            copy
            for copy in unprepared
            if first <= copy.before_round <= last or not copy.is_own_copy
        ),
    ]


def preparation_summary(session: Session) -> PreparationSummary | None:
    """Return how many copies are ready; None if there are none to prepare."""
    copies = board_copies(session)
    return (
        PreparationSummary(len(copies), sum(copy.state in ("ready", "played") for copy in copies))
        if copies
        else None
    )


def _preparation_rows(session: Session) -> QuerySet[BoardPreparation]:
    return session.board_preparations.select_related("maker", "table", "user").order_by("pk")


def _assigned_tables(rows: Iterable[BoardPreparation], uses: Iterable[BoardUse]) -> dict[int, int]:
    """Return by board number the table that has the board already.

    A table that a new plan has left empty counts only if it has made up the board.
    """
    playing_tables = {use.table for use in uses}
    return {
        row.number: row.maker_id
        for row in rows
        if row.maker_id and (row.ready_at or row.maker_id in playing_tables)
    }


def _board_copy(
    copy: PreparedCopy, table: Table, rows: Iterable[BoardPreparation], played: PlayedBoards
) -> BoardCopy:
    preparations = [
        preparation
        for preparation in rows
        if preparation.number == copy.board and preparation.maker_id in (None, copy.table)
    ]
    preparation = next(
        (preparation for preparation in preparations if preparation.maker_id is None),
        preparations[0] if preparations else None,
    )
    state = (
        "ready"
        if preparation and preparation.ready_at
        else "opened"
        if preparation and preparation.opened_at
        else "due"
    )
    keys = {(copy.board, table.section_id, table_id) for table_id in (0, copy.table)}
    if state != "ready" and played & keys:
        state = "played"
    at_desk = preparation is not None and preparation.maker_id is None
    return BoardCopy(
        copy.board,
        copy.table,
        table.section_id,
        table.label,
        copy.before_round,
        copy.played_in_round,
        copy.is_own_copy,
        state,
        at_desk,
        preparation,
    )
