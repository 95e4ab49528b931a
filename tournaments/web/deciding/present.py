"""What the desk shows of others: who is on which decision, and what phones report."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.phone_reports import TableReport, table_reports
from tournaments.access.plays import play_or_404
from tournaments.access.who_asks import user_id
from tournaments.access.who_is_on import note_on, others_on
from tournaments.models import Play, Section, Table
from tournaments.queries.bound_devices import disputed_devices
from tournaments.queries.desk import DeskRoom
from tournaments.queries.digests import digest
from tournaments.queries.roles import MAY_RUN_A_SECTION


def present(request: HttpRequest, room: DeskRoom, seen: QuerySet[Section]) -> dict[str, Any]:
    """Who is on what waits, by play, what phones report, and the version of the room with both."""
    phones, disputed = _phone_reports(room, seen), disputed_devices(seen)
    on_it = others_on([each.play for each in room.waiting], user_id(request))
    more = [*sorted(on_it.items()), *phones, *(each.pk for each in disputed)]
    return {
        "on_it": on_it,
        "phones": phones,
        "disputed": disputed,
        "phones_failing": [each.table for each in phones if each.failing],
        "waiting_count": _waiting_count(room, phones) + len(disputed),
        "room_version": f"{room.version}-{digest(more)}" if more else room.version,
    }


def _phone_reports(room: DeskRoom, seen: QuerySet[Section]) -> tuple[TableReport, ...]:
    """What the phones at the tables of these sections report, also where too many are shown as rooms."""
    if room.sections:
        return table_reports([row.table for row in room.rows])
    tables = Table.objects.filter(section__in=seen).select_related("section")
    return table_reports(tables.order_by("section__number", "number"))


def _waiting_count(room: DeskRoom, phones: tuple[TableReport, ...]) -> int:
    """How many problems wait for the director: plays, results stored on phones, and the site's own error."""
    missing = room.missing.number if room.missing else 0
    stored = sum(each.unsent + each.refused for each in phones)
    return len(room.waiting) + missing + stored + any(each.failing for each in phones)


def be_on(request: HttpRequest, play: Play) -> tuple[str, ...]:
    """The reader has a decision before him; who else has."""
    user = user_id(request)
    note_on(play.pk, user, request.user.get_username())
    return others_on([play.pk], user).get(play.pk, ())


@login_required
@require_safe
def desk_on_it_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """The page of a decision is still open; who else is on it."""
    found = play_or_404(request, event, play, MAY_RUN_A_SECTION).play
    context = {"event_number": event, "play_number": play, "others": be_on(request, found)}
    return render(request, "desk/decisions/_on_it.html", context)
