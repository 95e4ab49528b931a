"""The page that deletes an event; its name must be typed to confirm."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Problem
from tournaments.access.request_access import member_actor, user_id_or_404
from tournaments.actions.events.archive import running_problems
from tournaments.actions.events.delete import delete_event
from tournaments.forms import problem_text
from tournaments.models import Entry, Event
from tournaments.permissions.roles import Role, archived_events_of_user, events_of_user
from tournaments.web.try_action import try_action


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_delete_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show what would be deleted with an event; on POST delete it."""
    event = get_object_or_404(_deletable_events(user_id_or_404(request)), pk=event_id)
    if request.method != "POST":
        return _render_page(request, event, [])
    typed_name, actor = request.POST.get("name", ""), member_actor(request)
    if problems := try_action(lambda: delete_event(event.pk, typed_name, actor)):
        return _render_page(request, event, problems, 422)
    messages.success(request, _("The event is deleted."))
    return redirect("desk")


def _deletable_events(owner_id: int) -> QuerySet[Event]:
    """Return the events, archived or not, of the clubs that a user owns."""
    roles = (Role.OWNER,)
    events = events_of_user(owner_id, roles) | archived_events_of_user(owner_id, roles)
    return events.select_related("club")


def _render_page(
    request: HttpRequest, event: Event, problems: list[Problem], status: int = 200
) -> HttpResponse:
    context = {
        "club": event.club,
        "event": event,
        "contestants": event.contestants.count(),
        "results": Entry.objects.filter(play__board__session__stage__event=event)
        .values("play")
        .distinct()
        .count(),
        "running": [problem_text(problem) for problem in running_problems(event)],
        "typed": request.POST.get("name", ""),
        "sentences": [problem_text(problem) for problem in problems],
        "wrong_name": [problem_text(problem) for problem in problems if problem.field == "name"],
    }
    return render(request, "events/delete.html", context, status=status)
