"""What the desk shows of calls and announcements, on its own page and on every other one of an
event."""

from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.forms import new_idempotency_key
from tournaments.models import Event, Round, Section, Session
from tournaments.permissions.roles import SECTION_SCORER_ROLES, events_of_user, sections_of_user
from tournaments.queries.desk.calls import (
    SESSION_STATES_WITH_CALLS,
    can_receive_calls,
    current_announcement,
    open_calls,
)
from tournaments.queries.rounds.clock import round_clock


def calls_and_announcement(session: Session, seen: QuerySet[Section]) -> dict[str, Any]:
    """Who calls from the sections that are seen, and what was announced, for the desk of an
    event."""
    calls = open_calls(session.stage.event, seen)
    return {
        "polls_calls": session.state in SESSION_STATES_WITH_CALLS or bool(calls.calls),
        "calls": calls,
        "announcement": current_announcement(session),
        "announce_key": new_idempotency_key(),
    }


def desk_header(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the open calls and the current round of the event, on its desk's other
    pages. Both are queried only when a template shows them."""
    match = request.resolver_match
    number = match.kwargs.get("event") if match else None
    if not match or not isinstance(number, int) or match.url_name == "event_desk":
        return {}

    @cache
    def here() -> tuple[Event, QuerySet[Section]] | None:
        return _seen(request, number)

    return {
        "event_calls": SimpleLazyObject(lambda: _called(here())),
        "round_in_progress": SimpleLazyObject(lambda: _round_now(here())),
    }


def _seen(request: HttpRequest, number: int) -> tuple[Event, QuerySet[Section]] | None:
    """Return the event and the sections that the reader directs or scores; None for others."""
    if (user := request.user.pk) is None:
        return None
    event = events_of_user(user, SECTION_SCORER_ROLES).filter(pk=number).first()
    if event is None:
        return None
    return event, sections_of_user(user, event, SECTION_SCORER_ROLES)


def _called(here: tuple[Event, QuerySet[Section]] | None) -> dict[str, Any]:
    """Return the open calls; nothing for other readers, or where no table can call."""
    if here is None:
        return {}
    event, seen = here
    calls = open_calls(event, seen)
    return {"event": event.pk, "calls": calls} if calls.calls or can_receive_calls(event) else {}


def _round_now(here: tuple[Event, QuerySet[Section]] | None) -> dict[str, Any]:
    """Return the round and its clock if exactly one section plays."""
    if here is None:
        return {}
    playing = Round.objects.filter(section__in=here[1], ended_at=None).exclude(started_at=None)
    rounds = playing.select_related("section__session__stage__event__club")[:2]
    return {"round": rounds[0], "clock": round_clock(rounds[0])} if len(rounds) == 1 else {}
