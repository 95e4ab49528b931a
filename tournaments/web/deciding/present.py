"""What the desk shows of others: who is on which decision, and what phones report."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.phone_reports import (
    BoardAtTable,
    TableReport,
    refused_results,
    table_reports,
)
from tournaments.access.plays import play_or_404
from tournaments.access.who_asks import user_id
from tournaments.access.who_is_on import note_on, others_on
from tournaments.forms import sentence
from tournaments.models import Play, Section, Table
from tournaments.queries.bound_devices import disputed_devices
from tournaments.queries.desk import DeskRoom
from tournaments.queries.digests import digest
from tournaments.queries.roles import MAY_RUN_A_SECTION
from tournaments.queries.unsettled_plays import plays_at_tables


@dataclass(frozen=True)
class RefusedAt:
    """A board at a table of which a phone stores a refused result; `play` is its row.

    Where the table does not play the board, there is no play, and `sentences` say why it was refused.
    """

    table: str
    number: int
    board: int
    play: int | None
    sentences: tuple[str, ...]


def present(request: HttpRequest, room: DeskRoom, seen: QuerySet[Section]) -> dict[str, Any]:
    """Who is on what waits, by play, what phones report, and the version of the room with both."""
    phones, disputed = _phone_reports(room, seen), disputed_devices(seen)
    plays = _plays_on_phones(phones, seen)
    refused = _refused(phones, plays)
    on_it = others_on([each.play for each in room.waiting], user_id(request))
    more = [*sorted(on_it.items()), *phones, *refused, *(each.pk for each in disputed)]
    return {
        "on_it": on_it,
        "phones": phones,
        "refused": refused,
        "disputed": disputed,
        "phones_failing": [each.table for each in phones if each.failing],
        "waiting_count": _waiting_count(room, phones, plays) + len(disputed),
        "room_version": f"{room.version}-{digest(more)}" if more else room.version,
    }


def _phone_reports(room: DeskRoom, seen: QuerySet[Section]) -> tuple[TableReport, ...]:
    """What the phones at the tables of these sections report, also where too many are shown as rooms."""
    if room.sections:
        return table_reports([row.table for row in room.rows])
    tables = Table.objects.filter(section__in=seen).select_related("section")
    return table_reports(tables.order_by("section__number", "number"))


def _plays_on_phones(phones: Sequence[TableReport], seen: QuerySet[Section]) -> dict[BoardAtTable, int]:
    """Return the plays of which phones store a result, as far as they name the board of a table here."""
    named = {place for each in phones for place in (*each.unsent_at, *each.refused_at)}
    return plays_at_tables(seen, named)


def _refused(phones: Sequence[TableReport], plays: dict[BoardAtTable, int]) -> tuple[RefusedAt, ...]:
    """Return every board of which a phone names a refused result, once."""
    tables = {each.number: each.table for each in phones}
    places = dict.fromkeys((place, each) for each in phones for place in each.refused_at)
    found: dict[BoardAtTable, RefusedAt] = {}
    for (table, board), report in places:
        play = plays.get((table, board))
        problems = [] if play else [p for each in refused_results(table, board) for p in each.problems]
        label = tables.get(table, report.table)
        said = tuple(dict.fromkeys(sentence(problem) for problem in problems))
        found.setdefault((table, board), RefusedAt(label, table, board, play, said))
    return tuple(found.values())


def _waiting_count(room: DeskRoom, phones: Sequence[TableReport], plays: dict[BoardAtTable, int]) -> int:
    """How many boards and other problems wait for the director: a board with several problems is one."""
    missing = room.missing.named if room.missing else ()
    boards = {each.play for each in room.waiting} | set(missing)
    others: set[BoardAtTable] = set()
    unnamed = room.missing.unnamed if room.missing else 0
    for each in phones:
        named = {*each.unsent_at, *each.refused_at}
        boards |= {plays[place] for place in named if place in plays}
        others |= {place for place in named if place not in plays}
        unnamed += each.unsent_unnamed + each.refused_unnamed
    return len(boards) + len(others) + unnamed + any(each.failing for each in phones)


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
