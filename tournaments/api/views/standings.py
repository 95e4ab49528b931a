"""The standings of an event."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.response import Response

from tournaments.access.shown_standings import last_stage, visible_snapshot
from tournaments.api.pagination import asked_number
from tournaments.api.serializers import standings
from tournaments.api.serializers.explained import EXPLAINED
from tournaments.api.views.events import event_numbered
from tournaments.api.views.route import One
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

OF_STAGE = OpenApiParameter(
    "stage",
    {"type": "integer", "minimum": 1},
    description="The standings of this stage, not of the last.",
)

PLACE_IN_SECTION = OpenApiParameter(
    "section",
    str,
    description="Only those who play in this section, by its name, ranked among themselves.",
)

OF_CATEGORY = OpenApiParameter(
    "category",
    str,
    description="Only those who are in this category, by its name, ranked among themselves.",
)

PAGE_OF_EACH = OpenApiParameter(
    "page",
    {"type": "integer", "minimum": 1},
    description="One page of each ranking, two hundred contestants, in place of all of it; "
    "of one that has fewer pages, its last.",
)


class StandingsRoute(One):
    """The standings of a stage of an event: of its last, unless another is asked for."""

    parameters = frozenset({"stage", "section", "category", "page", "explained"})

    @extend_schema(
        parameters=[OF_STAGE, PLACE_IN_SECTION, OF_CATEGORY, PAGE_OF_EACH, EXPLAINED],
        responses=standings.StandingsShape,
    )
    def get(self, request: Any, event: int) -> Response:
        """The latest snapshot, never recomputed for the asking."""
        found = event_numbered(event)
        stage = _stage_asked(found, request.query_params.get("stage"))
        told = standings_context(stage, visible_snapshot(stage))
        shown = _section_asked(stage, told["standings"], request.query_params.get("section"))
        shown = _category_asked(found, shown, request.query_params.get("category"))
        if shown and "explained" in request.query_params:
            shown = with_explanations(stage, shown)
        told |= {"standings": _page_asked(shown, request), "reveals": reveals_of_event(found)}
        return Response(standings.StandingsShape(told, context={"request": request}).data)


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
    page = asked_number(request, "page", 1)
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
