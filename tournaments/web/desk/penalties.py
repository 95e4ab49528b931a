"""The penalties of an event: what was given, and the form that gives one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Refused
from tournaments.access.who_asks import director, latest_session, own_event
from tournaments.actions.contestants.penalties import give_penalty
from tournaments.actions.idempotency import Conflict
from tournaments.forms import form_key, sentence
from tournaments.models import Stage
from tournaments.web.desk.forms import PenaltyForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def penalties_view(request: HttpRequest, event: int) -> HttpResponse:
    """Everything taken and given so far; sent, one more."""
    stage = latest_session(own_event(request, event)).stage
    contestants = stage.event.contestants.all()
    if request.method != "POST":
        return _page(request, stage, PenaltyForm(contestants, initial={"key": form_key()}))
    form = PenaltyForm(contestants, request.POST)
    return _give(request, stage, form) if form.is_valid() else _page(request, stage, form, 422)


def _give(request: HttpRequest, stage: Stage, form: PenaltyForm) -> HttpResponse:
    submitted = form.cleaned_data
    try:
        give_penalty(
            submitted["contestant"],
            stage,
            submitted["amount"],
            submitted["reason"],
            director(request),
            submitted["key"],
        )
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(problem.field, sentence(problem))
        return _page(request, stage, form, 409 if isinstance(refused, Conflict) else 422)
    messages.success(request, _("The penalty of %(names)s is stored.") % {"names": submitted["contestant"]})
    return redirect("penalties", stage.event_id)


def _page(request: HttpRequest, stage: Stage, form: PenaltyForm, status: int = 200) -> HttpResponse:
    context = {
        "club": stage.event.club,
        "event": stage.event,
        "given": stage.penalties.select_related("contestant"),
        "form": form,
    }
    return render(request, "desk/penalties.html", context, status=status)
