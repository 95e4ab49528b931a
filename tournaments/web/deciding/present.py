"""Who else is on which decision, for the desk and for the page of the decision itself."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.plays import play_or_404
from tournaments.access.who_asks import user_id
from tournaments.access.who_is_on import note_on, others_on
from tournaments.models import Play
from tournaments.queries.desk import DeskRoom
from tournaments.queries.digests import digest
from tournaments.queries.roles import MAY_RUN_A_SECTION


def present(request: HttpRequest, room: DeskRoom) -> dict[str, Any]:
    """Who is on what waits, by play, and the version of the room with that."""
    on_it = others_on([each.play for each in room.waiting], user_id(request))
    version = f"{room.version}-{digest(sorted(on_it.items()))}" if on_it else room.version
    return {"on_it": on_it, "room_version": version}


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
