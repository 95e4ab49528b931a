"""Phones at tables: unlinked, or linked to contestants or to the whole table."""

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Contestant, LinkedDevice, Play, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.devices import DeviceAccess, Phone
from tournaments.queries.phone.table_codes import code_of


def unlinked_phone(
    table: Table, holder: int | str = "table", client: Client | None = None
) -> Client:
    """Return a browser that has opened the table's code for a holder, and is linked to nobody."""
    client = client or Client()
    client.post(reverse("table_side", args=[code_of(table)]), {"holder": str(holder)})
    return client


def link_requested_contestants(client: Client) -> Client:
    """Link the device of a browser to every contestant that it has requested."""
    requests = LinkedDevice.objects.active().filter(
        device=client.session.get("device", ""), bound_at=None
    )
    requests.update(bound_at=timezone.now(), origin=LinkedDevice.Origin.DIRECTOR)
    return client


def link_all_requests() -> None:
    """Link the devices of all browsers that have requested a link."""
    requests = LinkedDevice.objects.active().filter(bound_at=None)
    requests.update(bound_at=timezone.now(), origin=LinkedDevice.Origin.DIRECTOR)


def linked_phone(table: Table, holder: int | str = "table", client: Client | None = None) -> Client:
    """Return a browser that is linked to a contestant, or to the whole table."""
    return link_requested_contestants(unlinked_phone(table, holder, client))


def link_device_to(contestant: Contestant, play: Play, actor: Actor) -> LinkedDevice:
    """Link the device of an actor to a contestant, as the director does."""
    return LinkedDevice.objects.create(
        session=play.board.session,
        contestant=contestant,
        table=play.seating.table,
        role=LinkedDevice.Role.CONTESTANT,
        origin=LinkedDevice.Origin.DIRECTOR,
        device=actor.device,
        bound_at=timezone.now(),
    )


def shared_phone(table: Table, lines: tuple[str, ...] = ("ns", "ew")) -> Phone:
    """Return the linked phone of a whole table, for queries."""
    return Phone(lines, None, True, DeviceAccess("tablet", tables=frozenset({table.pk})))
