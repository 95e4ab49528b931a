"""Place after each round: the page with its numbers, and the picture of them."""

import base64
import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments.access.heavy_pages import built_once
from tournaments.access.page_cache import page, page_with
from tournaments.access.snapshots import last_stage, visible_snapshot
from tournaments.models import Event
from tournaments.queries.standings.latest import section_names
from tournaments.scoring_pipeline.rank_history import Courses, courses
from tournaments.web.public.chart import chart_of, style
from tournaments.web.public.lookup import about_event, anybodys_page, event_at


@page
@built_once
def places_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every contestant's place after each round, in pictures and in numbers."""
    found = event_at(club, event)
    names = section_names(last_stage(found))
    facts = {
        "courses": [
            (ranking, names.get(ranking.section, ""), chart_of(ranking))
            for ranking in _courses(found)
        ]
    }
    return anybodys_page(request, "public/places.html", about_event(request, found) | facts)


@page_with("line", "section")
@built_once
def places_picture_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The picture of the ranking of a `section` and a `line`, else of the first; 204 before the
    first result.

    The page draws the same inside itself, where paper can make it black; this is for whoever shows
    it elsewhere.
    """
    found = event_at(club, event)
    shown, names = _courses(found), section_names(last_stage(found))
    line, section = request.GET.get("line"), request.GET.get("section")
    asked = [
        each
        for each in shown
        if line in (None, each.line) and section in (None, names.get(each.section, ""))
    ]
    if not shown:
        return HttpResponse(status=204)
    own = style()
    facts = {
        "chart": chart_of((asked or shown)[0]),
        "style": own,
        "title": gettext("Place after each round"),
    }
    answer = render(request, "public/places.svg", facts, content_type="image/svg+xml")
    answer.headers["Content-Security-Policy"] = _limits(own)
    return answer


def _limits(own: str) -> str:
    """What the picture may do where it is opened by itself: nothing, but to have its own style."""
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"


def _courses(event: Event) -> list[Courses]:
    stage = last_stage(event)
    snapshot = visible_snapshot(stage)
    return courses(stage, snapshot) if snapshot else []
