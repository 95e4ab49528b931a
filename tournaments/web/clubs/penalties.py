"""A club's own list of penalties, for its directors."""

import re
from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import Problem
from scoring.penalty_steps import WARNING
from tournaments.access.request_access import get_directed_club_or_404, member_actor
from tournaments.actions.penalties.club_penalties import (
    add_club_penalty,
    change_club_penalty,
    remove_club_penalty,
)
from tournaments.models import Club, ClubPenalty
from tournaments.web.try_action import page_with_problems, try_action, try_action_with_message


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_penalties_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """List the penalties; on POST add one."""
    club = get_directed_club_or_404(request, club_id)
    if request.method != "POST":
        return _list_page(request, club)
    name, steps = request.POST.get("name", ""), _submitted_steps(request)
    if problems := try_action(lambda: add_club_penalty(club, name, steps, member_actor(request))):
        return _list_page(request, club, problems)
    messages.success(request, _("Saved."))
    return redirect("club_penalties", club.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_penalty_view(request: HttpRequest, club_id: int, penalty_id: int) -> HttpResponse:
    """Show one penalty; on POST store its name and steps."""
    penalty = _get_penalty_or_404(request, club_id, penalty_id)
    if request.method != "POST":
        steps_text = "\n".join(_("warning") if step == WARNING else step for step in penalty.steps)
        return _penalty_page(request, penalty, penalty.name, steps_text)
    name, steps = request.POST.get("name", ""), _submitted_steps(request)
    if problems := try_action(
        lambda: change_club_penalty(penalty, name, steps, member_actor(request))
    ):
        penalty.refresh_from_db()
        return _penalty_page(request, penalty, name, request.POST.get("steps", ""), problems)
    messages.success(request, _("Saved."))
    return redirect("club_penalties", club_id)


@login_required
@require_POST
def club_penalty_remove_view(request: HttpRequest, club_id: int, penalty_id: int) -> HttpResponse:
    """Remove a penalty from the list."""
    penalty = _get_penalty_or_404(request, club_id, penalty_id)
    message = _("%(name)s is no longer in the list.") % {"name": penalty.name}
    try_action_with_message(
        request, lambda: remove_club_penalty(penalty, member_actor(request)), message
    )
    return redirect("club_penalties", club_id)


def _submitted_steps(request: HttpRequest) -> list[str]:
    """Return the submitted steps, which are separated by line ends, semicolons or commas.

    A step is a warning if it is the word for it in the reader's language.
    """
    parts = re.split(r"[\n;]|,\s+", request.POST.get("steps", ""))
    steps = [step.strip() for step in parts]
    warning_words = {WARNING, _("warning").casefold()}
    return [WARNING if step.casefold() in warning_words else step for step in steps if step]


def _get_penalty_or_404(request: HttpRequest, club_id: int, penalty_id: int) -> ClubPenalty:
    club = get_directed_club_or_404(request, club_id)
    return get_object_or_404(club.penalties.select_related("club"), pk=penalty_id)


def _list_page(request: HttpRequest, club: Club, problems: Sequence[Problem] = ()) -> HttpResponse:
    context = {
        "club": club,
        "kinds": club.penalties.all(),
        "name": request.POST.get("name", ""),
        "steps": request.POST.get("steps", ""),
    }
    return page_with_problems(request, "clubs/penalties.html", context, problems)


def _penalty_page(
    request: HttpRequest,
    penalty: ClubPenalty,
    name: str,
    steps: str,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    context = {
        "club": penalty.club,
        "kind": penalty,
        "name": name,
        "steps": steps,
    }
    return page_with_problems(request, "clubs/penalty.html", context, problems)
