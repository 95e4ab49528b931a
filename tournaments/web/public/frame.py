"""The standings for a frame inside a page of another site, where the club lets that site."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.access.page_cache import page_with
from tournaments.web.public.lookup import anybodys_page, event_at
from tournaments.web.public.standings import latest_standings

_LIMITS = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors"
)
"""Those of every page, but for where it may be shown."""


@xframe_options_exempt
@page_with("section", "category", "page", "who")
def frame_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The standings and nothing else, for the sites that the club names; 404 where it names
    none."""
    found = event_at(club, event)
    sites = found.club.framed_by
    if not sites:
        raise Http404
    answer = anybodys_page(
        request, "public/frame.html", latest_standings(request, found) | {"listed": False}
    )
    answer.headers["Content-Security-Policy"] = " ".join(
        [_LIMITS, *(f"https://{site}" for site in sites)]
    )
    return answer
