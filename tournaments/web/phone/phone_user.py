"""Who holds this phone: remembered in the browser's signed session, so that a pair says it once an
evening.

What is kept is the contestant, and not the side: the side follows from where he sits, and a phone
carried to the next table needs no new question. A phone that serves a whole table stays with the
table.
"""

from collections.abc import Iterable

from django.http import HttpRequest

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.request_access import (
    device_access,
    device_contestant,
    device_serves_table,
    table_actor,
)
from tournaments.actions.results.devices import request_device_link
from tournaments.forms import parse_number
from tournaments.models import Table
from tournaments.permissions.visibility.devices import Phone
from tournaments.permissions.visibility.objections import Objector
from tournaments.queries.phone.table_state import Side, has_sat_at

SHARED_PHONE = "table"
"""What the form says for one phone that serves everybody at the table."""

_MAX_SHARED_TABLES = 12  # shared tables in the cookie


def phone_contestant_number(request: HttpRequest, table: Table) -> int | None:
    """The number of the contestant who holds this phone in the table's event, if it was said."""
    return device_contestant(request, table.section.session.stage.event_id)


def objector_of(request: HttpRequest) -> Objector:
    """Return who objects here: the signed-in user, and this device by what it is bound to."""
    return Objector(request.user.pk, request.session.get("device", ""))


def read_phone(request: HttpRequest, table: Table, sides: Iterable[Side]) -> Phone:
    """Return this phone at a table: for whom it speaks, and what it is bound to."""
    access = device_access(request, table.section.session)
    lines, phone_user = phone_lines(request, table, sides), phone_contestant_number(request, table)
    return Phone(lines, phone_user, device_serves_table(request, table), access)


def phone_lines(request: HttpRequest, table: Table, sides: Iterable[Side]) -> tuple[str, ...]:
    """The lines of a seating at the table that this phone speaks for: one, all, or none while
    nobody said."""
    if device_serves_table(request, table):
        return tuple(side.line for side in sides)
    number = phone_contestant_number(request, table)
    return tuple(side.line for side in sides if number in [who.number for who in side.contestants])


def set_phone_user(request: HttpRequest, table: Table, submitted: str) -> None:
    """Keep who holds this phone: a contestant's number, or `SHARED`.

    Raises `ValidationFailed` for other words, and for who has not sat at the table: his phone may
    speak for him elsewhere too.
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
