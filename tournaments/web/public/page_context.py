"""Look up the club, event or session of a public page by its URL, and build the page's context."""

from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event, Session
from tournaments.permissions.roles import SECTION_SCORER_ROLES, events_of_user
from tournaments.queries.clubs.programme import get_event_state, last_session


def get_event_by_slugs_or_404(club_slug: str, event_slug: str) -> Event:
    """Return a public event, or raise `Http404`."""
    events = Event.objects.unarchived().select_related("club").prefetch_related("stages__sessions")
    return get_object_or_404(events, club__slug=club_slug, slug=event_slug)


def get_session_by_number_or_404(club_slug: str, event_slug: str, number: int) -> Session:
    """Return a session of a public event by its number in the event, or raise `Http404`."""
    visible = Session.objects.filter(stage__event__archived_at=None)
    sessions = visible.select_related("stage__event__club").order_by("stage__number", "number")
    event_sessions = sessions.filter(
        stage__event__club__slug=club_slug, stage__event__slug=event_slug, number__lte=number
    )
    if session := next((session for session in event_sessions if session.sitting == number), None):
        return session
    raise Http404


def site_links(request: HttpRequest, event: Event | None = None) -> dict[str, Any]:
    """Return the header and footer links of a public page.

    The header links to the event's desk if the reader has a role in it, else to their events, or to
    sign-in. The footer links to rules and guide. On phones the name of the club needs the width of
    the header, so the footer of an event's page has the link to sign-in.
    """
    links = [
        {"url": reverse("rules"), "text": _("Rules of the games")},
        {"url": reverse("guide"), "text": _("The director’s guide")},
    ]
    return {"account_link": _account_link(request, event), "links": links}


def _account_link(request: HttpRequest, event: Event | None) -> dict[str, Any]:
    if request.user.pk is None:
        link = {"url": reverse("sign_in"), "text": _("Sign in")}
        return link | {"is_in_footer": event is not None}
    events = events_of_user(request.user.pk, SECTION_SCORER_ROLES)
    if event and events.filter(pk=event.pk).exists():
        return {"url": reverse("event_desk", args=[event.pk]), "text": _("Desk")}
    return {"url": reverse("desk"), "text": _("My events")}


def render_public(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Render a public page; search engines may list it if its context says `listed`."""
    response = render(request, template, context)
    if context["listed"]:
        response.headers["X-Robots-Tag"] = "all"
    return response


def event_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the context that every page of an event has; `session` is the last session.

    `listed` says whether search engines may list the page.
    """
    prefetch_related_objects([event], "stages__sessions")
    return {
        "club": event.club,
        "event": event,
        "session": last_session(event),
        "event_state": get_event_state(event),
        "listed": event.club.may_be_listed,
        **site_links(request, event),
    }
