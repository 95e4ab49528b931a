"""The page that divides a session into sections."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.request_access import director, latest_session, own_event
from tournaments.actions.limits import MAX_SECTIONS
from tournaments.actions.rounds.division import divide_session
from tournaments.forms import number_in
from tournaments.models import Session
from tournaments.web.attempt import attempt
from tournaments.web.events.sections_form import DivisionForm

USUAL = 2
"""How many sections are proposed to who does not say."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_sections_view(request: HttpRequest, event: int) -> HttpResponse:
    """The sections there are, or so many as are asked for; sent, the session is divided."""
    session = latest_session(own_event(request, event))
    if request.method != "POST":
        asked = number_in(request.GET.get("sections")) or max(session.sections.count(), USUAL)
        return _page(request, session, DivisionForm(session, min(asked, MAX_SECTIONS)))
    number = min(number_in(request.POST.get("sections")), MAX_SECTIONS)
    form = DivisionForm(session, number, request.POST)
    if not form.is_valid():
        return _page(request, session, form, status=422)
    problems = attempt(lambda: divide_session(session, form.division(), director(request)))
    if problems:
        return _page(request, session, form, form.refuse(problems), 422)
    messages.success(
        request, _("The session is divided: whatever was printed is to be printed again.")
    )
    return redirect("event_contestants", event)


def _page(
    request: HttpRequest,
    session: Session,
    form: DivisionForm,
    sentences: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    own = session.stage.event
    open_ = (
        session.state in (Session.State.CREATED, Session.State.DEALT) and not session.stage.is_drawn
    )
    context = {
        "club": own.club,
        "event": own,
        "session": session,
        "division": form,
        "open": open_ and not own.read_only,
        "sentences": sentences,
    }
    return render(request, "events/sections.html", context, status=status)
