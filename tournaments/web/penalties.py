"""The penalties of an event: what was given, and the form that gives one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Refused
from tournaments.actions.penalties import give_penalty
from tournaments.actions.receipts import Conflict
from tournaments.forms import sentence
from tournaments.models import Stage
from tournaments.web.asking import director, form_key, latest_session, own_event
from tournaments.web.desk_forms import PenaltyForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def penalties(request: HttpRequest, event: int) -> HttpResponse:
    """Everything taken and given so far; sent, one more."""
    stage = latest_session(own_event(request, event)).stage
    contestants = stage.event.contestants.all()
    if request.method != "POST":
        return _page(request, stage, PenaltyForm(contestants, initial={"key": form_key()}))
    form = PenaltyForm(contestants, request.POST)
    return _give(request, stage, form) if form.is_valid() else _page(request, stage, form, 422)


def _give(request: HttpRequest, stage: Stage, form: PenaltyForm) -> HttpResponse:
    said = form.cleaned_data
    try:
        give_penalty(
            said["contestant"], stage, said["amount"], said["reason"], director(request), said["key"]
        )
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(problem.field, sentence(problem))
        return _page(request, stage, form, 409 if isinstance(refused, Conflict) else 422)
    messages.success(request, _("The penalty of %(names)s is stored.") % {"names": said["contestant"]})
    return redirect("penalties", stage.event_id)


def _page(request: HttpRequest, stage: Stage, form: PenaltyForm, status: int = 200) -> HttpResponse:
    context = {
        "club": stage.event.club,
        "event": stage.event,
        "given": stage.penalties.select_related("contestant"),
        "form": form,
    }
    return render(request, "director/penalties.html", context, status=status)
