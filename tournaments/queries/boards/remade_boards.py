"""Boards that a table makes up again once it has played them, because play has mixed their
cards."""

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

_AGAIN = _("You have played it, and play has mixed its cards: make it up again before it moves on.")
_FACE_DOWN = _(
    "You have played it, and play has mixed its cards: make it up again, face down, before "
    "it moves on."
)
_OPEN_AGAIN = _(
    "You have played this board and never play it again, so you may see its cards. Tell "
    "nobody about them: others still have to play it."
)
_OPEN_FACE_DOWN = _(
    "Others still have to play this board, and only one phone has entered its result: deal "
    "it face down. You see seats and numbers, and no card. If you count along, you can still "
    "work out a card, so do not."
)

_BY_TABLES = _(
    "Play mixes the cards: once a board is entered, the table makes it up again by its "
    "phone, before it moves on."
)
_BY_SLIPS = _(
    "Play mixes the cards: before a board moves on, everybody puts their own hand together "
    "again by the slip in the board."
)


@dataclass(frozen=True)
class RemadeBoard:
    """A board at the table that has just played it; somebody has it yet to play, and its cards are
    mixed.

    It is dealt `face_down` where those who sit here may not see its cards yet. `state` is due,
    opened (somebody is at it) or ready.
    """

    number: int
    play: Play
    face_down: bool

    again = True

    @property
    def by(self) -> BoardRemake | None:
        """Who has opened its hands."""
        return getattr(self.play, "remake", None)

    @property
    def state(self) -> str:
        """How far it is."""
        return "due" if self.by is None else "ready" if self.by.ready_at else "opened"

    @property
    def player_note(self) -> Text:
        """Why it is made up here."""
        return Text(_FACE_DOWN if self.face_down else _AGAIN)

    @property
    def opening_warning(self) -> Text:
        """The same for whoever is about to see the cards, or must not."""
        return Text(_OPEN_FACE_DOWN if self.face_down else _OPEN_AGAIN)


def sections_remaking_boards(*sessions: Session) -> set[int]:
    """The rows of the sections whose boards are put together again for the next table."""
    games = ((session, session.stage.event.game) for session in sessions)
    return sections_passing_boards_on(
        *(session for session, game in games if game.has_play and not game.keeps_hands)
    )


def remake_instructions(session: Session) -> Text:
    """Who puts boards together again in `sections_remaking_boards`, and how."""
    return Text(_BY_TABLES if session.tables_make_up else _BY_SLIPS)


def boards_to_remake(table: Table) -> list[RemadeBoard]:
    """The boards that a table has played in this round and makes up for those who play them later.

    Empty where the desk sees to the boards: then hands are put together again by the slips in the
    board.
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
    return [_again(seating, play) for play in _played_later(seating)] if seating else []


def _played_later(seating: Seating) -> list[Play]:
    """The plays of a seating whose boards another has later, and of which a phone there has said
    something.

    Of others no phone may see the cards: the desk sees to them.
    """
    later = _yet_to_play(seating).order_by().values("board")
    said = Entry.objects.filter(play=OuterRef("pk"), kind=Entry.Kind.TABLE).exclude(device="")
    plays = seating.plays.exclude(state=Play.State.DUE).filter(Exists(said), board__in=later)
    return list(plays.select_related("board__session", "remake").order_by("board__number"))


def _yet_to_play(seating: Seating) -> QuerySet[Play]:
    return later_plays(seating, tables_sharing(seating, seating.table.section.session))


@dataclass(frozen=True)
class BoardTransfer:
    """A board that play has mixed at a table, and the next table to play it, in round `round`.

    `now` says that this is the round being played. `by_phone` says that the table's phone tells the
    cards, and not the slips in the board.
    """

    number: int
    table: str
    round: int
    now: bool
    by_phone: bool


def board_transfer(play: Play) -> BoardTransfer | None:
    """Where a board goes that has just been played; None where its cards are not mixed, or it is
    ready."""
    seating, session = play.seating, play.board.session
    if (
        play.state in (Play.State.DUE, Play.State.VOID)
        or seating.round.ended_at
        or not seating.round.started_at
    ):
        return None
    if seating.round.section_id not in sections_remaking_boards(session):
        return None
    if session.tables_make_up and play.board.number not in _by_phone(seating.table):
        return None
    following = _yet_to_play(seating).filter(board=play.board_id).first()
    return _goes_to(play, following.seating) if following else None


def boards_awaiting_remake(
    session: Session, here: QuerySet[Section]
) -> Mapping[int, tuple[int, ...]]:
    """The boards that tables have yet to make up again for a later round, by the row of the
    table."""
    mixed = sections_remaking_boards(session) if session.tables_make_up else set()
    if not mixed:
        return {}
    later = Play.objects.awaited().filter(
        board=OuterRef("board"),
        seating__round__section=OuterRef("seating__round__section"),
        seating__round__number__gt=OuterRef("seating__round__number"),
    )
    played = Play.objects.filter(Exists(later), seating__round__in=rounds_in_progress(here))
    due = played.filter(seating__round__section__in=mixed, remake__ready_at=None)
    found: dict[int, tuple[int, ...]] = {}
    unplayed = (Play.State.DUE, Play.State.VOID)
    for table, board in (
        due.exclude(state__in=unplayed)
        .order_by("board__number")
        .values_list("seating__table", "board__number")
    ):
        found[table] = (*found.get(table, ()), board)
    return found


def _by_phone(table: Table) -> set[int]:
    """The boards that the table has yet to make up again."""
    return {each.number for each in boards_to_remake(table) if each.state != "ready"}


def _goes_to(play: Play, following: Seating) -> BoardTransfer:
    number, by_phone = following.round.number, play.board.session.tables_make_up
    now = number == play.seating.round.number
    return BoardTransfer(play.board.number, following.table.label, number, now, by_phone)


def _again(seating: Seating, play: Play) -> RemadeBoard:
    return RemadeBoard(play.board.number, play, not table_may_see_hands_again(seating, play))
