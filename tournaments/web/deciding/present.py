"""What the desk shows of others: who is on which decision, and what phones report."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.phone_reports import TableReport, table_reports
from tournaments.access.plays import play_or_404
from tournaments.access.who_asks import user_id
from tournaments.access.who_is_on import note_on, others_on
from tournaments.models import Play
from tournaments.queries.desk import DeskRoom
from tournaments.queries.digests import digest
from tournaments.queries.roles import MAY_RUN_A_SECTION


class Present(NamedTuple):
    """What the desk shows beside the rows of the database: who else is on which play, what phones report."""

    on_it: Mapping[int, tuple[str, ...]]
    phones: tuple[TableReport, ...]

    def version_of(self, room: str) -> str:
        """Return the version of a room together with all this."""
        more = [*sorted(self.on_it.items()), *self.phones]
        return f"{room}-{digest(more)}" if more else room


def read_present(request: HttpRequest, waiting: Collection[int], sections: Collection[int]) -> Present:
    """Return what else the desk shows while these plays wait, of the sections (their rows) that are seen."""
    return Present(others_on(waiting, user_id(request)), table_reports(sections))


def present(request: HttpRequest, room: DeskRoom) -> dict[str, Any]:
    """Return the same for a template, with the version of the room and of all this together."""
    sections = [section.pk for section in room.progress]
    found = read_present(request, [each.play for each in room.waiting], sections)
    return {
        **found._asdict(),
        "phones_failing": [each.table for each in found.phones if each.failing],
        "waiting_count": _waiting_count(room, found.phones),
        "room_version": found.version_of(room.version),
    }


def _waiting_count(room: DeskRoom, phones: tuple[TableReport, ...]) -> int:
    """How many problems wait for the director: plays, results stored on phones, and the site's own error."""
    missing = room.missing.number if room.missing else 0
    stored = sum(each.unsent + each.refused for each in phones) + any(each.failing for each in phones)
    return len(room.waiting) + len(room.disputed) + missing + stored


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
