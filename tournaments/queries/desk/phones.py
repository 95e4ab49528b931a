"""Phones of a session as the desk shows them: linked, not linked yet, and removed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import LinkedDevice, Section, Session
from tournaments.models.phones import LinkedDeviceQuerySet


@dataclass(frozen=True)
class PhoneGroup:
    """The phones of one contestant, or of a table if `number` is None."""

    name: str
    number: int | None
    linked: tuple[LinkedDevice, ...]
    not_yet_linked: tuple[LinkedDevice, ...]
    removed: tuple[LinkedDevice, ...]


def phone_groups(session: Session, sections: QuerySet[Section]) -> list[PhoneGroup]:
    """Return the phones of some sections, by contestant and then by table; each phone once.

    Phones that only make up boards before the first round are left out: they enter no results.
    """
    rows_by_group: dict[tuple[bool, int, str], dict[str, LinkedDevice]] = {}
    for row in _device_rows(sections.filter(session=session)).exclude(
        role=LinkedDevice.Role.BOARDS
    ):
        contestant = row.contestant
        key = (
            contestant is None,
            contestant.number if contestant else row.table.number,
            str(contestant or row.table.label),
        )
        rows_by_group.setdefault(key, {})[row.device] = row  # the latest row of a device
    return [_phone_group(key, devices.values()) for key, devices in sorted(rows_by_group.items())]


def disputed_phones(sections: QuerySet[Section]) -> list[LinkedDevice]:
    """Return the phones that another phone has removed, until the director has reviewed them."""
    return list(_device_rows(sections).disputed())


def _device_rows(sections: QuerySet[Section]) -> LinkedDeviceQuerySet:
    rows = LinkedDevice.objects.filter(table__section__in=sections)
    return rows.select_related("contestant", "table__section", "released_from__section").order_by(
        "pk"
    )


def _phone_group(key: tuple[bool, int, str], devices: Iterable[LinkedDevice]) -> PhoneGroup:
    is_table, number, name = key
    devices = list(devices)
    removed = tuple(device for device in devices if device.released_at)
    linked = tuple(device for device in devices if device.bound_at and not device.released_at)
    not_yet_linked = tuple(
        device for device in devices if not device.bound_at and not device.released_at
    )
    return PhoneGroup(name, None if is_table else number, linked, not_yet_linked, removed)
