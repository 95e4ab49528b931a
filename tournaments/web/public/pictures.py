"""The page of pictures: who met whom, how evenly they are compared, and the pace of the room."""

from django.http import HttpRequest, HttpResponse

from tournaments.access.heavy_pages import built_once
from tournaments.access.page_cache import page
from tournaments.access.snapshots import last_stage
from tournaments.queries.rounds.fairness import MOST_PICTURED, report_of
from tournaments.queries.rounds.meetings import meetings_of_rounds
from tournaments.queries.rounds.room_pace import room_pace
from tournaments.queries.rounds.rounds import rounds_of
from tournaments.web.public.lookup import about_event, anybodys_page, event_at


@page
@built_once
def pictures_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The last session in pictures, once its boards are fixed; the comparisons are of its whole
    stage.

    Those of everybody with everybody are worked out up to a field that can be pictured.
    """
    found = event_at(club, event)
    about = about_event(request, found)
    session = about["session"]
    rounds = [each for each in rounds_of(found) if each.session == session]
    is_pictured = rounds and found.contestants.count() <= MOST_PICTURED
    facts = {
        "meetings": meetings_of_rounds(rounds),
        "report": report_of(last_stage(found)) if is_pictured else None,
        "paces": room_pace(session) if rounds else (),
    }
    return anybodys_page(request, "public/pictures.html", about | facts)
