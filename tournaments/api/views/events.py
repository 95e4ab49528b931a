"""Events and their sessions."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.response import Response

from tournaments.actions.events.create_with_session import set_up_event
from tournaments.actions.events.publish import publish_event
from tournaments.api.permissions import director_of, one_time_key, require_director
from tournaments.api.serializers import facts, request_bodies
from tournaments.api.views.route import KEY, ActRoute, Many, One, act
from tournaments.models import Club, Event, Session


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
        request=request_bodies.EveningBody,
        responses={201: request_bodies.EveningAnswer},
        parameters=[KEY],
        filters=False,
    )
    def post(self, request: Any) -> Response:
        """Create an event with its contestants and a session that waits for its deal."""
        require_director(request)
        body = request_bodies.EveningBody(data=request.data)
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

    @act(request_bodies.SureBody, facts.EventShape)
    def post(self, request: Any, event: int) -> Response:
        """Every session must be finished; what is open is told to who is not sure; twice is
        harmless."""
        found = event_numbered(event)
        actor, sure = director_of(request, found.club), request_bodies.is_sure(request)
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
