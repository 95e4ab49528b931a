"""The page that makes the next stage out of the standings of the one that is over."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.text import Words
from tournaments.access.request_access import director, latest_session, own_event
from tournaments.actions.actor import Actor
from tournaments.actions.events.next_stage import go_on, who_would_go_on
from tournaments.actions.limits import MAX_SECTIONS
from tournaments.forms import number_in
from tournaments.models import Contestant, Event, Session
from tournaments.queries.rounds.rounds import reason
from tournaments.support.digests import digest
from tournaments.web.attempt import attempt
from tournaments.web.events.finals_form import FinalsForm

Going = tuple[str, Contestant, Words | None]
"""Who would go on: the name of his final, he himself, and why."""

PROPOSED = 2
"""How many finals are proposed to who does not say."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_finals_view(request: HttpRequest, event: int) -> HttpResponse:
    """The finals as they are proposed; sent, who would go where; that sent unchanged makes the
    stage."""
    own = own_event(request, event)
    session = latest_session(own)
    if request.method != "POST":
        asked = number_in(request.GET.get("finals")) or PROPOSED
        return _page(request, session, FinalsForm(session.stage, min(asked, MAX_SECTIONS)))
    number = min(number_in(request.POST.get("finals")), MAX_SECTIONS)
    form = FinalsForm(session.stage, number, request.POST)
    if not form.is_valid():
        return _page(request, session, form, status=422)
    going: list[Going] = []
    problems = attempt(lambda: going.extend(_going(own, form, director(request))))
    shown = digest([going, form.said])
    if not problems and request.POST.get("sure") == shown:
        problems = attempt(lambda: go_on(own, form.plan(), director(request)))
    elif not problems:
        return _page(request, session, form, going=going, shown=shown)
    if problems:
        return _page(request, session, form, form.refuse(problems), status=422)
    messages.success(request, _("The next stage is made: deal it when everybody is ready."))
    return redirect("event_desk", event)


def _going(event: Event, form: FinalsForm, actor: Actor) -> list[Going]:
    found = who_would_go_on(event, form.plan(), actor)
    return [(final, each.contestant, reason(each.why)) for final, each in found]


def _page(
    request: HttpRequest,
    session: Session,
    form: FinalsForm,
    sentences: list[str] | None = None,
    going: list[Going] | None = None,
    shown: str = "",
    status: int = 200,
) -> HttpResponse:
    own = session.stage.event
    context = {
        "club": own.club,
        "event": own,
        "finals": form,
        "going": going,
        "shown": shown,
        "open": session.is_over and not own.published_at and not own.read_only,
        "sentences": sentences,
    }
    return render(request, "events/finals.html", context, status=status)
