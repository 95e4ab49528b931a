"""The standings of an event."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.response import Response

from tournaments.access.shown_standings import get_last_stage_or_404, visible_snapshot
from tournaments.api.pagination import parse_positive_parameter
from tournaments.api.serializers import standings
from tournaments.api.serializers.explanations import EXPLAINED_PARAMETER
from tournaments.api.views.base import PublicView
from tournaments.api.views.events import get_unarchived_event_or_404
from tournaments.models import Event, Stage
from tournaments.queries.results.play_reveals import reveals_of_event
from tournaments.queries.standings.explained_standings import with_explanations
from tournaments.queries.standings.latest import standings_context
from tournaments.queries.standings.partial_rankings import (
    categories_to_show,
    parts_to_show,
    standings_of_category,
    standings_of_part,
)
from tournaments.queries.standings.ranking import ShownStandings

STAGE_PARAMETER = OpenApiParameter(
    "stage",
    {"type": "integer", "minimum": 1},
    description="The number of a stage, instead of the last one.",
)

SECTION_PARAMETER = OpenApiParameter(
    "section",
    str,
    description="The name of a section: only its contestants, ranked among themselves.",
)

CATEGORY_PARAMETER = OpenApiParameter(
    "category",
    str,
    description="The name of a category: only its contestants, ranked among themselves.",
)

PAGE_PARAMETER = OpenApiParameter(
    "page",
    {"type": "integer", "minimum": 1},
    description="The number of a page. Each ranking then has the two hundred contestants of that "
    "page instead of all its contestants; a ranking with fewer pages has those of its last page.",
)


class StandingsView(PublicView):
    """The standings of a stage of an event, by default of its last one."""

    parameters = frozenset({"stage", "section", "category", "page", "explained"})

    @extend_schema(
        parameters=[
            STAGE_PARAMETER,
            SECTION_PARAMETER,
            CATEGORY_PARAMETER,
            PAGE_PARAMETER,
            EXPLAINED_PARAMETER,
        ],
        responses=standings.StandingsSerializer,
    )
    def get(self, request: Any, event: int) -> Response:
        """Return the latest snapshot; requests never recompute it."""
        event_row = get_unarchived_event_or_404(event)
        stage = _requested_stage(event_row, request.query_params.get("stage"))
        context = standings_context(stage, visible_snapshot(stage))
        shown_standings = _in_section(
            stage, context["standings"], request.query_params.get("section")
        )
        shown_standings = _in_category(
            event_row, shown_standings, request.query_params.get("category")
        )
        if shown_standings and "explained" in request.query_params:
            shown_standings = with_explanations(stage, shown_standings)
        context |= {
            "standings": _requested_page(shown_standings, request),
            "reveals": reveals_of_event(event_row),
        }
        serializer = standings.StandingsSerializer(context, context={"request": request})
        return Response(serializer.data)


def _in_section(
    stage: Stage, standings: ShownStandings | None, section: str | None
) -> ShownStandings | None:
    """Return the standings of a section, or all for None.

    Raises `NotFound` if no section with this name is ranked.
    """
    if section is None:
        return standings
    if section not in parts_to_show(stage):
        raise NotFound
    return standings and standings_of_part(stage, standings, section)


def _in_category(
    event: Event, standings: ShownStandings | None, category: str | None
) -> ShownStandings | None:
    """Return the standings of a category, or all for None.

    Raises `NotFound` if the event has no category with this name.
    """
    if category is None:
        return standings
    if category not in categories_to_show(event):
        raise NotFound
    return standings and standings_of_category(event, standings, category)


def _requested_page(standings: ShownStandings | None, request: Any) -> ShownStandings | None:
    """Return the page that the query string names, or all rankings if it names none.

    Raises `NotFound` for a page after the last one of the longest ranking.
    """
    if "page" not in request.query_params:
        return standings
    page = parse_positive_parameter(request, "page", 1)
    if page > (standings.pages if standings else 1):
        raise NotFound
    return standings and standings.at_page(page)


def _requested_stage(event: Event, number: str | None) -> Stage:
    """Return the stage with a number, or the last one for None.

    Raises `Http404` if the event has no stage with this number.
    """
    if number is None:
        return get_last_stage_or_404(event)
    stages = (stage for stage in event.stages.all() if str(stage.number) == number)
    stage = next(stages, None)
    if stage is None:
        raise Http404
    return stage
