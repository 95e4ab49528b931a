"""The phones of a session as the desk sees them: bound ones, and those that ask to be let in."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import BoundDevice, Section, Session


@dataclass(frozen=True)
class DevicesOf:
    """The phones of one contestant, or (without one) of a table."""

    name: str
    number: int | None
    bound: tuple[BoundDevice, ...]
    asking: tuple[BoundDevice, ...]


def devices_at_desk(session: Session, here: QuerySet[Section]) -> list[DevicesOf]:
    """Return all phones of some sections that are not released, by contestant, then those of tables."""
    rows = session.devices.active().filter(table__section__in=here)
    rows = rows.select_related("contestant", "table__section", "let_in_by")
    grouped: dict[tuple[bool, int, str], list[BoundDevice]] = {}
    for row in rows:
        whose = row.contestant
        key = (whose is None, whose.number if whose else row.table.number, str(whose or row.table.label))
        grouped.setdefault(key, []).append(row)
    return [_devices_of(key, devices) for key, devices in sorted(grouped.items())]


def _devices_of(key: tuple[bool, int, str], devices: Iterable[BoundDevice]) -> DevicesOf:
    of_table, number, name = key
    bound = tuple(each for each in devices if each.bound_at)
    asking = tuple(each for each in devices if not each.bound_at)
    return DevicesOf(name, None if of_table else number, bound, asking)
