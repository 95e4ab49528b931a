"""Who uses this phone, stored in the browser's signed session for the evening.

The session stores the contestant, not the side: the side follows from where they sit, so a phone
carried to the next table need not ask again. A phone that serves a whole table stays with the
table.
"""

from collections.abc import Iterable

from django.http import HttpRequest

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.request_access import (
    contestant_number_of_device,
    device_access,
    device_serves_table,
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

# Shared tables remembered in the session cookie.
_MAX_SHARED_TABLES = 12  # shared tables in the cookie


def phone_contestant_number(request: HttpRequest, table: Table) -> int | None:
    """Return the number of the contestant who uses this phone, or None if not chosen."""
    return contestant_number_of_device(request, table.section.session.stage.event_id)


def objector_of(request: HttpRequest) -> Objector:
    """Return who objects here: the signed-in user, and this device by what it is linked to."""
    return Objector(request.user.pk, request.session.get("device", ""))


def read_phone(request: HttpRequest, table: Table, sides: Iterable[Side]) -> Phone:
    """Return this phone at a table: the lines it speaks for, and what it is linked to."""
    access = device_access(request, table.section.session)
    lines = phone_lines(request, table, sides)
    number = phone_contestant_number(request, table)
    return Phone(lines, number, device_serves_table(request, table), access)


def phone_lines(request: HttpRequest, table: Table, sides: Iterable[Side]) -> tuple[str, ...]:
    """Return the lines that this phone speaks for: one, all, or none if not chosen yet."""
    if device_serves_table(request, table):
        return tuple(side.line for side in sides)
    number = phone_contestant_number(request, table)
    return tuple(
        side.line
        for side in sides
        if number in [contestant.number for contestant in side.contestants]
    )


def set_phone_user(request: HttpRequest, table: Table, submitted: str) -> None:
    """Store who uses this phone: a contestant's number, or `SHARED_PHONE`.

    Raises `ValidationFailed` for anything else, and for a contestant who has not sat at the table:
    the phone would speak for them at other tables too.
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
