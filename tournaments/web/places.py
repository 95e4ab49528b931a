"""Place after each round: the page with its numbers, and the picture of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.course import Courses, courses
from tournaments.models import Event
from tournaments.web.chart import chart_of
from tournaments.web.reading import about_event, find_event, last_stage, told_snapshot


@require_safe
@cache_control(no_cache=True)
def places(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every contestant's place after each round, in pictures and in numbers."""
    found = find_event(club, event)
    facts = {"courses": _courses(found)}
    return render(request, "public/places.html", about_event(request, found, "standings") | facts)


@require_safe
@cache_control(no_cache=True)
def picture(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The picture of the ranking named by `line`, else of the first; 204 before the first result."""
    shown = _courses(find_event(club, event))
    asked = [each for each in shown if each.line == request.GET.get("line")]
    if not shown:
        return HttpResponse(status=204)
    return HttpResponse(chart_of((asked or shown)[0]), content_type="image/svg+xml")


def _courses(event: Event) -> list[Courses]:
    stage = last_stage(event)
    snapshot = told_snapshot(stage)
    return courses(stage, snapshot) if snapshot else []
