"""What the desk shows of calls and announcements, on its own page and on every other one of an
event."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.forms import form_key
from tournaments.models import Section, Session
from tournaments.permissions.roles import MAY_ENTER_IN_A_SECTION, events_run_by, sections_run_by
from tournaments.queries.desk.calls import CALLING, announced, open_calls, takes_calls


def desk_news(session: Session, seen: QuerySet[Section]) -> dict[str, Any]:
    """Who calls from the sections that are seen, and what was announced, for the desk of an
    event."""
    calls = open_calls(session.stage.event, seen)
    return {
        "listens": session.state in CALLING or bool(calls.calls),
        "calls": calls,
        "announced": announced(session),
        "announce_key": form_key(),
    }


def elsewhere(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: who calls at the event whose desk's other page this is; looked up
    once shown."""
    match = request.resolver_match
    number = match.kwargs.get("event") if match else None
    if not match or not isinstance(number, int) or match.url_name == "event_desk":
        return {}
    return {"called": SimpleLazyObject(lambda: _called(request, number))}


def _called(request: HttpRequest, number: int) -> dict[str, Any]:
    """Nothing for whoever may not know, or where no table can call."""
    if (user := request.user.pk) is None:
        return {}
    event = events_run_by(user, MAY_ENTER_IN_A_SECTION).filter(pk=number).first()
    if event is None:
        return {}
    calls = open_calls(event, sections_run_by(user, event, MAY_ENTER_IN_A_SECTION))
    return {"event": number, "calls": calls} if calls.calls or takes_calls(event) else {}
