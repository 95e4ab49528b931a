"""The penalties of an event: what was given, and the form that gives one."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Problem, ValidationFailed
from scoring.min_max import MinMax
from tournaments.access.request_access import get_event_or_404, latest_session, member_actor
from tournaments.actions.idempotency import Conflict
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.penalties.penalty_steps import give_penalty_step
from tournaments.forms import new_idempotency_key, parse_number, problem_text
from tournaments.models import Stage
from tournaments.queries.contestants.penalty_steps import ProposedStep, proposed_step
from tournaments.web.desk.forms import PenaltyForm
from tournaments.web.try_action import success_notifier


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def penalties_view(request: HttpRequest, event: int) -> HttpResponse:
    """Everything given so far, and of a kind for a contestant what comes next; sent, one more."""
    stage = latest_session(get_event_or_404(request, event)).stage
    if request.method != "POST":
        return _page(request, stage, _form(stage, initial={"key": new_idempotency_key()}))
    if "had" in request.POST:
        return _give_step(request, stage)
    form = _form(stage, request.POST)
    return _give(request, stage, form) if form.is_valid() else _page(request, stage, form, 422)


def _form(stage: Stage, *args: Any, **kwargs: Any) -> PenaltyForm:
    event = stage.event
    one_to_two = event.method_key == MinMax.key
    return PenaltyForm(event.contestants.all(), *args, one_to_two=one_to_two, **kwargs)


def _give(request: HttpRequest, stage: Stage, form: PenaltyForm) -> HttpResponse:
    submitted, say = form.cleaned_data, success_notifier(request, stage.event)
    try:
        give_penalty(
            submitted["contestant"],
            stage,
            submitted["amount"],
            submitted["reason"],
            member_actor(request),
            submitted["key"],
            _seen_in(request.POST.get("seen", "")),
        )
    except ValidationFailed as refused:
        for problem in refused.problems:
            form.add_error(problem.field or None, problem_text(problem))
        return _page(request, stage, form, 409 if isinstance(refused, Conflict) else 422)
    say(_("The penalty for %(names)s is given.") % {"names": submitted["contestant"]})
    return redirect("penalties", stage.event_id)


def _seen_in(text: str) -> list[int]:
    """The rows that the form has shown, as it carries them."""
    return [parse_number(each) for each in text.split(",")]


def _give_step(request: HttpRequest, stage: Stage) -> HttpResponse:
    sent = request.POST
    contestant = stage.event.contestants.filter(pk=parse_number(sent.get("contestant", ""))).first()
    kind = stage.event.club.penalties.filter(pk=parse_number(sent.get("kind", ""))).first()
    say = success_notifier(request, stage.event)
    had, typed = (
        parse_number(sent["had"]),
        {"note": sent.get("note", ""), "amount": sent.get("amount", "")},
    )
    try:
        give_penalty_step(
            contestant, stage, kind, had, member_actor(request), sent.get("key", "")[:80], **typed
        )
    except ValidationFailed as refused:
        form = _form(stage, initial={"key": new_idempotency_key()})
        status = 409 if isinstance(refused, Conflict) else 422
        return _page(request, stage, form, status, refused.problems)
    say(_("The penalty for %(names)s is given.") % {"names": contestant})
    return redirect("penalties", stage.event_id)


def _proposed(request: HttpRequest, stage: Stage) -> ProposedStep | None:
    """What comes next of the kind and for the contestant who are asked for; None where one of
    them is not."""
    asked = request.POST if request.method == "POST" else request.GET
    contestant = stage.event.contestants.filter(
        pk=parse_number(asked.get("contestant", ""))
    ).first()
    kind = stage.event.club.penalties.filter(pk=parse_number(asked.get("kind", ""))).first()
    return proposed_step(kind, contestant, stage) if kind and contestant else None


def _page(
    request: HttpRequest,
    stage: Stage,
    form: PenaltyForm,
    status: int = 200,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    given = list(stage.penalties.select_related("contestant"))
    context = {
        "kinds": stage.event.club.penalties.all(),
        "contestants": stage.event.contestants.all(),
        "proposed": _proposed(request, stage),
        "key": new_idempotency_key(),
        "sentences": [problem_text(each) for each in problems],
        "club": stage.event.club,
        "event": stage.event,
        "given": given,
        "seen": ",".join(str(each.pk) for each in given),
        "form": form,
    }
    return render(request, "desk/penalties.html", context, status=status)
