"""Which boards are made up by which table, and how far they are."""

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

_WAITING = ("due", "opened")

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
    """A copy of a board and the table that makes it up before round `before`.

    The table is told by its row, its section's row and its label. Those who sit there play it in
    round `plays`, 0 for never; `own` says that it is their own copy, where all tables have the
    board in one round. `state` is due, opened (somebody is at it), ready, or played, where it is
    too late. `at_desk` says that the desk sees to it, not the table.
    """

    number: int
    table: int
    section: int
    label: str
    before: int
    plays: int
    own: bool
    state: str
    at_desk: bool
    by: BoardPreparation | None

    @property
    def face_down(self) -> bool:
        """Whether who makes it up should not see the cards: he plays it himself."""
        return self.plays != NEVER_PLAYED

    @property
    def player_note(self) -> Text:
        """Whether those at the table play it, and when."""
        return self._by_use(_OWN_COPY, _PLAYED_LATER, _NEVER_PLAYED)

    @property
    def opening_warning(self) -> Text:
        """The same, with what follows for whoever is about to see the cards."""
        return self._by_use(_OPEN_OWN_COPY, _OPEN_PLAYED_LATER, _OPEN_NEVER_PLAYED)

    def _by_use(self, own: str, later: str, never: str) -> Text:
        if self.own:
            return Text(own, {"round": self.before})
        return Text(later, {"round": self.plays}) if self.face_down else Text(never)


@dataclass(frozen=True)
class BoardCopies:
    """A board as the desk sees it: all its copies."""

    number: int
    copies: tuple[BoardCopy, ...]

    @property
    def ready(self) -> int:
        """How many are ready."""
        return sum(each.state == "ready" for each in self.copies)

    @property
    def missing(self) -> list[str]:
        """The tables whose copies are not ready, as they are called."""
        return [each.label for each in self.copies if each.state in _WAITING]

    @property
    def state(self) -> str:
        """Ready or played where that is true of every copy, else opened or due."""
        states = {each.state for each in self.copies}
        return next((state for state in ("opened", "due", "ready") if state in states), "played")


@dataclass(frozen=True)
class PreparationSummary:
    """How many copies of boards are to be made up in a session, and how many are ready."""

    boards: int
    ready: int

    @property
    def missing(self) -> int:
        """How many are not ready and not played."""
        return self.boards - self.ready


def board_copies(session: Session) -> list[BoardCopy]:
    """Every copy of every board of a session that has cards, by board, section and table.

    Each section has boards of its own: no board goes from one to another.
    """
    if not (session.commitment and session.stage.event.game.has_play) or session.state not in _OPEN:
        return []
    rows, uses, travelling = list(_rows(session)), board_uses(session), has_single_copies(session)
    played = played_boards(session, {section for section, alone in travelling.items() if alone})
    made = [
        _shown(each, tables[each.table], rows, played)
        for section, tables in _tables(session).items()
        for each in _makers(uses[section], rows, travelling[section])
    ]
    return sorted(made, key=lambda each: each.number)


def _tables(session: Session) -> Mapping[int, dict[int, Table]]:
    """The tables of each section by their rows, in order."""
    tables: dict[int, dict[int, Table]] = {}
    of_session = Table.objects.filter(section__session=session).select_related("section")
    for table in of_session.order_by("section__number", "number"):
        tables.setdefault(table.section_id, {})[table.pk] = table
    return tables


def _makers(
    uses: list[BoardUse], rows: Iterable[BoardPreparation], alone: bool
) -> Iterable[PreparedCopy]:
    """The makers of a section's boards; `alone` says that there is one copy of each."""
    return prepared_copies(uses, alone, _given(rows, uses) if alone else {})


def boards_with_copies(session: Session) -> list[BoardCopies]:
    """Every board with all its copies, in order."""
    together: dict[int, list[BoardCopy]] = {}
    for each in board_copies(session):
        together.setdefault(each.number, []).append(each)
    return [BoardCopies(number, tuple(copies)) for number, copies in together.items()]


def copies_of_table(table: Table) -> list[BoardCopy]:
    """The boards that a table makes up, with those it no longer has to; none where the desk sees
    to all."""
    return copies_by_table(table.section.session).get(table.pk, [])


def copies_by_table(session: Session) -> Mapping[int, list[BoardCopy]]:
    """The same of every table of a session, by its row."""
    made: dict[int, list[BoardCopy]] = {}
    for each in board_copies(session) if session.tables_make_up else ():
        if not each.at_desk:
            made.setdefault(each.table, []).append(each)
    return made


def boards_to_prepare(table: Table) -> list[BoardCopy | RemadeBoard]:
    """The boards that a table should make up now, those first that it has played and others wait
    for."""
    first, last = preparable_rounds(table.section)
    waiting = (each for each in copies_of_table(table) if each.state in _WAITING)
    again = [each for each in boards_to_remake(table) if each.state in _WAITING]
    return [*again, *(each for each in waiting if first <= each.before <= last or not each.own)]


def preparation_summary(session: Session) -> PreparationSummary | None:
    """How far the boards are; None where there are none to make up."""
    made = board_copies(session)
    return (
        PreparationSummary(len(made), sum(each.state in ("ready", "played") for each in made))
        if made
        else None
    )


def _rows(session: Session) -> QuerySet[BoardPreparation]:
    return session.board_preparations.select_related("maker", "table", "user").order_by("pk")


def _given(rows: Iterable[BoardPreparation], uses: Iterable[BoardUse]) -> dict[int, int]:
    """The table that has a board already; but none left empty by a new plan, unless it is ready."""
    seated = {use.table for use in uses}
    return {
        row.number: row.maker_id
        for row in rows
        if row.maker_id and (row.ready_at or row.maker_id in seated)
    }


def _shown(
    making: PreparedCopy, table: Table, rows: Iterable[BoardPreparation], played: PlayedBoards
) -> BoardCopy:
    mine = [
        row for row in rows if row.number == making.board and row.maker_id in (None, making.table)
    ]
    row = next((row for row in mine if row.maker_id is None), mine[0] if mine else None)
    state = "ready" if row and row.ready_at else "opened" if row and row.opened_at else "due"
    here = {(making.board, table.section_id, at) for at in (0, making.table)}
    if state != "ready" and played & here:
        state = "played"
    at_desk = row is not None and row.maker_id is None
    return BoardCopy(
        making.board,
        making.table,
        table.section_id,
        table.label,
        making.before_round,
        making.played_in_round,
        making.is_own_copy,
        state,
        at_desk,
        row,
    )
