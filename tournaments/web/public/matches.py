"""The page of a match of teams."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.access.heavy_pages import built_once
from tournaments.access.page_cache import page
from tournaments.queries.boards.match_boards import read_match
from tournaments.web.public.lookup import about_event, anybodys_page, session_at


@page
@built_once
def match_view(
    request: HttpRequest, club: str, event: str, session: int, turn: int, number: int
) -> HttpResponse:
    """Both results of each open board side by side, and what they come to."""
    found = session_at(club, event, session)
    match = read_match(found, turn, number) if found.stage.event.at_two_tables else None
    if match is None:
        raise Http404
    about = about_event(request, found.stage.event)
    return anybodys_page(request, "public/match.html", about | {"match": match, "played": found})
