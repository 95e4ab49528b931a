"""Linked devices: what a phone may see in addition to what the code of its table shows."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Min, Q

from tournaments.models import LinkedDevice, Seating, Session, Table
from tournaments.permissions.visibility.playing_members import is_player_of_event

Role, Origin = LinkedDevice.Role, LinkedDevice.Origin


@dataclass(frozen=True)
class DeviceAccess:
    """The links of a device in a session, as ids of rows.

    The device is linked to `contestants`, and as a shared phone to `tables`. It prepares boards at
    the tables in `prepares_boards_of`.
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
        contestant_ids = (seat_holder.contestant_id for seat_holder in seating.places.all())
        return seating.table_id in self.tables or any(map(self.is_linked_to, contestant_ids))


# The access of API clients with a table's code, and of devices that have not entered anything yet.
UNLINKED = DeviceAccess()


@dataclass(frozen=True)
class Phone:
    """A phone at a table, with the lines for which it enters.

    `contestant_number` is the contestant to whom it belongs according to its user. `is_shared`
    means that everybody at the table uses it.
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
        role: frozenset(pk for link_role, pk in links if link_role == role) for role in Role
    }
    return DeviceAccess(
        device, ids_by_role[Role.CONTESTANT], ids_by_role[Role.TABLE], ids_by_role[Role.BOARDS]
    )


def was_unlinked_by_phone(device: str, seating: Seating) -> bool:
    """Return whether another phone has unlinked the device from this table or its contestants.

    It is False once the director has looked at the unlinking.
    """
    contestants = [seat_holder.contestant_id for seat_holder in seating.places.all()]
    is_link_at_seating = Q(role=Role.TABLE, table=seating.table_id) | Q(contestant__in=contestants)
    devices = LinkedDevice.objects.filter(session=seating.round.section.session_id, device=device)
    return devices.disputed().filter(is_link_at_seating).exists()


def is_first_seating(seating: Seating) -> bool:
    """Return whether the seating is the first one at its table.

    During the first seating, contestants of other tables do not know the table's code yet.
    """
    first_round = seating.table.seatings.aggregate(first=Min("round__number"))["first"]
    return bool(seating.round.number == first_round)


def devices_at_seating(seating: Seating) -> list[LinkedDevice]:
    """Return all device rows of a table and of the contestants who sit there.

    These are links, former links of devices that were unlinked, and requests.
    """
    contestants = {seat_holder.contestant_id for seat_holder in seating.places.all()}
    is_link_of_table = Q(role=Role.TABLE, table=seating.table_id)
    devices = LinkedDevice.objects.filter(session=seating.round.section.session_id)
    return list(
        devices.filter(
            is_link_of_table | Q(role=Role.CONTESTANT, contestant__in=contestants)
        ).order_by("pk")
    )


def would_be_linked(
    device: str,
    seating: Seating,
    links: Iterable[LinkedDevice],
    contestant_ids: Collection[int],
    *,
    shared: bool,
) -> bool:
    """Return whether an entry for these contestants would link the device.

    If `shared` is true, it would be linked to the table. `links` are the rows of
    `devices_at_seating`. Entries link devices only in the first seating of a table, because later
    others know its code. The device is not linked if there is another linked device, or was one
    before. Then a linked device or the director must accept it.
    """
    other_links = [
        link for link in links if link.bound_at and (link.device != device or link.released_at)
    ]
    # The other half of a team sits at another table, with another phone.
    if seating.round.section.session.stage.event.at_two_tables:
        other_links = [link for link in other_links if link.table_id == seating.table_id]
    contestants_with_device = {
        link.contestant_id for link in other_links if link.role == Role.CONTESTANT
    }
    has_other_device = (
        contestants_with_device.intersection(contestant_ids)
        if shared
        else contestants_with_device.issuperset(contestant_ids)
    )
    if has_other_device or any(link.role == Role.TABLE for link in other_links):
        return False
    return is_first_seating(seating)


def may_prepare_boards(access: DeviceAccess, seating: Seating | None) -> bool:
    """Return whether a device may see the hands of boards that a table prepares.

    `seating` is the table's seating in the current or next round. A linked device may see them. In
    the first seating of a table without linked devices, the first device that opens hands may too.
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
    contestants = [seat_holder.contestant_id for seat_holder in seating.places.all()]
    is_link_at_seating = Q(table=seating.table_id) & ~Q(role=Role.CONTESTANT) | Q(
        contestant__in=contestants
    )
    return not links.filter(is_link_at_seating).exists()


@dataclass(frozen=True)
class DeviceStatus:
    """The link of a phone, and the other linked devices of its contestant or table.

    `linked_device` is the link of this phone, and `unlinked_device` its former link if it was
    unlinked. `is_first_device` is true if no device has ever been linked.
    """

    number: str
    linked_device: LinkedDevice | None
    other_devices: tuple[LinkedDevice, ...]
    unlinked_device: LinkedDevice | None
    is_first_device: bool

    @property
    def other_numbers(self) -> list[str]:
        """Return the numbers of the other linked devices."""
        return [link.number for link in self.other_devices]


def read_device_status(
    access: DeviceAccess, table: Table, contestant_id: int | None
) -> DeviceStatus:
    """Return the status of a device for a contestant, or for the whole table if it is None."""
    rows = LinkedDevice.objects.filter(session=table.section.session_id).exclude(bound_at=None)
    if contestant_id is None:
        rows = rows.filter(role=Role.TABLE, table=table)
    else:
        rows = rows.filter(role=Role.CONTESTANT, contestant=contestant_id)
    links = list(rows.select_related("table__section"))
    own_links = [link for link in links if link.device == access.device]
    current_link = next((link for link in own_links if link.released_at is None), None)
    return DeviceStatus(
        number=LinkedDevice.number_of(access.device) if access.device else "",
        linked_device=current_link,
        other_devices=tuple(
            link for link in links if link.released_at is None and link is not current_link
        ),
        unlinked_device=own_links[-1] if own_links and current_link is None else None,
        is_first_device=not links,
    )


def hides_table_codes(user_id: int, session: Session) -> bool:
    """Return whether the codes of a session's tables are hidden from a user.

    They are hidden from players while the session is running, because with the code of another
    table a player could read its results. Before the start a playing director may see them to print
    the sheets, and after the end everybody may.
    """
    is_running = session.state == Session.State.RUNNING
    return is_running and is_player_of_event(user_id, session.stage.event_id)
