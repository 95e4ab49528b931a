"""The page on which an event is called otherwise, put off or moved, and run otherwise."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Refused
from tournaments.access.request_access import director, own_event, user_id
from tournaments.actions.events.edit import edit_event
from tournaments.actions.idempotency import Conflict
from tournaments.forms import sentence
from tournaments.models import Event
from tournaments.permissions.roles import owns_club
from tournaments.web.events.edit_form import EventEditForm, overtaken


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_edit_view(request: HttpRequest, event: int) -> HttpResponse:
    """What is said of the event; sent, it is changed, unless somebody else has changed it
    meanwhile."""
    own = own_event(request, event)
    if request.method != "POST":
        return _page(request, own, EventEditForm(own))
    form = EventEditForm(own, request.POST)
    return _edit(request, own, form) if form.is_valid() else _page(request, own, form, 422)


def _edit(request: HttpRequest, event: Event, form: EventEditForm) -> HttpResponse:
    try:
        edit_event(event.pk, form.details(), director(request), form.cleaned_data["shown"])
    except Refused as refused:
        event.refresh_from_db()
        is_conflict = isinstance(refused, Conflict)
        form = overtaken(event, request.POST) if is_conflict else form
        for problem in refused.problems:
            form.add_error(None, sentence(problem))
        return _page(request, event, form, 409 if is_conflict else 422)
    messages.success(request, _("Stored: the pages follow at once."))
    return redirect("event_desk", event.pk)


def _page(
    request: HttpRequest, event: Event, form: EventEditForm, status: int = 200
) -> HttpResponse:
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "may_delete": owns_club(user_id(request), event.club_id),
        "may_archive": not hasattr(event, "rehearsal"),
    }
    return render(request, "events/edit.html", context, status=status)
