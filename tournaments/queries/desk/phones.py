"""The phones of a session as the desk sees them: bound ones, and those that ask to be let in."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import LinkedDevice, Section, Session
from tournaments.models.phones import LinkedDeviceQuerySet


@dataclass(frozen=True)
class DeviceGroup:
    """The phones of one contestant, or (without a number) of a table."""

    name: str
    number: int | None
    linked: tuple[LinkedDevice, ...]
    not_yet_linked: tuple[LinkedDevice, ...]
    removed: tuple[LinkedDevice, ...]


def device_groups(session: Session, here: QuerySet[Section]) -> list[DeviceGroup]:
    """Return the phones of some sections by contestant, then those of tables; each phone once."""
    grouped: dict[tuple[bool, int, str], dict[str, LinkedDevice]] = {}
    for row in _devices(here.filter(session=session)).exclude(role=LinkedDevice.Role.BOARDS):
        whose = row.contestant
        key = (
            whose is None,
            whose.number if whose else row.table.number,
            str(whose or row.table.label),
        )
        grouped.setdefault(key, {})[row.device] = row  # the latest row of a device
    return [_devices_of(key, devices.values()) for key, devices in sorted(grouped.items())]


def disputed_devices(here: QuerySet[Section]) -> list[LinkedDevice]:
    """Return the phones that another phone has released, until the director has seen to them."""
    return list(_devices(here).disputed())


def _devices(here: QuerySet[Section]) -> LinkedDeviceQuerySet:
    rows = LinkedDevice.objects.filter(table__section__in=here)
    return rows.select_related("contestant", "table__section", "released_from__section").order_by(
        "pk"
    )


def _devices_of(key: tuple[bool, int, str], devices: Iterable[LinkedDevice]) -> DeviceGroup:
    of_table, number, name = key
    devices = list(devices)
    released = tuple(each for each in devices if each.released_at)
    bound = tuple(each for each in devices if each.bound_at and not each.released_at)
    asking = tuple(each for each in devices if not each.bound_at and not each.released_at)
    return DeviceGroup(name, None if of_table else number, bound, asking, released)
