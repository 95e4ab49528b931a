"""Link devices to contestants and tables: by their entries, an invitation, or a director.

Any device with a table's code can enter results. Some pages are shown only to linked devices, see
`models.LinkedDevice`. The names of its columns say "bound" for linked and "released" for unlinked.
"""

from collections.abc import Collection, Mapping

from django.core import signing
from django.db import transaction
from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.limits import DEVICE_INVITATION_SECONDS, MAX_DEVICE_REQUESTS
from tournaments.models import (
    AuditAction,
    Contestant,
    Entry,
    Event,
    LinkedDevice,
    Play,
    SeatHolder,
    Seating,
    Table,
)
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.devices import (
    devices_at_seating,
    may_prepare_boards,
    read_device_access,
    would_be_linked,
)
from tournaments.permissions.visibility.playing_members import is_player_of_event
from tournaments.queries.phone.table_state import current_or_first_seating
from tournaments.queries.results.play_state import active_entries
from tournaments.queries.rounds.rounds import contestants_by_line

Role, Origin = LinkedDevice.Role, LinkedDevice.Origin

_INVITATIONS = signing.TimestampSigner(salt="invitation of a device")
_DEVICE_NOT_LINKED = _(
    "This phone (%(phone)s) is not linked to this table: use the phone that is, or ask the "
    "director."
)
_INVITATION_EXPIRED = _("This code is no longer valid: show a new one on the other phone.")
_ACTOR_PLAYS = _("You play in this event: another director links phones.")
_ALREADY_UNLINKED = _("This phone has been unlinked already.")
_UNLINKED_BEFORE = _("This phone was unlinked. Only the director can link it again.")
_OTHER_SIDE = _(
    "Only a phone of the same side, at the table where it sits now, unlinks that phone."
)


def link_devices(play: Play, actor: Actor) -> None:
    """Link devices after an entry or draft; call in the transaction that stores it.

    The actor's device is linked if it is the first of its contestant, otherwise a request for a
    link is stored. A device that has requested a link is linked if its entry for the play agrees
    with that of a linked device of another side.
    """
    seating = play.seating
    if not actor.device or actor.device == Entry.PROGRAM or seating.round.ended_at:
        return
    # The play was loaded with its session and event: setting them here saves queries.
    seating.round.section.session = play.board.session
    prefetch_related_objects(
        [seating], Prefetch("places", SeatHolder.objects.select_related("contestant"))
    )
    devices = devices_at_seating(seating)
    contestant = _contestant_of(actor, seating)
    if contestant or actor.is_shared:
        devices.append(_get_or_request_link(seating, contestant, actor, devices))
    if play.state == Play.State.CONFIRMED and play.entry is not None:
        _link_agreeing_devices(play, devices)


def _get_or_request_link(
    seating: Seating,
    contestant: Contestant | None,
    actor: Actor,
    devices: Collection[LinkedDevice],
) -> LinkedDevice:
    """Return the row of the actor's device for a contestant, or for the table if it is None.

    The row is created if needed. The device is linked if it is the first one, otherwise the row is
    a request.
    """
    contestant_id = contestant.pk if contestant else None
    active_rows = (row for row in devices if row.device == actor.device and row.released_at is None)
    row = next((row for row in active_rows if row.contestant_id == contestant_id), None)
    if row and row.bound_at:
        return row
    contestant_ids = (
        [contestant.pk]
        if contestant
        else [seat_holder.contestant_id for seat_holder in seating.places.all()]
    )
    is_first = would_be_linked(
        actor.device, seating, devices, contestant_ids, shared=contestant is None
    )
    row = row or _request_link(seating.table, contestant, actor.device, is_linked=is_first)
    if is_first and row.bound_at is None:
        _mark_linked(row)
    return row


def _link_agreeing_devices(play: Play, devices: Collection[LinkedDevice]) -> None:
    """Link devices whose entry agrees with that of a linked device of another side.

    In this way a contestant's phone is recognised in later rounds, when strangers know the table's
    code too. A contestant gets at most one device in this way. Late entries, which were made after
    both sides had agreed, do not count: a stranger could try one result after the other.
    """
    contestants_with_device = {row.contestant_id for row in devices if row.bound_at}
    requests = [
        row for row in devices if not row.bound_at and not row.released_at and row.contestant_id
    ]
    if not any(row.contestant_id not in contestants_with_device for row in requests):
        return
    game = play.board.session.stage.event.game
    seated_contestants = contestants_by_line(game, play.seating.places.all())
    line_by_contestant = {
        contestant.pk: line
        for line, contestants in seated_contestants.items()
        for contestant in contestants
    }
    entries = [
        entry
        for entry in active_entries(play.entries.all())
        if entry.kind == Entry.Kind.TABLE and not entry.late
    ]
    for row in requests:
        side = line_by_contestant[row.contestant_id or 0]
        has_entered = any((entry.device, entry.side) == (row.device, side) for entry in entries)
        other_entries = (
            entry for entry in entries if entry.side != side and entry.device != row.device
        )
        agrees = has_entered and any(
            _is_from_linked_device(entry, seated_contestants, devices) for entry in other_entries
        )
        if agrees and row.contestant_id not in contestants_with_device:
            _mark_linked(row)
            contestants_with_device.add(row.contestant_id)


def check_may_prepare_boards(table: Table, actor: Actor) -> None:
    """Raise `ValidationFailed` if the actor's device may not prepare boards at the table."""
    access = read_device_access(actor.device, table.section.session)
    if not may_prepare_boards(access, current_or_first_seating(table)):
        problem = Problem(
            "not_let_in", _DEVICE_NOT_LINKED, {"phone": LinkedDevice.number_of(actor.device)}
        )
        raise ValidationFailed([problem])


def link_board_preparer(table: Table, actor: Actor) -> None:
    """Store that the actor's device prepares boards at a table.

    Nothing is stored for a device that is linked to the table or to somebody who sits there.
    """
    access = read_device_access(actor.device, table.section.session)
    if (
        access.is_linked_at(current_or_first_seating(table))
        or table.pk in access.prepares_boards_of
    ):
        return
    LinkedDevice.objects.create(
        session_id=table.section.session_id,
        table=table,
        role=Role.BOARDS,
        device=actor.device,
        bound_at=timezone.now(),
    )


def request_device_link(table: Table, actor: Actor) -> None:
    """Store a request to link the actor's device to the contestant or table that it names.

    A linked device or the director can then accept it.
    """
    event = table.section.session.stage.event
    require_editable(event, AuditAction.LINK_DEVICE)
    contestants_with_number = event.contestants.filter(number=actor.contestant_number or 0)
    contestant = None if actor.is_shared else contestants_with_number.first()
    if actor.is_shared or contestant:
        with transaction.atomic():
            _request_link(table, contestant, actor.device)


def device_invitation(row: LinkedDevice) -> str:
    """Return the signed code that a linked device shows to invite another device.

    The code is valid for `DEVICE_INVITATION_SECONDS`.
    """
    return _INVITATIONS.sign(str(row.pk))


def inviting_device(token: str, table: Table) -> LinkedDevice:
    """Return the device whose invitation has this token.

    Raises `ValidationFailed` if the invitation has expired or the device is no longer linked.
    """
    try:
        pk = int(_INVITATIONS.unsign(token, max_age=DEVICE_INVITATION_SECONDS))
    except (signing.BadSignature, ValueError):
        raise ValidationFailed([Problem("invitation_expired", _INVITATION_EXPIRED)]) from None
    linked_rows = LinkedDevice.objects.linked().filter(pk=pk, session=table.section.session_id)
    row = linked_rows.select_related("contestant", "table__section__session__stage__event").first()
    if row is None or row.role == Role.BOARDS:
        raise ValidationFailed([Problem("invitation_expired", _INVITATION_EXPIRED)])
    return row


def accept_device_invitation(token: str, table: Table, actor: Actor) -> LinkedDevice:
    """Link the actor's device to the contestant or table of the device that invites it.

    Returns the inviting device. Raises `ValidationFailed` as `inviting_device` does, and if the
    actor's device was unlinked before: only the director can link it again.
    """
    with transaction.atomic():
        inviting_row = inviting_device(token, table)
        require_editable(inviting_row.session.stage.event, AuditAction.LINK_DEVICE)
        subject = {"role": inviting_row.role, "contestant": inviting_row.contestant}
        rows = LinkedDevice.objects.filter(
            session=inviting_row.session_id, device=actor.device, **subject
        )
        if rows.exclude(released_at=None).exists() and not rows.linked().exists():
            raise ValidationFailed([Problem("released_device", _UNLINKED_BEFORE)])
        row = _request_link(
            inviting_row.table if inviting_row.contestant is None else table,
            inviting_row.contestant,
            actor.device,
        )
        if row.bound_at is None:
            _mark_linked(row, Origin.INVITATION)
            _record_audit(actor, AuditAction.LINK_DEVICE, row)
    return inviting_row


def link_device(row: LinkedDevice, actor: Actor) -> None:
    """Link a device at the director's wish, even if it was unlinked before.

    Raises `ValidationFailed` for a director who plays in the event.
    """
    require_editable(row.session.stage.event, AuditAction.LINK_DEVICE)
    if actor.user_id and is_player_of_event(actor.user_id, row.session.stage.event_id):
        raise ValidationFailed([Problem("plays_too", _ACTOR_PLAYS)])
    with transaction.atomic():
        request = _request_link(row.table, row.contestant, row.device)
        if request.bound_at is None:
            _mark_linked(request, Origin.DIRECTOR, actor.user_id)
            _record_audit(actor, AuditAction.LINK_DEVICE, row)
        _end_dispute(row)


def acknowledge_unlinking(row: LinkedDevice) -> None:
    """Record that the director agrees to the unlinking of a device by another phone."""
    _end_dispute(row)


def unlink_device(row: LinkedDevice, actor: Actor) -> None:
    """Unlink a device: from then on it sees only what the table's code shows.

    A phone may unlink another phone of its contestant while the contestant sits at its table. The
    shared phone of a table may unlink another shared phone of the table. In both cases the desk
    shows the device until the director has looked at it. Raises `NotPermitted` for other phones,
    and `ValidationFailed` if the device is unlinked already.
    """
    require_editable(row.session.stage.event, AuditAction.UNLINK_DEVICE)
    if actor.table_id is not None:
        _check_own_side(row, actor, actor.table_id)
    with transaction.atomic():
        unlinked_columns = {"released_at": timezone.now(), "released_from": actor.table_id}
        if not LinkedDevice.objects.active().filter(pk=row.pk).update(**unlinked_columns):
            raise ValidationFailed([Problem("released", _ALREADY_UNLINKED)])
        _record_audit(actor, AuditAction.UNLINK_DEVICE, row)


def _check_own_side(row: LinkedDevice, actor: Actor, table_id: int) -> None:
    table = Table.objects.select_related("section__session__stage__event").get(pk=table_id)
    seating = current_or_first_seating(table)
    contestants_by_line = (
        [seat_holder.contestant_id for seat_holder in seating.places.all()] if seating else []
    )
    if row.contestant is None:
        is_own_side = actor.is_shared and row.table_id == table.pk
    else:
        is_own_side = (
            row.contestant.number == actor.contestant_number
            and row.contestant_id in contestants_by_line
        )
    if not is_own_side:
        raise NotPermitted([Problem("not_your_side", _OTHER_SIDE)])


def _contestant_of(actor: Actor, seating: Seating) -> Contestant | None:
    """Return the contestant for whom the actor's device enters.

    None for a shared device, and if several contestants sit on the side and the device names none.
    """
    if actor.is_shared:
        return None
    game = seating.round.section.session.stage.event.game
    contestants = contestants_by_line(game, seating.places.all()).get(actor.side, ())
    if actor.contestant_number is None:
        return contestants[0] if len(contestants) == 1 else None
    return next(
        (contestant for contestant in contestants if contestant.number == actor.contestant_number),
        None,
    )


def _request_link(
    table: Table, contestant: Contestant | None, device: str, *, is_linked: bool = False
) -> LinkedDevice:
    """Return the row of a device for a contestant, or for the table; create it if needed.

    With `is_linked` a new row is a link, otherwise a request. If there are `MAX_DEVICE_REQUESTS`
    requests already, the oldest are deleted.
    """
    role = Role.CONTESTANT if contestant else Role.TABLE
    session = table.section.session_id
    subject = {"role": role, "contestant": contestant} | ({} if contestant else {"table": table})
    active_rows_of_subject = LinkedDevice.objects.active().filter(session=session, **subject)
    row = active_rows_of_subject.filter(device=device).first()
    if row is None:
        requests = (
            active_rows_of_subject.filter(bound_at=None)
            .order_by("-asked_at", "-pk")
            .values_list("pk", flat=True)
        )
        surplus = list(requests[MAX_DEVICE_REQUESTS - 1 :])
        LinkedDevice.objects.filter(pk__in=surplus).delete()
        row = LinkedDevice.objects.create(
            session_id=session,
            contestant=contestant,
            table=table,
            role=role,
            device=device,
            bound_at=timezone.now() if is_linked else None,
        )
    return row


def _end_dispute(row: LinkedDevice) -> None:
    rows = LinkedDevice.objects.filter(session=row.session_id, contestant=row.contestant_id)
    rows.filter(device=row.device).update(released_from=None)


def _mark_linked(
    row: LinkedDevice, origin: LinkedDevice.Origin = Origin.ENTRY, user_id: int | None = None
) -> None:
    row.bound_at, row.origin, row.let_in_by_id = timezone.now(), origin, user_id
    row.save(update_fields=["bound_at", "origin", "let_in_by"])


def _is_from_linked_device(
    entry: Entry,
    contestants_by_line: Mapping[str, Collection[Contestant]],
    devices: Collection[LinkedDevice],
) -> bool:
    """Return whether an entry's device is linked to a contestant of its side or to the table."""
    side_or_table = {
        None,
        *(contestant.pk for contestant in contestants_by_line.get(entry.side, ())),
    }
    linked_rows = (row for row in devices if row.bound_at and not row.released_at)
    return any(
        row.device == entry.device and row.contestant_id in side_or_table for row in linked_rows
    )


def _record_audit(actor: Actor, audit_action: AuditAction, row: LinkedDevice) -> None:
    event: Event = row.session.stage.event
    contestant = {"contestant": row.contestant_id} if row.contestant_id else {}
    record_audit(
        actor,
        audit_action,
        event,
        session=row.session_id,
        table=row.table.label,
        phone=row.number,
        **contestant,
    )
