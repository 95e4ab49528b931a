"""Views of downloads."""

from collections.abc import Callable, Iterator, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.access.heavy_pages import cache_per_version
from tournaments.access.page_cache import public_page
from tournaments.access.shown_standings import get_last_stage_or_404, visible_snapshot
from tournaments.models import Event, Stage
from tournaments.queries.downloads.sheets import (
    Sheet,
    scorecards_sheet,
    seats_sheet,
    standings_sheet,
    travellers_sheet,
)
from tournaments.queries.standings.latest import standings_context
from tournaments.queries.standings.ranking import ShownStandings
from tournaments.web.downloads.files import FORMATS
from tournaments.web.public.page_context import (
    event_context,
    get_event_by_slugs_or_404,
    render_public,
)


def _visible_standings_sheet(event: Event) -> Sheet:
    return standings_sheet(event, _visible_standings(event))


def _visible_standings(event: Event) -> Iterator[tuple[Stage, ShownStandings]]:
    """Yield the visible standings of every stage, the latest first."""
    get_last_stage_or_404(event)
    for stage in sorted(event.stages.all(), key=lambda stage: -stage.number):
        if standings := standings_context(stage, visible_snapshot(stage))["standings"]:
            yield stage, standings


# Sheets by the name in their URL.
SHEETS: Mapping[str, Callable[[Event], Sheet]] = {
    "standings": _visible_standings_sheet,
    "seats": seats_sheet,
    "travellers": travellers_sheet,
    "scorecards": scorecards_sheet,
}


@public_page
def downloads_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """List the downloads of an event."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    embed_url = request.build_absolute_uri(
        reverse("embedded_standings", args=[club_slug, event_slug])
    )
    context = {
        "sheets": SHEETS,
        "kinds": FORMATS,
        "embed_url": embed_url,
        "listed": False,  # search engines would find nothing of use on the page
    }
    return render_public(request, "downloads/index.html", event_context(request, event) | context)


@public_page
@cache_per_version
def download_view(
    request: HttpRequest, club_slug: str, event_slug: str, sheet: str, ending: str
) -> HttpResponse:
    """Return a sheet of an event as a file; 404 for an unknown sheet or format."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    if sheet not in SHEETS or ending not in FORMATS:
        raise Http404
    content = FORMATS[ending].write(SHEETS[sheet](event))
    response = HttpResponse(content, content_type=FORMATS[ending].media_type)
    response.headers["Content-Disposition"] = (
        f'attachment; filename="{event.slug}-{sheet}.{ending}"'
    )
    return response
