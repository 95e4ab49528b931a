"""Views that answer calls of tables and announce something to all phones."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.problems import ValidationFailed
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    sections_with_role,
)
from tournaments.actions.calls.announcements import announce as announce_it
from tournaments.actions.calls.announcements import withdraw_announcement
from tournaments.actions.calls.calls import answer_call, close_call
from tournaments.actions.idempotency import Conflict
from tournaments.forms import new_idempotency_key, parse_number, problem_text
from tournaments.models import Announcement, Call, Event, Session
from tournaments.permissions.roles import SECTION_SCORER_ROLES
from tournaments.queries.desk.calls import current_announcement, open_calls
from tournaments.web.results.entry_form import idempotency_key_of
from tournaments.web.try_action import try_action_with_message


@login_required
@require_safe
def desk_calls_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render the open calls, or answer 204 if the page already shows them.

    `link` in the URL asks for the single line that other pages of the event show. `waiting` is the
    number of pending decisions that the desk shows in the same list; its heading needs it.
    """
    event, link = get_event_or_404(request, event_id, SECTION_SCORER_ROLES), "link" in request.GET
    calls = open_calls(event, sections_with_role(request, event, SECTION_SCORER_ROLES))
    if request.GET.get("seen") == (calls.alert_version if link else calls.version):
        return HttpResponse(status=204)
    context = {
        "event_number": event_id,
        "calls": calls,
        "has_heard": request.GET.get("heard") == calls.alert_version,
        "in_list": "waiting" in request.GET,
        "pending_count": parse_number(request.GET.get("waiting")),
        "call_count": len(calls.calls),
    }
    return render(
        request, "desk/calls/_called_now.html" if link else "desk/calls/_calls_update.html", context
    )


@login_required
@require_POST
def answer_call_view(request: HttpRequest, event_id: int, call_id: int) -> HttpResponse:
    """Tell a table that somebody from the desk is coming."""
    call = _get_call_or_404(request, event_id, call_id)
    message = _("Table %(table)s sees that you are coming.") % {"table": call.table.label}
    try_action_with_message(request, lambda: answer_call(call, member_actor(request)), message)
    return redirect("event_desk", event_id)


@login_required
@require_POST
def close_call_view(request: HttpRequest, event_id: int, call_id: int) -> HttpResponse:
    """Close a call."""
    call = _get_call_or_404(request, event_id, call_id)
    close_call(call, member_actor(request))
    messages.success(
        request, _("The call of table %(table)s is closed.") % {"table": call.table.label}
    )
    return redirect("event_desk", event_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the form and the current announcement; on POST show a text on every phone."""
    event, text = get_event_or_404(request, event_id), request.POST.get("text", "")
    if request.method != "POST":
        session = get_latest_session_or_404(event)
        if session.is_over or session.state == Session.State.CREATED:
            return redirect("event_desk", event_id)
        return _form_page(request, event)
    try:
        last_seen = parse_number(request.POST.get("seen"))
        announce_it(
            get_latest_session_or_404(event),
            text,
            member_actor(request),
            idempotency_key_of(request),
            last_seen,
        )
    except ValidationFailed as error:
        return _form_page(request, event, text, error)
    messages.success(request, _("Every phone at a table shows it within five seconds."))
    return redirect("event_desk", event_id)


@login_required
@require_POST
def withdraw_announcement_view(
    request: HttpRequest, event_id: int, announcement_id: int
) -> HttpResponse:
    """Remove an announcement from every phone."""
    event = get_event_or_404(request, event_id)
    announcements = Announcement.objects.select_related("session__stage__event__club")
    announcement = get_object_or_404(announcements, pk=announcement_id, session__stage__event=event)
    withdraw_announcement(announcement, member_actor(request))
    messages.success(request, _("The announcement is removed."))
    return redirect("event_desk", event_id)


def _form_page(
    request: HttpRequest,
    event: Event,
    text: str = "",
    error: ValidationFailed | None = None,
) -> HttpResponse:
    context = {
        "event": event,
        "club": event.club,
        "announce_key": new_idempotency_key(),
        "announcement": current_announcement(get_latest_session_or_404(event)),
        "typed": text,
        "sentences": [problem_text(problem) for problem in error.problems] if error else [],
    }
    status = 409 if isinstance(error, Conflict) else 422 if error else 200
    return render(request, "desk/calls/announce.html", context, status=status)


def _get_call_or_404(request: HttpRequest, event_id: int, number: int) -> Call:
    """Return a call; 404 unless the reader directs or scores the section of its table."""
    event = get_event_or_404(request, event_id, SECTION_SCORER_ROLES)
    calls = Call.objects.select_related("table__section__session__stage__event__club")
    sections = sections_with_role(request, event, SECTION_SCORER_ROLES)
    return get_object_or_404(calls, pk=number, table__section__in=sections)
