"""Find the boards that a table remakes after playing, because play mixes their cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import BoardRemake, Entry, Play, Seating, Section, Session, Table
from tournaments.permissions.visibility.results_of_other_tables import table_may_see_hands_again
from tournaments.queries.boards.copies import sections_passing_boards_on
from tournaments.queries.boards.sharing import later_plays, tables_sharing
from tournaments.queries.rounds.seating import current_seating, rounds_in_progress

_FACE_UP_NOTE = _(
    "You have played it, and play has mixed its cards: make it up again before it moves on."
)
_FACE_DOWN_NOTE = _(
    "You have played it, and play has mixed its cards: make it up again, face down, before "
    "it moves on."
)
_FACE_UP_WARNING = _(
    "You have played this board and never play it again, so you may see its cards. Tell "
    "nobody about them: others still have to play it."
)
_FACE_DOWN_WARNING = _(
    "Others still have to play this board, and only one phone has entered its result: deal "
    "it face down. You see seats and numbers, and no card. If you count along, you can still "
    "work out a card, so do not."
)

_REMADE_BY_TABLES = _(
    "Play mixes the cards: once a board is entered, the table makes it up again by its "
    "phone, before it moves on."
)
_REMADE_BY_SLIPS = _(
    "Play mixes the cards: before a board moves on, everybody puts their own hand together "
    "again by the slip in the board."
)


@dataclass(frozen=True)
class RemadeBoard:
    """A board that the table has just played and remakes for those who play it later.

    `is_face_down` is true if the players of the table may not see its cards yet. `state` is due,
    opened or ready.
    """

    number: int
    play: Play
    is_face_down: bool

    is_remade = True

    @property
    def preparation(self) -> BoardRemake | None:
        """The record of the member or phone that opened the hands, or None."""
        return getattr(self.play, "remake", None)

    @property
    def state(self) -> str:
        """The state of the preparation: due, opened or ready."""
        return (
            "due"
            if self.preparation is None
            else "ready"
            if self.preparation.ready_at
            else "opened"
        )

    @property
    def player_note(self) -> Text:
        """A sentence that says why the board is remade at this table."""
        return Text(_FACE_DOWN_NOTE if self.is_face_down else _FACE_UP_NOTE)

    @property
    def opening_warning(self) -> Text:
        """The warning for those about to open the hands."""
        return Text(_FACE_DOWN_WARNING if self.is_face_down else _FACE_UP_WARNING)


def sections_remaking_boards(*sessions: Session) -> set[int]:
    """Return the ids of sections whose boards are put together again for the next table."""
    games = ((session, session.stage.event.game) for session in sessions)
    return sections_passing_boards_on(
        *(session for session, game in games if game.has_play and not game.keeps_hands)
    )


def remake_instructions(session: Session) -> Text:
    """Return who puts boards together again, and how."""
    return Text(_REMADE_BY_TABLES if session.tables_make_up else _REMADE_BY_SLIPS)


def boards_to_remake(table: Table) -> list[RemadeBoard]:
    """Return the boards that a table has played in this round and others play later.

    Empty if the desk prepares the boards: players then use the slips in the board.
    """
    session = table.section.session
    if (
        not session.tables_make_up
        or not session.commitment
        or session.state != Session.State.RUNNING
    ):
        return []
    seating = (
        current_seating(table) if table.section_id in sections_remaking_boards(session) else None
    )
    return [_remade_board(seating, play) for play in _plays_to_remake(seating)] if seating else []


def _plays_to_remake(seating: Seating) -> list[Play]:
    """Return the plays whose boards are played later, and that a device at the table entered.

    Without such an entry no device may see the cards, so the desk remakes the boards.
    """
    later_board_ids = _later_plays(seating).order_by().values("board")
    entries_by_devices = Entry.objects.filter(play=OuterRef("pk"), kind=Entry.Kind.TABLE).exclude(
        device=""
    )
    plays = seating.plays.exclude(state=Play.State.DUE).filter(
        Exists(entries_by_devices), board__in=later_board_ids
    )
    return list(plays.select_related("board__session", "remake").order_by("board__number"))


def _later_plays(seating: Seating) -> QuerySet[Play]:
    return later_plays(seating, tables_sharing(seating, seating.table.section.session))


@dataclass(frozen=True)
class BoardTransfer:
    """A board to be remade, and the table that plays it next.

    `is_shown_by_phone` is true if the table's phone shows the cards, and false if the slips in the
    board do.
    """

    number: int
    table: str
    round: int
    is_in_current_round: bool
    is_shown_by_phone: bool


def board_transfer(play: Play) -> BoardTransfer | None:
    """Return which table plays a board next, if the board has to be remade first; else None."""
    seating, session = play.seating, play.board.session
    if (
        play.state in (Play.State.DUE, Play.State.VOID)
        or seating.round.ended_at
        or not seating.round.started_at
    ):
        return None
    if seating.round.section_id not in sections_remaking_boards(session):
        return None
    if session.tables_make_up and play.board.number not in _unready_remakes(seating.table):
        return None
    next_play = _later_plays(seating).filter(board=play.board_id).first()
    return _board_transfer_to(play, next_play.seating) if next_play else None


def boards_awaiting_remake(
    session: Session, sections: QuerySet[Section]
) -> Mapping[int, tuple[int, ...]]:
    """Return the boards that tables still have to remake for a later round, by table id."""
    remaking_section_ids = sections_remaking_boards(session) if session.tables_make_up else set()
    if not remaking_section_ids:
        return {}
    later_plays_of_board = Play.objects.without_entry().filter(
        board=OuterRef("board"),
        seating__round__section=OuterRef("seating__round__section"),
        seating__round__number__gt=OuterRef("seating__round__number"),
    )
    plays_now = Play.objects.filter(
        Exists(later_plays_of_board), seating__round__in=rounds_in_progress(sections)
    )
    without_remake = plays_now.filter(
        seating__round__section__in=remaking_section_ids, remake__ready_at=None
    )
    boards_by_table: dict[int, tuple[int, ...]] = {}
    unplayed_states = (Play.State.DUE, Play.State.VOID)
    for table_id, board_number in (
        without_remake.exclude(state__in=unplayed_states)
        .order_by("board__number")
        .values_list("seating__table", "board__number")
    ):
        boards_by_table[table_id] = (*boards_by_table.get(table_id, ()), board_number)
    return boards_by_table


def _unready_remakes(table: Table) -> set[int]:
    """Return the boards that the table still has to remake."""
    return {
        remade_board.number
        for remade_board in boards_to_remake(table)
        if remade_board.state != "ready"
    }


def _board_transfer_to(play: Play, next_seating: Seating) -> BoardTransfer:
    round_number, is_shown_by_phone = next_seating.round.number, play.board.session.tables_make_up
    is_current = round_number == play.seating.round.number
    return BoardTransfer(
        play.board.number, next_seating.table.label, round_number, is_current, is_shown_by_phone
    )


def _remade_board(seating: Seating, play: Play) -> RemadeBoard:
    return RemadeBoard(play.board.number, play, not table_may_see_hands_again(seating, play))
