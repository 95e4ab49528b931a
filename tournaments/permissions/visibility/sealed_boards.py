"""Sealed boards: hands and results are secret while a table could still profit from them."""

from functools import cache

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import Board, Entry, ImportedSection, LinkedDevice, Play, Session, Stage
from tournaments.models.phones import LinkedDeviceQuerySet

_CONFIRMED_BY_DEVICES = Q(
    ~Q(entry__device=""), state=Play.State.CONFIRMED, entry__kind=Entry.Kind.TABLE
)


def is_sealed(board: Board) -> bool:
    """Return whether the board is sealed, so that its hands and results are secret."""
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

    It does if it has no settled result. During its round it also does if only one device has
    entered the result, or only unlinked devices.
    """
    return Play.objects.filter(_keeps_sealed_condition(), pk=play.pk).exists()


def is_sealed_by_organiser(session: Session) -> bool:
    """Return whether the boards of an offline section are still sealed by its organiser.

    They are until the time given in the exported file, and forever if it has no time.
    """
    event = session.stage.event
    opened_sections = ImportedSection.objects.filter(event=event, opens_at__lte=timezone.now())
    return event.is_offline_section and not opened_sections.exists()


def _sealed_boards_of(session: Session) -> QuerySet[Board]:
    """Return the sealed boards of a session.

    While the session is not over, a board is sealed if one of its plays keeps it sealed, if it has
    no play yet, or if it was left out to save time, because this may be undone. In an offline
    section all boards are sealed until the organiser opens them.
    """
    if is_sealed_by_organiser(session):
        return session.boards.all()
    if session.is_over:
        return session.boards.none()
    # With EXISTS the database stops at the first play of a board that keeps it sealed.
    plays = Play.objects.filter(board=OuterRef("pk"))
    return session.boards.filter(
        Exists(plays.filter(_keeps_sealed_condition())) | ~Exists(plays) | Q(sealed_to_end=True)
    )


@cache
def _keeps_sealed_condition() -> Q:
    """Return the condition for plays that keep their boards sealed.

    A play keeps its board sealed if it has no result, is in conflict, or has a result that the
    cards contradict. During its round it also does in these cases:

    - Only one side has entered a result.
    - Both sides have the same result, but only one phone has entered it, or an API client made the
      entry that counts. One person could enter for both sides in this way, to see cards that others
      still have to play.
    - All entries were made by unlinked devices, although somebody at the table has a linked device.
      Contestants who sat at the table in an earlier round know its code.
    """
    is_unsettled = Q(state__in=(Play.State.DUE, Play.State.CONFLICT)) | Q(entry__contradicted=True)
    other_entries = _valid_entries().exclude(device=OuterRef("entry__device"))
    other_phone_entries = other_entries.exclude(device=Entry.PROGRAM)
    is_confirmed_by_one_device = _CONFIRMED_BY_DEVICES & (
        Q(entry__device=Entry.PROGRAM) | Q(~Exists(other_phone_entries))
    )
    return is_unsettled | Q(seating__round__ended_at=None) & (
        Q(state=Play.State.ENTERED) | is_confirmed_by_one_device | confirmed_by_unlinked_devices()
    )


@cache
def confirmed_by_unlinked_devices() -> Q:
    """Return the condition for plays that only unlinked devices have confirmed.

    Plays at tables where nobody has a linked device are not included.
    """
    by_linked_device = _valid_entries().filter(
        Q(device="") | Exists(_linked_devices_of_play("play__").filter(device=OuterRef("device")))
    )
    return (
        _CONFIRMED_BY_DEVICES
        & Q(Exists(_linked_devices_of_play("")))
        & ~Q(Exists(by_linked_device))
    )


def _valid_entries() -> QuerySet[Entry]:
    """Return entries of a play's table that are neither late nor withdrawn, as a subquery."""
    entries = Entry.objects.filter(play=OuterRef("pk"), kind=Entry.Kind.TABLE, late=False)
    withdrawals = Entry.objects.filter(play=OuterRef("play"), withdraws=OuterRef("revision"))
    return entries.exclude(Exists(withdrawals))


def _linked_devices_of_play(play: str) -> LinkedDeviceQuerySet:
    """Return the linked devices of a play's table and contestants, as a subquery.

    `play` is the prefix of lookups from the outer row to the play, such as `play__`; it is empty if
    the outer row is the play.
    """
    of_table = Q(role=LinkedDevice.Role.TABLE, table=OuterRef(f"{play}seating__table"))
    of_contestant = Q(
        role=LinkedDevice.Role.CONTESTANT,
        contestant__places__seating=OuterRef(f"{play}seating"),
    )
    session = OuterRef(f"{play}board__session")
    return LinkedDevice.objects.linked().filter(of_table | of_contestant, session=session)
