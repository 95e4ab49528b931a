"""Views of the penalties of an event."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Problem, ValidationFailed
from scoring.min_max import MinMax
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    user_id_or_404,
)
from tournaments.access.shown_standings import desk_snapshot, visible_snapshot
from tournaments.actions.idempotency import Conflict
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.penalties.penalty_steps import give_penalty_step
from tournaments.forms import new_idempotency_key, parse_number, problem_text
from tournaments.models import Stage
from tournaments.permissions.visibility.playing_members import boards_to_play
from tournaments.queries.contestants.penalty_steps import ProposedStep, proposed_step
from tournaments.queries.standings.latest import shown_standings
from tournaments.queries.standings.ranking import ShownStandings
from tournaments.web.desk.forms import PenaltyForm
from tournaments.web.try_action import success_notifier


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def penalties_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the penalties and the form; on POST give a penalty.

    With `had`, the POST gives the next step of one of the club's kinds of penalty.
    """
    stage = get_latest_session_or_404(get_event_or_404(request, event_id)).stage
    if request.method != "POST":
        return _render_page(request, stage, _form(stage, initial={"key": new_idempotency_key()}))
    if "had" in request.POST:
        return _give_step(request, stage)
    form = _form(stage, request.POST)
    return (
        _give(request, stage, form) if form.is_valid() else _render_page(request, stage, form, 422)
    )


def _form(stage: Stage, *args: Any, **kwargs: Any) -> PenaltyForm:
    event = stage.event
    one_to_two = event.method_key == MinMax.key
    return PenaltyForm(event.contestants.all(), *args, one_to_two=one_to_two, **kwargs)


def _give(request: HttpRequest, stage: Stage, form: PenaltyForm) -> HttpResponse:
    submitted, report_done = form.cleaned_data, success_notifier(request, stage.event)
    try:
        give_penalty(
            submitted["contestant"],
            stage,
            submitted["amount"],
            submitted["reason"],
            member_actor(request),
            submitted["key"],
            _parse_ids(request.POST.get("seen", "")),
        )
    except ValidationFailed as error:
        for problem in error.problems:
            form.add_error(problem.field or None, problem_text(problem))
        return _render_page(request, stage, form, 409 if isinstance(error, Conflict) else 422)
    report_done(_("The penalty for %(names)s is given.") % {"names": submitted["contestant"]})
    return redirect("penalties", stage.event_id)


def _parse_ids(text: str) -> list[int]:
    """Parse the ids of the penalties that the page has shown."""
    return [parse_number(part) for part in text.split(",")]


def _give_step(request: HttpRequest, stage: Stage) -> HttpResponse:
    data = request.POST
    contestant = stage.event.contestants.filter(pk=parse_number(data.get("contestant", ""))).first()
    kind = stage.event.club.penalties.filter(pk=parse_number(data.get("kind", ""))).first()
    report_done = success_notifier(request, stage.event)
    step_count, free_fields = (
        parse_number(data["had"]),
        {"note": data.get("note", ""), "amount": data.get("amount", "")},
    )
    try:
        give_penalty_step(
            contestant,
            stage,
            kind,
            step_count,
            member_actor(request),
            data.get("key", "")[:80],
            **free_fields,
        )
    except ValidationFailed as error:
        form = _form(stage, initial={"key": new_idempotency_key()})
        status = 409 if isinstance(error, Conflict) else 422
        return _render_page(request, stage, form, status, error.problems)
    report_done(_("The penalty for %(names)s is given.") % {"names": contestant})
    return redirect("penalties", stage.event_id)


def _proposed_step(request: HttpRequest, stage: Stage) -> ProposedStep | None:
    """Return the next step of the requested kind and contestant; None if one is missing."""
    parameters = request.POST if request.method == "POST" else request.GET
    contestant = stage.event.contestants.filter(
        pk=parse_number(parameters.get("contestant", ""))
    ).first()
    kind = stage.event.club.penalties.filter(pk=parse_number(parameters.get("kind", ""))).first()
    return proposed_step(kind, contestant, stage) if kind and contestant else None


def _render_page(
    request: HttpRequest,
    stage: Stage,
    form: PenaltyForm,
    status: int = 200,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    penalties = list(stage.penalties.select_related("contestant"))
    context = {
        "kinds": stage.event.club.penalties.all(),
        "contestants": stage.event.contestants.all(),
        "proposed": _proposed_step(request, stage),
        "key": new_idempotency_key(),
        "sentences": [problem_text(item) for item in problems],
        "club": stage.event.club,
        "event": stage.event,
        "given": penalties,
        "standings": _standings(request, stage),
        "seen": ",".join(str(item.pk) for item in penalties),
        "form": form,
    }
    return render(request, "desk/penalties.html", context, status=status)


def _standings(request: HttpRequest, stage: Stage) -> ShownStandings | None:
    """Return the standings as the desk sees them; None before the first result.

    Directors who still have boards to play see only what the public sees.
    """
    user_id, sessions = user_id_or_404(request), stage.sessions.all()
    unplayed = any(boards_to_play(user_id, session) for session in sessions)
    snapshot = visible_snapshot(stage) if unplayed else desk_snapshot(stage)
    return shown_standings(stage, snapshot) if snapshot else None
