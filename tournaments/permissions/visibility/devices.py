"""Linked devices: what a phone may see beyond what the code of its table shows."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Min, Q

from tournaments.models import LinkedDevice, Seating, Session, Table
from tournaments.permissions.visibility.playing_members import is_player_of_event

Role, Origin = LinkedDevice.Role, LinkedDevice.Origin


@dataclass(frozen=True)
class DeviceAccess:
    """The links of a device in a session, as ids.

    It is linked to `contestants` and to `tables` (as the shared phone), and may prepare boards at
    the tables `prepares_boards_of`.
    """

    device: str = ""
    contestants: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()
    prepares_boards_of: frozenset[int] = frozenset()

    def is_linked_to(self, contestant_id: int | None) -> bool:
        """Return whether the device is linked to this contestant."""
        return contestant_id in self.contestants

    def is_linked_at(self, seating: Seating | None) -> bool:
        """Return whether the device is linked to the table or to somebody who sits there."""
        if seating is None:
            return False
        contestant_ids = (place.contestant_id for place in seating.places.all())
        return seating.table_id in self.tables or any(map(self.is_linked_to, contestant_ids))


# For API clients with a table's code, and devices that have entered nothing yet.
UNLINKED = DeviceAccess()


@dataclass(frozen=True)
class Phone:
    """A phone at a table, with the lines for which it enters.

    `contestant_number` is the contestant whose phone it says it is; `is_shared` says that it serves
    everybody at the table.
    """

    lines: tuple[str, ...] = ()
    contestant_number: int | None = None
    is_shared: bool = False
    access: DeviceAccess = UNLINKED


def read_device_access(device: str, session: Session) -> DeviceAccess:
    """Return the links of a device in a session."""
    if not device:
        return UNLINKED
    rows = session.devices.linked().filter(device=device).values_list("role", "contestant", "table")
    links = [
        (role, contestant if role == Role.CONTESTANT else table) for role, contestant, table in rows
    ]
    ids_by_role = {
        role: frozenset(pk for its_role, pk in links if its_role == role) for role in Role
    }
    return DeviceAccess(
        device, ids_by_role[Role.CONTESTANT], ids_by_role[Role.TABLE], ids_by_role[Role.BOARDS]
    )


def was_unlinked_by_phone(device: str, seating: Seating) -> bool:
    """Return whether another phone has unlinked this device, and the director has not seen it.

    It was linked to the table, or to a contestant who sits there.
    """
    contestants = [place.contestant_id for place in seating.places.all()]
    at_seating = Q(role=Role.TABLE, table=seating.table_id) | Q(contestant__in=contestants)
    devices = LinkedDevice.objects.filter(session=seating.round.section.session_id, device=device)
    return devices.disputed().filter(at_seating).exists()


def is_first_seating(seating: Seating) -> bool:
    """Return whether the seating is the first at its table.

    Then nobody else knows the code of the table yet.
    """
    first = seating.table.seatings.aggregate(first=Min("round__number"))["first"]
    return bool(seating.round.number == first)


def devices_at_seating(seating: Seating) -> list[LinkedDevice]:
    """Return all devices of a table and of the contestants who sit there.

    Released devices, and those that ask to be linked, are included.
    """
    contestants = {place.contestant_id for place in seating.places.all()}
    of_the_table = Q(role=Role.TABLE, table=seating.table_id)
    devices = LinkedDevice.objects.filter(session=seating.round.section.session_id)
    return list(
        devices.filter(of_the_table | Q(role=Role.CONTESTANT, contestant__in=contestants)).order_by(
            "pk"
        )
    )


def would_be_linked(
    device: str,
    seating: Seating,
    links: Iterable[LinkedDevice],
    contestants: Collection[int],
    *,
    shared: bool,
) -> bool:
    """Return whether an entry for these contestants would link the device.

    With `shared` it would be linked to the table. `links` are `devices_at_seating`. Only the first
    seating of a table links devices, as others know the code later. A device is not linked beside
    another linked one, nor after one was released: then a linked device or the director must accept
    it.
    """
    other_links = [
        link for link in links if link.bound_at and (link.device != device or link.released_at)
    ]
    # Half of a team sits at another table.
    if seating.round.section.session.stage.event.at_two_tables:
        other_links = [link for link in other_links if link.table_id == seating.table_id]
    taken = {link.contestant_id for link in other_links if link.role == Role.CONTESTANT}
    is_taken = taken.intersection(contestants) if shared else taken.issuperset(contestants)
    if is_taken or any(link.role == Role.TABLE for link in other_links):
        return False
    return is_first_seating(seating)


def may_prepare_boards(access: DeviceAccess, seating: Seating | None) -> bool:
    """Return whether a device may open the hands that a table prepares.

    `seating` sits at the table now or next. A linked device may; in the table's first seating also
    the first device that opens hands, and no other.
    """
    if access.is_linked_at(seating):
        return True
    if seating is None or not is_first_seating(seating):
        return False
    if seating.table_id in access.prepares_boards_of:
        return True
    links = LinkedDevice.objects.filter(session=seating.round.section.session_id).exclude(
        bound_at=None
    )
    contestants = [place.contestant_id for place in seating.places.all()]
    at_seating = Q(table=seating.table_id) & ~Q(role=Role.CONTESTANT) | Q(
        contestant__in=contestants
    )
    return not links.filter(at_seating).exists()


@dataclass(frozen=True)
class DeviceStatus:
    """The status of a phone, and of the other devices of its contestant or table.

    `unlinked_device` is the link of this phone if it was linked before. `is_first_device` is true
    if no device has ever been linked.
    """

    number: str
    linked_device: LinkedDevice | None
    other_devices: tuple[LinkedDevice, ...]
    unlinked_device: LinkedDevice | None
    is_first_device: bool


def read_device_status(
    access: DeviceAccess, table: Table, contestant_id: int | None
) -> DeviceStatus:
    """Return the status of a device for the contestant for whom it enters.

    Without a contestant, for the whole table.
    """
    rows = LinkedDevice.objects.filter(session=table.section.session_id).exclude(bound_at=None)
    if contestant_id is None:
        rows = rows.filter(role=Role.TABLE, table=table)
    else:
        rows = rows.filter(role=Role.CONTESTANT, contestant=contestant_id)
    links = list(rows.select_related("table__section"))
    own_links = [link for link in links if link.device == access.device]
    linked = next((link for link in own_links if link.released_at is None), None)
    return DeviceStatus(
        number=LinkedDevice.number_of(access.device) if access.device else "",
        linked_device=linked,
        other_devices=tuple(
            link for link in links if link.released_at is None and link is not linked
        ),
        unlinked_device=own_links[-1] if own_links and linked is None else None,
        is_first_device=not links,
    )


def hides_table_codes(user_id: int, session: Session) -> bool:
    """Return whether the codes of a session's tables are hidden from a user.

    With the code of another table a player could read its results. They are shown before the
    session starts, as a playing director prints the sheets, and after it is over.
    """
    is_running = session.state == Session.State.RUNNING
    return is_running and is_player_of_event(user_id, session.stage.event_id)
