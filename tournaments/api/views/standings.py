"""The standings of an event."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.response import Response

from tournaments.access.shown_standings import last_stage, visible_snapshot
from tournaments.api.pagination import positive_query_parameter
from tournaments.api.serializers import standings
from tournaments.api.serializers.explanations import EXPLAINED_PARAMETER
from tournaments.api.views.base import PublicView
from tournaments.api.views.events import get_event_or_404
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
    description="The standings of this stage, not of the last.",
)

SECTION_PARAMETER = OpenApiParameter(
    "section",
    str,
    description="Only those who play in this section, by its name, ranked among themselves.",
)

CATEGORY_PARAMETER = OpenApiParameter(
    "category",
    str,
    description="Only those who are in this category, by its name, ranked among themselves.",
)

PAGE_PARAMETER = OpenApiParameter(
    "page",
    {"type": "integer", "minimum": 1},
    description="One page of each ranking, two hundred contestants, in place of all of it; "
    "of one that has fewer pages, its last.",
)


class StandingsView(PublicView):
    """The standings of a stage of an event: of its last, unless another is asked for."""

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
        """The latest snapshot, never recomputed for the asking."""
        found = get_event_or_404(event)
        stage = _stage_asked(found, request.query_params.get("stage"))
        told = standings_context(stage, visible_snapshot(stage))
        shown = _section_asked(stage, told["standings"], request.query_params.get("section"))
        shown = _category_asked(found, shown, request.query_params.get("category"))
        if shown and "explained" in request.query_params:
            shown = with_explanations(stage, shown)
        told |= {"standings": _page_asked(shown, request), "reveals": reveals_of_event(found)}
        return Response(standings.StandingsSerializer(told, context={"request": request}).data)


def _section_asked(
    stage: Stage, standings: ShownStandings | None, asked: str | None
) -> ShownStandings | None:
    """The standings of the section that was asked for, if one was; raises `NotFound` for one
    there is not."""
    if asked is None:
        return standings
    if asked not in parts_to_show(stage):
        raise NotFound
    return standings and standings_of_part(stage, standings, asked)


def _category_asked(
    event: Event, standings: ShownStandings | None, asked: str | None
) -> ShownStandings | None:
    """The standings of the category asked for, if one was; raises `NotFound` for one there is
    not."""
    if asked is None:
        return standings
    if asked not in categories_to_show(event):
        raise NotFound
    return standings and standings_of_category(event, standings, asked)


def _page_asked(standings: ShownStandings | None, request: Any) -> ShownStandings | None:
    """The page that was asked for, if one was; raises `NotFound` for one there is not."""
    if "page" not in request.query_params:
        return standings
    page = positive_query_parameter(request, "page", 1)
    if page > (standings.pages if standings else 1):
        raise NotFound
    return standings and standings.at_page(page)


def _stage_asked(event: Event, asked: str | None) -> Stage:
    """The stage of the number that was asked for, or the last; raises `Http404`."""
    if asked is None:
        return last_stage(event)
    found = next((stage for stage in event.stages.all() if str(stage.number) == asked), None)
    if found is None:
        raise Http404
    return found
