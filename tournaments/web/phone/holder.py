"""Who holds this phone: remembered in the browser's signed session, so that a pair says it once an evening.

What is kept is the contestant, and not the side: the side follows from where he sits, and a phone carried
to the next table needs no new question. A phone that serves a whole table stays with the table.
"""

from collections.abc import Iterable

from django.http import HttpRequest

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.forms import number_in
from tournaments.models import Event, Table
from tournaments.queries.table_room import Side, has_sat_at
from tournaments.queries.visibility.objections import Speaker

SHARED = "table"
"""What the form says for one phone that serves everybody at the table."""

_REMEMBERED = 12  # shared tables in the cookie


def holder(request: HttpRequest, table: Table) -> int | None:
    """The number of the contestant who holds this phone in the table's event, if it was said."""
    return _holder_in(request, table.section.session.stage.event_id)


def speaker(request: HttpRequest, event: Event) -> Speaker:
    """For whom this phone, or who is signed in on it, may speak in an event besides entering results."""
    tables = frozenset(request.session.get("shared", []))
    return Speaker(request.user.pk, _holder_in(request, event.pk), tables)


def lines_held(request: HttpRequest, table: Table, sides: Iterable[Side]) -> tuple[str, ...]:
    """The lines of a seating at the table that this phone speaks for: one, all, or none while nobody said."""
    if table.pk in request.session.get("shared", []):
        return tuple(side.line for side in sides)
    number = holder(request, table)
    return tuple(side.line for side in sides if number in [who.number for who in side.contestants])


def hold(request: HttpRequest, table: Table, submitted: str) -> None:
    """Keep who holds this phone: a contestant's number, or `SHARED`.

    Raises `Refused` for other words, and for who has not sat at the table: his phone may speak for him
    elsewhere too.
    """
    event = table.section.session.stage.event
    others = [pk for pk in request.session.get("shared", []) if pk != table.pk]
    if submitted == SHARED:
        request.session["shared"] = [*others, table.pk][-_REMEMBERED:]
        return
    number = number_in(submitted)
    if not has_sat_at(table, number):
        raise Refused([Problem("which_side", _("Choose who holds this phone."))])
    request.session["shared"] = others
    request.session["holders"] = {**request.session.get("holders", {}), str(event.pk): number}


def _holder_in(request: HttpRequest, event_id: int) -> int | None:
    number: int | None = request.session.get("holders", {}).get(str(event_id))
    return number
