"""The desk answers calls and announces: each one a key."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.problems import ValidationFailed
from tournaments.access.request_access import (
    get_event_or_404,
    latest_session,
    member_actor,
    sections_with_role,
)
from tournaments.actions.calls.announcements import announce as announce_it
from tournaments.actions.calls.announcements import withdraw_announcement
from tournaments.actions.calls.calls import answer_call, close_call
from tournaments.actions.idempotency import Conflict
from tournaments.forms import new_idempotency_key, parse_number, problem_text
from tournaments.models import Announcement, Call, Event
from tournaments.permissions.roles import SECTION_SCORER_ROLES
from tournaments.queries.desk.calls import announced, open_calls
from tournaments.web.results.entry_form import sent_key
from tournaments.web.try_action import try_action_with_message


@login_required
@require_safe
def desk_calls_view(request: HttpRequest, event: int) -> HttpResponse:
    """Who calls, again, once it has changed; `link` asks for the one line of the other pages, and
    `waiting` is how much else is in the list that the calls begin."""
    own, link = get_event_or_404(request, event, SECTION_SCORER_ROLES), "link" in request.GET
    shown = open_calls(own, sections_with_role(request, own, SECTION_SCORER_ROLES))
    if request.GET.get("seen") == (shown.heard if link else shown.version):
        return HttpResponse(status=204)
    context = {
        "event_number": event,
        "calls": shown,
        "heard": request.GET.get("heard") == shown.heard,
        "in_list": "waiting" in request.GET,
        "waiting_count": parse_number(request.GET.get("waiting")),
        "calls_number": len(shown.calls),
    }
    return render(
        request, "desk/calls/_called_now.html" if link else "desk/calls/_calls_update.html", context
    )


@login_required
@require_POST
def call_coming_view(request: HttpRequest, event: int, call: int) -> HttpResponse:
    """Somebody from the desk goes to the table."""
    found = _call(request, event, call)
    done = _("Table %(table)s sees that you are coming.") % {"table": found.table.label}
    try_action_with_message(request, lambda: answer_call(found, member_actor(request)), done)
    return redirect("event_desk", event)


@login_required
@require_POST
def call_done_view(request: HttpRequest, event: int, call: int) -> HttpResponse:
    """The table has what it called for."""
    found = _call(request, event, call)
    close_call(found, member_actor(request))
    messages.success(
        request, _("The call of table %(table)s is closed.") % {"table": found.table.label}
    )
    return redirect("event_desk", event)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce_view(request: HttpRequest, event: int) -> HttpResponse:
    """Every phone shows it; what was wrong stands beside the field on a page of its own."""
    own, text = get_event_or_404(request, event), request.POST.get("text", "")
    if request.method != "POST":
        return redirect("event_desk", event)
    try:
        seen = parse_number(request.POST.get("seen"))
        announce_it(latest_session(own), text, member_actor(request), sent_key(request), seen)
    except ValidationFailed as refused:
        return _refused(request, own, text, refused)
    messages.success(request, _("Every phone at a table shows it within five seconds."))
    return redirect("event_desk", event)


@login_required
@require_POST
def announcement_withdraw_view(request: HttpRequest, event: int, announcement: int) -> HttpResponse:
    """No phone shows it any more."""
    own = get_event_or_404(request, event)
    announcements = Announcement.objects.select_related("session__stage__event__club")
    found = get_object_or_404(announcements, pk=announcement, session__stage__event=own)
    withdraw_announcement(found, member_actor(request))
    messages.success(request, _("The announcement is removed."))
    return redirect("event_desk", event)


def _refused(
    request: HttpRequest, event: Event, text: str, refused: ValidationFailed
) -> HttpResponse:
    context = {
        "event": event,
        "club": event.club,
        "announce_key": new_idempotency_key(),
        "announced": announced(latest_session(event)),
        "typed": text,
        "sentences": [problem_text(problem) for problem in refused.problems],
    }
    status = 409 if isinstance(refused, Conflict) else 422
    return render(request, "desk/calls/announce.html", context, status=status)


def _call(request: HttpRequest, event: int, number: int) -> Call:
    """A call to the desk; to everybody but those who look after its table it does not exist."""
    own = get_event_or_404(request, event, SECTION_SCORER_ROLES)
    called = Call.objects.select_related("table__section__session__stage__event__club")
    his = sections_with_role(request, own, SECTION_SCORER_ROLES)
    return get_object_or_404(called, pk=number, table__section__in=his)
