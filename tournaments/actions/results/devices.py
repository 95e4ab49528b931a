"""Devices at tables: bound by what they enter, let in by others, released."""

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
from tournaments.queries.phone.table_room import shown_seating
from tournaments.queries.results.play_state import active_entries
from tournaments.queries.rounds.rounds import contestants_by_line

Role, Origin = LinkedDevice.Role, LinkedDevice.Origin


_INVITATIONS = signing.TimestampSigner(salt="invitation of a device")
_NOT_LET_IN = _(
    "This phone (%(phone)s) is not linked to this table: use the phone that is, or ask the "
    "director."
)
_EXPIRED = _("This code is no longer valid: show a new one on the other phone.")
_PLAYS_TOO = _("You play in this event: another director links phones.")
_GONE = _("This phone has been unlinked already.")
_RELEASED = _("This phone was unlinked. Only the director can link it again.")
_NOT_YOUR_SIDE = _(
    "Only a phone of the same side, at the table where it sits now, unlinks that phone."
)


def link_devices(play: Play, actor: Actor) -> None:
    """Bind the devices that an entry or a draft of the actor shows to belong to those who sit
    there.

    The actor's device if it is the first of its contestant; if it is not, it asks to be let in. And
    devices whose entry is the same as that of a bound device of another side. To be used in the
    entry's transaction.
    """
    seating = play.seating
    if not actor.device or actor.device == Entry.PROGRAM or seating.round.ended_at:
        return
    # With its event: each entry comes through here.
    seating.round.section.session = play.board.session
    prefetch_related_objects(
        [seating], Prefetch("places", SeatHolder.objects.select_related("contestant"))
    )
    known = devices_at_seating(seating)
    contestant = _contestant_of(actor, seating)
    if contestant or actor.is_shared:
        known.append(_bind_first(seating, contestant, actor, known))
    if play.state == Play.State.CONFIRMED and play.entry is not None:
        _bind_agreeing(play, known)


def _bind_first(
    seating: Seating, contestant: Contestant | None, actor: Actor, known: Collection[LinkedDevice]
) -> LinkedDevice:
    """Return the row of the actor's device for a contestant (or the table), bound if it is the
    first."""
    subject = contestant.pk if contestant else None
    own = (each for each in known if each.device == actor.device and each.released_at is None)
    row = next((each for each in own if each.contestant_id == subject), None)
    if row and row.bound_at:
        return row
    seated = (
        [contestant.pk] if contestant else [place.contestant_id for place in seating.places.all()]
    )
    is_first = would_be_linked(actor.device, seating, known, seated, shared=contestant is None)
    row = row or _ask(seating.table, contestant, actor.device, bound=is_first)
    if is_first and row.bound_at is None:
        _bind(row)
    return row


def _bind_agreeing(play: Play, known: Collection[LinkedDevice]) -> None:
    """Bind devices that have entered what a bound device of another side has entered, without being
    shown it.

    So a contestant's phone is recognised in later rounds, when others know the table's code as
    well. One contestant gets one device in this way. An entry made after both sides had agreed
    proves nothing: a stranger may try one result after the other.
    """
    has_had = {each.contestant_id for each in known if each.bound_at}
    asking = [
        each for each in known if not each.bound_at and not each.released_at and each.contestant_id
    ]
    if not any(each.contestant_id not in has_had for each in asking):
        return
    game = play.board.session.stage.event.game
    seated = contestants_by_line(game, play.seating.places.all())
    sides = {each.pk: line for line, contestants in seated.items() for each in contestants}
    entries = [
        each
        for each in active_entries(play.entries.all())
        if each.kind == Entry.Kind.TABLE and not each.late
    ]
    for row in asking:
        side = sides[row.contestant_id or 0]
        has_entered = any((each.device, each.side) == (row.device, side) for each in entries)
        others = (each for each in entries if each.side != side and each.device != row.device)
        agrees = has_entered and any(_is_bound_for(each, seated, known) for each in others)
        if agrees and row.contestant_id not in has_had:
            _bind(row)
            has_had.add(row.contestant_id)


def check_may_prepare_boards(table: Table, actor: Actor) -> None:
    """Raise `ValidationFailed` for a device that may not open the hands of boards that a table
    makes up."""
    access = read_device_access(actor.device, table.section.session)
    if not may_prepare_boards(access, shown_seating(table)):
        problem = Problem(
            "not_let_in", _NOT_LET_IN, {"phone": LinkedDevice.number_of(actor.device)}
        )
        raise ValidationFailed([problem])


def link_board_preparer(table: Table, actor: Actor) -> None:
    """Bind the device that opens hands at a table, unless it is bound to somebody who sits
    there."""
    access = read_device_access(actor.device, table.section.session)
    if access.is_linked_at(shown_seating(table)) or table.pk in access.prepares_boards_of:
        return
    LinkedDevice.objects.create(
        session_id=table.section.session_id,
        table=table,
        role=Role.BOARDS,
        device=actor.device,
        bound_at=timezone.now(),
    )


def request_device_link(table: Table, actor: Actor) -> None:
    """Store that a device says whose it is, so that a bound device or the director can let it
    in."""
    event = table.section.session.stage.event
    require_editable(event, AuditAction.LET_DEVICE_IN)
    named = event.contestants.filter(number=actor.contestant_number or 0)
    contestant = None if actor.is_shared else named.first()
    if actor.is_shared or contestant:
        with transaction.atomic():
            _ask(table, contestant, actor.device)


def device_invitation(row: LinkedDevice) -> str:
    """Return the code by which a bound device lets another one in, valid for ten minutes."""
    return _INVITATIONS.sign(str(row.pk))


def inviting_device(token: str, table: Table) -> LinkedDevice:
    """Return the device that shows an invitation; raises `ValidationFailed` if it is no longer
    valid."""
    try:
        pk = int(_INVITATIONS.unsign(token, max_age=DEVICE_INVITATION_SECONDS))
    except (signing.BadSignature, ValueError):
        raise ValidationFailed([Problem("invitation_expired", _EXPIRED)]) from None
    bound = LinkedDevice.objects.bound().filter(pk=pk, session=table.section.session_id)
    row = bound.select_related("contestant", "table__section__session__stage__event").first()
    if row is None or row.role == Role.BOARDS:
        raise ValidationFailed([Problem("invitation_expired", _EXPIRED)])
    return row


def accept_device_invitation(token: str, table: Table, actor: Actor) -> LinkedDevice:
    """Let the actor's device in, for the contestant or table of the device that shows the
    invitation.

    Raises `ValidationFailed` for one that was released before: then only the director lets it in.
    """
    with transaction.atomic():
        inviting = inviting_device(token, table)
        require_editable(inviting.session.stage.event, AuditAction.LET_DEVICE_IN)
        subject = {"role": inviting.role, "contestant": inviting.contestant}
        own = LinkedDevice.objects.filter(
            session=inviting.session_id, device=actor.device, **subject
        )
        if own.exclude(released_at=None).exists() and not own.bound().exists():
            raise ValidationFailed([Problem("released_device", _RELEASED)])
        row = _ask(
            inviting.table if inviting.contestant is None else table,
            inviting.contestant,
            actor.device,
        )
        if row.bound_at is None:
            _bind(row, Origin.INVITATION)
            _record(actor, AuditAction.LET_DEVICE_IN, row)
    return inviting


def link_device(row: LinkedDevice, actor: Actor) -> None:
    """Let a device in as the director, also one that was released.

    Raises `ValidationFailed` to a director who plays in the event.
    """
    require_editable(row.session.stage.event, AuditAction.LET_DEVICE_IN)
    if actor.user_id and is_player_of_event(actor.user_id, row.session.stage.event_id):
        raise ValidationFailed([Problem("plays_too", _PLAYS_TOO)])
    with transaction.atomic():
        asking = _ask(row.table, row.contestant, row.device)
        if asking.bound_at is None:
            _bind(asking, Origin.DIRECTOR, actor.user_id)
            _record(actor, AuditAction.LET_DEVICE_IN, row)
        _settle_dispute(row)


def acknowledge_unlinking(row: LinkedDevice) -> None:
    """Store that the director has seen that a phone was released by another, and leaves it so."""
    _settle_dispute(row)


def unlink_device(row: LinkedDevice, actor: Actor) -> None:
    """Release a device: from then on it sees what its table's code shows, and no more.

    A table may release a device of the side that the actor speaks for, while that side sits there;
    the desk then shows it until the director has seen to it. Raises `NotPermitted` otherwise,
    `ValidationFailed` if it is released.
    """
    require_editable(row.session.stage.event, AuditAction.RELEASE_DEVICE)
    if actor.table_id is not None:
        _check_own_side(row, actor, actor.table_id)
    with transaction.atomic():
        released = {"released_at": timezone.now(), "released_from": actor.table_id}
        if not LinkedDevice.objects.active().filter(pk=row.pk).update(**released):
            raise ValidationFailed([Problem("released", _GONE)])
        _record(actor, AuditAction.RELEASE_DEVICE, row)


def _check_own_side(row: LinkedDevice, actor: Actor, table_id: int) -> None:
    table = Table.objects.select_related("section__session__stage__event").get(pk=table_id)
    seating = shown_seating(table)
    seated = [place.contestant_id for place in seating.places.all()] if seating else []
    if row.contestant is None:
        is_own = actor.is_shared and row.table_id == table.pk
    else:
        is_own = row.contestant.number == actor.contestant_number and row.contestant_id in seated
    if not is_own:
        raise NotPermitted([Problem("not_your_side", _NOT_YOUR_SIDE)])


def _contestant_of(actor: Actor, seating: Seating) -> Contestant | None:
    """Return the contestant for whom a device enters; None for a shared one, and where it cannot
    be known."""
    if actor.is_shared:
        return None
    game = seating.round.section.session.stage.event.game
    seated = contestants_by_line(game, seating.places.all()).get(actor.side, ())
    if actor.contestant_number is None:
        return seated[0] if len(seated) == 1 else None
    return next((each for each in seated if each.number == actor.contestant_number), None)


def _ask(
    table: Table, contestant: Contestant | None, device: str, *, bound: bool = False
) -> LinkedDevice:
    """Return the device's row, a new one if it has none; drop the oldest of too many requests."""
    role = Role.CONTESTANT if contestant else Role.TABLE
    session = table.section.session_id
    subject = {"role": role, "contestant": contestant} | ({} if contestant else {"table": table})
    active = LinkedDevice.objects.active().filter(session=session, **subject)
    row = active.filter(device=device).first()
    if row is None:
        asking = (
            active.filter(bound_at=None).order_by("-asked_at", "-pk").values_list("pk", flat=True)
        )
        surplus = list(asking[MAX_DEVICE_REQUESTS - 1 :])
        LinkedDevice.objects.filter(pk__in=surplus).delete()
        row = LinkedDevice.objects.create(
            session_id=session,
            contestant=contestant,
            table=table,
            role=role,
            device=device,
            bound_at=timezone.now() if bound else None,
        )
    return row


def _settle_dispute(row: LinkedDevice) -> None:
    same = LinkedDevice.objects.filter(session=row.session_id, contestant=row.contestant_id)
    same.filter(device=row.device).update(released_from=None)


def _bind(
    row: LinkedDevice, origin: LinkedDevice.Origin = Origin.ENTRY, user_id: int | None = None
) -> None:
    row.bound_at, row.origin, row.let_in_by_id = timezone.now(), origin, user_id
    row.save(update_fields=["bound_at", "origin", "let_in_by"])


def _is_bound_for(
    entry: Entry, seated: Mapping[str, Collection[Contestant]], known: Collection[LinkedDevice]
) -> bool:
    """Return whether the device of an entry is bound to somebody on its side, or to the table."""
    speakers = {None, *(each.pk for each in seated.get(entry.side, ()))}
    bound = (each for each in known if each.bound_at and not each.released_at)
    return any(each.device == entry.device and each.contestant_id in speakers for each in bound)


def _record(actor: Actor, verb: AuditAction, row: LinkedDevice) -> None:
    event: Event = row.session.stage.event
    whose = {"contestant": row.contestant_id} if row.contestant_id else {}
    record_audit(
        actor, verb, event, session=row.session_id, table=row.table.label, phone=row.number, **whose
    )
