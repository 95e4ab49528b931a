"""The report of a movement: how fair the plan of an event is as it is now."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries.fairness import report_of
from tournaments.web.asking import latest_session, own_event


@login_required
@require_safe
def movement_report(request: HttpRequest, event: int) -> HttpResponse:
    """The report of the stage the desk works on."""
    own = own_event(request, event)
    context = {"club": own.club, "event": own, "report": report_of(latest_session(own).stage)}
    return render(request, "director/movement_report.html", context)
