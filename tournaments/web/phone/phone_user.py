"""Who uses this phone, stored in the browser's signed session.

The session stores the contestant and not the side. The side follows from the contestant's seat, so
that a phone does not ask again at the next table. A phone that serves a whole table stays there.
"""

from collections.abc import Iterable

from django.http import HttpRequest

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.request_access import (
    contestant_number_of_device,
    device_access,
    device_is_shared_at_table,
    table_actor,
)
from tournaments.actions.results.devices import request_device_link
from tournaments.forms import parse_number
from tournaments.models import Table
from tournaments.permissions.visibility.devices import Phone
from tournaments.permissions.visibility.objections import Objector
from tournaments.queries.phone.table_state import Side, has_sat_at

# Form value for one phone that serves everybody at the table.
SHARED_PHONE = "table"

# The session cookie remembers at most this many tables that the phone has served.
_MAX_SHARED_TABLES = 12


def phone_contestant_number(request: HttpRequest, table: Table) -> int | None:
    """Return the number of the contestant who uses this phone, or None if not chosen."""
    return contestant_number_of_device(request, table.section.session.stage.event_id)


def objector_of(request: HttpRequest) -> Objector:
    """Return who may object to results in this request: the signed-in user and the device."""
    return Objector(request.user.pk, request.session.get("device", ""))


def read_phone(request: HttpRequest, table: Table, sides: Iterable[Side]) -> Phone:
    """Return this phone at a table: its lines, its contestant, and what it is linked to."""
    access = device_access(request, table.section.session)
    lines = phone_lines(request, table, sides)
    number = phone_contestant_number(request, table)
    return Phone(lines, number, device_is_shared_at_table(request, table), access)


def phone_lines(request: HttpRequest, table: Table, sides: Iterable[Side]) -> tuple[str, ...]:
    """Return the lines for which this phone enters results.

    All lines if it serves the whole table, else its contestant's line. None before a user is
    chosen, and if the contestant sits elsewhere.
    """
    if device_is_shared_at_table(request, table):
        return tuple(side.line for side in sides)
    number = phone_contestant_number(request, table)
    return tuple(
        side.line
        for side in sides
        if number in [contestant.number for contestant in side.contestants]
    )


def set_phone_user(request: HttpRequest, table: Table, submitted: str) -> None:
    """Store who uses this phone: a contestant's number, or `SHARED_PHONE`.

    Raises `ValidationFailed` for anything else, and for a contestant who has not sat at the table,
    because the phone could then enter results for that contestant at other tables.
    """
    event = table.section.session.stage.event
    others = [pk for pk in request.session.get("shared", []) if pk != table.pk]
    if submitted == SHARED_PHONE:
        request.session["shared"] = [*others, table.pk][-_MAX_SHARED_TABLES:]
        request_device_link(table, table_actor(request, table, ""))
        return
    number = parse_number(submitted)
    if not has_sat_at(table, number):
        raise ValidationFailed([Problem("which_side", _("Choose who uses this phone."))])
    request.session["shared"] = others
    request.session["holders"] = {**request.session.get("holders", {}), str(event.pk): number}
    request_device_link(table, table_actor(request, table, ""))
