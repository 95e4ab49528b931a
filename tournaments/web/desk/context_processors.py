"""Template context of calls, announcements and the current round, for pages of the desk."""

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
from tournaments.queries.rounds.current_round import count_boards_in


def calls_and_announcement(session: Session, sections: QuerySet[Section]) -> dict[str, Any]:
    """Return the open calls from some sections and the announcement, for the desk itself."""
    calls = open_calls(session.stage.event, sections)
    return {
        "polls_calls": session.state in SESSION_STATES_WITH_CALLS or bool(calls.calls),
        "calls": calls,
        "announcement": current_announcement(session),
        "announce_key": new_idempotency_key(),
    }


def desk_header(request: HttpRequest) -> dict[str, Any]:
    """Add the open calls and the round in progress to the pages of an event except its desk.

    A context processor; both values are queried only if a template reads them.
    """
    resolver_match = request.resolver_match
    event_id = resolver_match.kwargs.get("event_id") if resolver_match else None
    if (
        not resolver_match
        or not isinstance(event_id, int)
        or resolver_match.url_name == "event_desk"
    ):
        return {}

    @cache
    def visible() -> tuple[Event, QuerySet[Section]] | None:
        return _visible_sections(request, event_id)

    return {
        "event_calls": SimpleLazyObject(lambda: _event_calls(visible())),
        "round_in_progress": SimpleLazyObject(lambda: _round_in_progress(visible())),
    }


def _visible_sections(
    request: HttpRequest, event_id: int
) -> tuple[Event, QuerySet[Section]] | None:
    """Return the event and the sections that the reader directs or scores; None for others."""
    if (user := request.user.pk) is None:
        return None
    event = events_of_user(user, SECTION_SCORER_ROLES).filter(pk=event_id).first()
    if event is None:
        return None
    return event, sections_of_user(user, event, SECTION_SCORER_ROLES)


def _event_calls(visible: tuple[Event, QuerySet[Section]] | None) -> dict[str, Any]:
    """Return the open calls; empty for other readers, and if no table can call."""
    if visible is None:
        return {}
    event, sections = visible
    calls = open_calls(event, sections)
    return {"event": event.pk, "calls": calls} if calls.calls or can_receive_calls(event) else {}


def _round_in_progress(visible: tuple[Event, QuerySet[Section]] | None) -> dict[str, Any]:
    """Return the round, its clock and its counts of boards if exactly one section plays."""
    if visible is None:
        return {}
    in_progress = Round.objects.filter(section__in=visible[1], ended_at=None).exclude(
        started_at=None
    )
    rounds = in_progress.select_related("section__session__stage__event__club")[:2]
    if len(rounds) != 1:
        return {}
    return {
        "event": visible[0].pk,
        "round": rounds[0],
        "clock": round_clock(rounds[0]),
        **count_boards_in(visible[1]),
    }
