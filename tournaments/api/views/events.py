"""Events, those who play in them, and what they have come to."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.exceptions import NotFound
from rest_framework.response import Response

from tournaments.access.snapshots import last_stage, visible_snapshot
from tournaments.actions.events.event import publish_event
from tournaments.actions.events.setup import set_up_event
from tournaments.api.pagination import asked_number
from tournaments.api.permissions import director_of, one_time_key, require_director
from tournaments.api.serializers import bodies, facts, results
from tournaments.api.serializers.explained import EXPLAINED
from tournaments.api.views.route import KEY, ActRoute, Many, One, act
from tournaments.models import Club, Contestant, Event, Session, Stage
from tournaments.queries.results.reveals import reveals_of
from tournaments.queries.scorecards.scorecards import public_scorecard
from tournaments.queries.standings.explained_standings import with_explanations
from tournaments.queries.standings.latest import told_standings
from tournaments.queries.standings.partial_rankings import (
    categories_to_show,
    of_category,
    of_part,
    parts_to_show,
)
from tournaments.queries.standings.ranking import ShownStandings


def event_numbered(event_id: int) -> Event:
    """An event; raises `Http404`."""
    return get_object_or_404(Event.objects.shown().select_related("club"), pk=event_id)


OF_CLUB = OpenApiParameter("club", str, description="Only events of this club.")


@extend_schema_view(get=extend_schema(parameters=[OF_CLUB]))
class EventsRoute(Many):
    """All events, the newest first; a director creates one with its first session."""

    parameters = Many.parameters | {"club"}
    serializer_class = facts.EventShape

    def get_queryset(self) -> QuerySet[Event]:
        """Those of the club that was asked for, or all."""
        events = Event.objects.shown().filter(rehearsal=None).select_related("club")
        events = events.prefetch_related("stages__sessions")
        club = self.request.query_params.get("club")
        return events if club is None else events.filter(club__slug=club.replace("\0", ""))

    @extend_schema(
        request=bodies.EveningBody,
        responses={201: bodies.EveningAnswer},
        parameters=[KEY],
        filters=False,
    )
    def post(self, request: Any) -> Response:
        """Create an event with its contestants and a session that waits for its deal."""
        require_director(request)
        body = bodies.EveningBody(data=request.data)
        key = one_time_key(request)
        body.is_valid(raise_exception=True)
        club = get_object_or_404(Club, slug=body.validated_data["club"])
        return Response(
            set_up_event(club, body.plan(), director_of(request, club), key), status=201
        )


class EventRoute(One):
    """An event."""

    @extend_schema(responses=facts.EventShape)
    def get(self, request: Any, event: int) -> Response:
        """Its game, method and options, and how far it is."""
        return Response(facts.EventShape(event_numbered(event)).data)


class PublishRoute(ActRoute):
    """The standings declared final."""

    @act(bodies.SureBody, facts.EventShape)
    def post(self, request: Any, event: int) -> Response:
        """Every session must be finished; what is open is told to who is not sure; twice is
        harmless."""
        found = event_numbered(event)
        actor, sure = director_of(request, found.club), bodies.is_sure(request)
        self.at_most_once(
            actor, ["publish", event, sure], lambda: publish_event(event, actor, sure=sure)
        )
        return Response(facts.EventShape(event_numbered(event)).data)


class SessionsRoute(Many):
    """The sessions of an event."""

    serializer_class = facts.SessionShape

    def get_queryset(self) -> QuerySet[Session]:
        """In the order in which they are played."""
        sessions = Session.objects.filter(stage__event=event_numbered(self.kwargs["event"]))
        return sessions.select_related("stage").order_by("stage__number", "number")


class ContestantsRoute(Many):
    """The contestants of an event."""

    serializer_class = facts.EnteredShape

    def get_queryset(self) -> QuerySet[Contestant]:
        """By number."""
        return (
            event_numbered(self.kwargs["event"])
            .contestants.order_by("number")
            .prefetch_related("categories")
        )


@extend_schema_view(get=extend_schema(parameters=[EXPLAINED]))
class ScorecardRoute(Many):
    """All that one contestant did, round by round, with nothing of a sealed board."""

    parameters = Many.parameters | {"explained"}
    serializer_class = results.CardRoundShape

    def get_queryset(self) -> Any:
        """The rounds he has begun."""
        contestants = Contestant.objects.filter(event__archived_at=None).select_related("event")
        return public_scorecard(
            get_object_or_404(contestants, event=self.kwargs["event"], number=self.kwargs["number"])
        )


OF_STAGE = OpenApiParameter(
    "stage",
    {"type": "integer", "minimum": 1},
    description="The standings of this stage, not of the last.",
)

OF_SECTION = OpenApiParameter(
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
        parameters=[OF_STAGE, OF_SECTION, OF_CATEGORY, PAGE_OF_EACH, EXPLAINED],
        responses=results.StandingsShape,
    )
    def get(self, request: Any, event: int) -> Response:
        """The latest snapshot, never recomputed for the asking."""
        found = event_numbered(event)
        stage = _stage_asked(found, request.query_params.get("stage"))
        told = told_standings(stage, visible_snapshot(stage))
        shown = _section_asked(stage, told["standings"], request.query_params.get("section"))
        shown = _category_asked(found, shown, request.query_params.get("category"))
        if shown and "explained" in request.query_params:
            shown = with_explanations(stage, shown)
        told |= {"standings": _page_asked(shown, request), "reveals": reveals_of(found)}
        return Response(results.StandingsShape(told, context={"request": request}).data)


def _section_asked(
    stage: Stage, standings: ShownStandings | None, asked: str | None
) -> ShownStandings | None:
    """The standings of the section that was asked for, if one was; raises `NotFound` for one
    there is not."""
    if asked is None:
        return standings
    if asked not in parts_to_show(stage):
        raise NotFound
    return standings and of_part(stage, standings, asked)


def _category_asked(
    event: Event, standings: ShownStandings | None, asked: str | None
) -> ShownStandings | None:
    """The standings of the category asked for, if one was; raises `NotFound` for one there is
    not."""
    if asked is None:
        return standings
    if asked not in categories_to_show(event):
        raise NotFound
    return standings and of_category(event, standings, asked)


def _page_asked(standings: ShownStandings | None, request: Any) -> ShownStandings | None:
    """The page that was asked for, if one was; raises `NotFound` for one there is not."""
    if "page" not in request.query_params:
        return standings
    page = asked_number(request, "page", 1)
    if page > (standings.pages if standings else 1):
        raise NotFound
    return standings and standings.turned_to(page)


def _stage_asked(event: Event, asked: str | None) -> Stage:
    """The stage of the number that was asked for, or the last; raises `Http404`."""
    if asked is None:
        return last_stage(event)
    found = next((stage for stage in event.stages.all() if str(stage.number) == asked), None)
    if found is None:
        raise Http404
    return found
