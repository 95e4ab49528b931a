"""The club's own list of penalties, for whoever directs its events."""

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
from tournaments.web.try_action import attempt, attempt_and_say, page_with_problems


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_penalties_view(request: HttpRequest, club: int) -> HttpResponse:
    """The list; sent, one more."""
    own = get_directed_club_or_404(request, club)
    if request.method != "POST":
        return _all(request, own)
    name, steps = request.POST.get("name", ""), _steps(request)
    if problems := attempt(lambda: add_club_penalty(own, name, steps, member_actor(request))):
        return _all(request, own, problems)
    messages.success(request, _("Saved."))
    return redirect("club_penalties", own.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_penalty_view(request: HttpRequest, club: int, kind: int) -> HttpResponse:
    """One of the list; sent, its name and its steps."""
    found = _kind(request, club, kind)
    if request.method != "POST":
        written = "\n".join(_("warning") if each == WARNING else each for each in found.steps)
        return _one(request, found, found.name, written)
    name, steps = request.POST.get("name", ""), _steps(request)
    if problems := attempt(lambda: change_club_penalty(found, name, steps, member_actor(request))):
        found.refresh_from_db()
        return _one(request, found, name, request.POST.get("steps", ""), problems)
    messages.success(request, _("Saved."))
    return redirect("club_penalties", club)


@login_required
@require_POST
def club_penalty_remove_view(request: HttpRequest, club: int, kind: int) -> HttpResponse:
    """One less."""
    found = _kind(request, club, kind)
    removed = _("%(name)s is no longer in the list.") % {"name": found.name}
    attempt_and_say(request, lambda: remove_club_penalty(found, member_actor(request)), removed)
    return redirect("club_penalties", club)


def _steps(request: HttpRequest) -> list[str]:
    """One a line, or with commas between them; a warning as the reader calls it."""
    written = re.split(r"[\n;]|,\s+", request.POST.get("steps", ""))
    steps = [each.strip() for each in written]
    known = {WARNING, _("warning").casefold()}
    return [WARNING if each.casefold() in known else each for each in steps if each]


def _kind(request: HttpRequest, club: int, kind: int) -> ClubPenalty:
    own = get_directed_club_or_404(request, club)
    return get_object_or_404(own.penalties.select_related("club"), pk=kind)


def _all(request: HttpRequest, club: Club, problems: Sequence[Problem] = ()) -> HttpResponse:
    context = {
        "club": club,
        "kinds": club.penalties.all(),
        "name": request.POST.get("name", ""),
        "steps": request.POST.get("steps", ""),
    }
    return page_with_problems(request, "clubs/penalties.html", context, problems)


def _one(
    request: HttpRequest, kind: ClubPenalty, name: str, steps: str, problems: Sequence[Problem] = ()
) -> HttpResponse:
    context = {
        "club": kind.club,
        "kind": kind,
        "name": name,
        "steps": steps,
    }
    return page_with_problems(request, "clubs/penalty.html", context, problems)
