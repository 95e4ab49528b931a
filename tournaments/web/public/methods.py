"""The page that scores the same results by the other methods."""

from django.http import HttpRequest, HttpResponse

from tournaments.access.heavy_pages import built_once
from tournaments.access.page_cache import page
from tournaments.access.snapshots import last_stage, visible_snapshot
from tournaments.queries.standings.latest import section_names
from tournaments.scoring_pipeline.method_comparison import other_methods, ranked_otherwise
from tournaments.web.public.lookup import about_event, anybodys_page, event_at


@page
@built_once
def methods_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The standings beside what every other method would make of them, once all of it is open."""
    found = event_at(club, event)
    stage = last_stage(found)
    methods, snapshot, names = other_methods(stage), visible_snapshot(stage), section_names(stage)
    shown = ranked_otherwise(stage, snapshot) if methods and snapshot else []
    facts = {
        "methods": methods,
        "rankings": [(each, names.get(each.section, "")) for each in shown],
        "has_penalties": stage.penalties.exclude(amount_text="0").exists(),
    }
    return anybodys_page(request, "public/methods.html", about_event(request, found) | facts)
