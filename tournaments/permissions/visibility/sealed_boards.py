"""Sealed boards: hands and results are secret while a table could profit from them."""

from functools import cache

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import Board, Entry, ImportedSection, LinkedDevice, Play, Session, Stage
from tournaments.models.phones import LinkedDeviceQuerySet

_CONFIRMED_BY_DEVICES = Q(
    ~Q(entry__device=""), state=Play.State.CONFIRMED, entry__kind=Entry.Kind.TABLE
)


def is_sealed(board: Board) -> bool:
    """Return whether the hands and results of a board are secret."""
    return _sealed_boards_of(board.session).filter(pk=board.pk).exists()


def sealed_board_numbers(session: Session) -> set[int]:
    """Return the numbers of the sealed boards of a session."""
    return set(_sealed_boards_of(session).values_list("number", flat=True))


def sealed_board_ids(stage: Stage) -> set[int]:
    """Return the ids of the sealed boards of a stage."""
    return {
        pk
        for session in stage.sessions.all()
        for pk in _sealed_boards_of(session).values_list("pk", flat=True)
    }


def keeps_board_sealed(play: Play) -> bool:
    """Return whether a play keeps its board sealed.

    It does without a result, and during its round with the entries of one device only.
    """
    return Play.objects.filter(_keeps_sealed_condition(), pk=play.pk).exists()


def is_sealed_by_organiser(session: Session) -> bool:
    """Return whether an imported section's boards are sealed until the organiser opens them.

    They are until the time that the exported file gives, and forever if it gives none.
    """
    event = session.stage.event
    opened = ImportedSection.objects.filter(event=event, opens_at__lte=timezone.now())
    return event.is_offline_section and not opened.exists()


def _sealed_boards_of(session: Session) -> QuerySet[Board]:
    """Return the sealed boards of a session.

    A board is sealed until the session is over if a play of it is open, if it has no play yet, or
    if it lost plays when a round was dropped, since the round may be restored. In an offline
    section every board is sealed until the organiser opens it.
    """
    if is_sealed_by_organiser(session):
        return session.boards.all()
    if session.is_over:
        return session.boards.none()
    # Looked through board by board, to the first open one.
    plays = Play.objects.filter(board=OuterRef("pk"))
    return session.boards.filter(
        Exists(plays.filter(_keeps_sealed_condition())) | ~Exists(plays) | Q(sealed_to_end=True)
    )


@cache
def _keeps_sealed_condition() -> Q:
    """Return the condition for plays that keep their boards sealed.

    Those are plays without a result, in conflict, or with an entry that the cards contradict and no
    decision; and during their round plays whose result only one device has entered, or only
    unlinked devices although somebody at the table has a linked one. One device can enter for both
    sides, to see cards that others still have to play, and so can an API client, which may belong
    to the same person. The code of an earlier round is known at other tables.
    """
    unsettled = Q(state__in=(Play.State.DUE, Play.State.CONFLICT)) | Q(entry__contradicted=True)
    other_entries = _valid_entries().exclude(device=OuterRef("entry__device"))
    other_phone_entries = other_entries.exclude(device=Entry.PROGRAM)
    by_one_device = _CONFIRMED_BY_DEVICES & (
        Q(entry__device=Entry.PROGRAM) | Q(~Exists(other_phone_entries))
    )
    return unsettled | Q(seating__round__ended_at=None) & (
        Q(state=Play.State.ENTERED) | by_one_device | confirmed_by_unlinked_devices()
    )


@cache
def confirmed_by_unlinked_devices() -> Q:
    """Return the condition for plays that only unlinked devices have confirmed.

    Only those where somebody at the table has a linked device.
    """
    by_linked_device = _valid_entries().filter(
        Q(device="") | Exists(_linked("play__").filter(device=OuterRef("device")))
    )
    return _CONFIRMED_BY_DEVICES & Q(Exists(_linked(""))) & ~Q(Exists(by_linked_device))


def _valid_entries() -> QuerySet[Entry]:
    """Return, as a subquery, the entries that tables made in time and did not withdraw."""
    entries = Entry.objects.filter(play=OuterRef("pk"), kind=Entry.Kind.TABLE, late=False)
    withdrawals = Entry.objects.filter(play=OuterRef("play"), withdraws=OuterRef("revision"))
    return entries.exclude(Exists(withdrawals))


def _linked(play: str) -> LinkedDeviceQuerySet:
    """Return, as a subquery, the linked devices of a play's table and contestants.

    `play` is the lookup from the outer row to the play, such as `play__`.
    """
    of_table = Q(role=LinkedDevice.Role.TABLE, table=OuterRef(f"{play}seating__table"))
    of_contestant = Q(
        role=LinkedDevice.Role.CONTESTANT,
        contestant__places__seating=OuterRef(f"{play}seating"),
    )
    session = OuterRef(f"{play}board__session")
    return LinkedDevice.objects.linked().filter(of_table | of_contestant, session=session)
