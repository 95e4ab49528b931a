"""Boards that are sealed: while a table may still profit from one, its hands and results stay
secret."""

from functools import cache

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import Arrival, Board, BoundDevice, Entry, Play, Session, Stage
from tournaments.models.phones import BoundDeviceQuerySet

_CONFIRMED_BY_DEVICES = Q(
    ~Q(entry__device=""), state=Play.State.CONFIRMED, entry__kind=Entry.Kind.TABLE
)


def is_sealed(board: Board) -> bool:
    """Whether the board's hands and results stay secret: some play of it is still open."""
    return _sealed(board.session).filter(pk=board.pk).exists()


def sealed_board_numbers(session: Session) -> set[int]:
    """The numbers of the session's sealed boards."""
    return set(_sealed(session).values_list("number", flat=True))


def sealed_board_ids(stage: Stage) -> set[int]:
    """The rows of a stage's sealed boards."""
    return {
        pk
        for session in stage.sessions.all()
        for pk in _sealed(session).values_list("pk", flat=True)
    }


def keeps_board_sealed(play: Play) -> bool:
    """Whether a play keeps its board sealed: it has no result, or only one device's word in its
    round."""
    return Play.objects.filter(_is_open(), pk=play.pk).exists()


def is_sealed_by_organiser(session: Session) -> bool:
    """Whether its hands and seed are still to be played elsewhere, as far as anybody here can know.

    Of a section that came as a file, until the moment that the file allows; for good where it names
    none.
    """
    event = session.stage.event
    allowed = Arrival.objects.filter(event=event, opens_at__lte=timezone.now())
    return event.travelled and not allowed.exists()


def _sealed(session: Session) -> QuerySet[Board]:
    """The rule: a board with an open play, or that has no play yet, until the session is over.

    One that lost plays with a round that was left out is kept sealed as long, since the round may
    come back. Every board of a section that came as a file, while that is kept closed.
    """
    if is_sealed_by_organiser(session):
        return session.boards.all()
    if session.is_over:
        return session.boards.none()
    # Looked through board by board, to the first open one.
    plays = Play.objects.filter(board=OuterRef("pk"))
    return session.boards.filter(
        Exists(plays.filter(_is_open())) | ~Exists(plays) | Q(kept_sealed=True)
    )


@cache
def _is_open() -> Q:
    """Plays nobody has a result of, or not one result; and, in their round, what one device alone
    has said.

    Whoever holds a phone could say anything, for both sides, to see the cards that others have yet
    to play. A program may be anybody's, who has the phone as well. Nor does a result open the board
    that only unlinked devices have entered, where somebody at the table has a linked one: a code of
    an earlier round is known to others. What only the cards contradict is no result before the
    director has decided.
    """
    unsettled = Q(state__in=(Play.State.DUE, Play.State.CONFLICT)) | Q(entry__contradicted=True)
    others = _standing_entries().exclude(device=OuterRef("entry__device"))
    others_phone = others.exclude(device=Entry.PROGRAM)
    by_one_device = _CONFIRMED_BY_DEVICES & (
        Q(entry__device=Entry.PROGRAM) | Q(~Exists(others_phone))
    )
    return unsettled | Q(seating__round__ended_at=None) & (
        Q(state=Play.State.ENTERED) | by_one_device | confirmed_by_unlinked_devices()
    )


@cache
def confirmed_by_unlinked_devices() -> Q:
    """Return the condition for plays that only unlinked devices have confirmed, where somebody at
    the table has a linked one."""
    by_linked_device = _standing_entries().filter(
        Q(device="") | Exists(_linked("play__").filter(device=OuterRef("device")))
    )
    return _CONFIRMED_BY_DEVICES & Q(Exists(_linked(""))) & ~Q(Exists(by_linked_device))


def _standing_entries() -> QuerySet[Entry]:
    """Return the entries that tables made of a play in its round and did not take back, for a
    subquery."""
    entries = Entry.objects.filter(play=OuterRef("pk"), kind=Entry.Kind.TABLE, late=False)
    taken_back = Entry.objects.filter(play=OuterRef("play"), withdraws=OuterRef("revision"))
    return entries.exclude(Exists(taken_back))


def _linked(play: str) -> BoundDeviceQuerySet:
    """Return the linked devices of a play's table and of those who sit there, for a subquery.

    `play` leads from the outer row to the play, as in `play__`.
    """
    of_table = Q(role=BoundDevice.Role.TABLE, table=OuterRef(f"{play}seating__table"))
    of_contestant = Q(
        role=BoundDevice.Role.CONTESTANT,
        contestant__places__seating=OuterRef(f"{play}seating"),
    )
    session = OuterRef(f"{play}board__session")
    return BoundDevice.objects.bound().filter(of_table | of_contestant, session=session)
