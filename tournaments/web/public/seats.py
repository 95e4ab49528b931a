"""Where somebody sits, by name: on the page of the rounds, and again with each letter that is
typed."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access.page_cache import page_with
from tournaments.models import Session
from tournaments.queries.people.names import LONGEST_NAME
from tournaments.queries.rounds.seats_by_name import can_be_sought, seats_found
from tournaments.web.public.lookup import about_event, event_at


@page_with("who")
def seats_fragment_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The seats of those whose number or name begins as was typed (`who`)."""
    about = about_event(request, event_at(club, event))
    return render(request, "public/_seats.html", about | seats_sought(request, about["session"]))


def seats_sought(request: HttpRequest, session: Session | None) -> dict[str, Any]:
    """`found` for `who`; None where nobody was looked for, or the session has no seats to come."""
    who = request.GET.get("who", "").strip()[:LONGEST_NAME]
    may_seek = can_be_sought(session)
    found = seats_found(session, who) if session and may_seek and who else None
    return {"who": who, "may_seek": may_seek, "found": found}
