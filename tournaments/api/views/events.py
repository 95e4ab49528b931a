"""Events and their sessions."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.response import Response

from tournaments.actions.events.create_with_session import set_up_event
from tournaments.actions.events.publish import publish_event
from tournaments.api.permissions import (
    club_director_actor,
    require_director,
    required_idempotency_key,
)
from tournaments.api.serializers import events, request_bodies
from tournaments.api.views.base import (
    IDEMPOTENCY_KEY,
    ActionView,
    PublicListView,
    PublicView,
    action_schema,
)
from tournaments.models import Club, Event, Session


def get_event_or_404(event_id: int) -> Event:
    """An event; raises `Http404`."""
    return get_object_or_404(Event.objects.shown().select_related("club"), pk=event_id)


CLUB_PARAMETER = OpenApiParameter("club", str, description="Only events of this club.")


@extend_schema_view(get=extend_schema(parameters=[CLUB_PARAMETER]))
class EventListView(PublicListView):
    """All events, the newest first; a director creates one with its first session."""

    parameters = PublicListView.parameters | {"club"}
    serializer_class = events.EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        """Those of the club that was asked for, or all."""
        events = Event.objects.shown().filter(rehearsal=None).select_related("club")
        events = events.prefetch_related("stages__sessions")
        club = self.request.query_params.get("club")
        return events if club is None else events.filter(club__slug=club.replace("\0", ""))

    @extend_schema(
        request=request_bodies.NewEventBody,
        responses={201: request_bodies.NewEventAnswer},
        parameters=[IDEMPOTENCY_KEY],
        filters=False,
    )
    def post(self, request: Any) -> Response:
        """Create an event with its contestants and a session that waits for its deal."""
        require_director(request)
        body = request_bodies.NewEventBody(data=request.data)
        key = required_idempotency_key(request)
        body.is_valid(raise_exception=True)
        club = get_object_or_404(Club, slug=body.validated_data["club"])
        return Response(
            set_up_event(club, body.plan(), club_director_actor(request, club), key), status=201
        )


class EventView(PublicView):
    """An event."""

    @extend_schema(responses=events.EventSerializer)
    def get(self, request: Any, event: int) -> Response:
        """Its game, method and options, and how far it is."""
        return Response(events.EventSerializer(get_event_or_404(event)).data)


class PublishEventView(ActionView):
    """The standings declared final."""

    @action_schema(request_bodies.AcceptOpenBody, events.EventSerializer)
    def post(self, request: Any, event: int) -> Response:
        """Every session must be finished; what is open is told to who is not sure; twice is
        harmless."""
        found = get_event_or_404(event)
        actor, sure = (
            club_director_actor(request, found.club),
            request_bodies.accepts_open_results(request),
        )
        self.run_once(
            actor, ["publish", event, sure], lambda: publish_event(event, actor, sure=sure)
        )
        return Response(events.EventSerializer(get_event_or_404(event)).data)


class SessionListView(PublicListView):
    """The sessions of an event."""

    serializer_class = events.SessionSerializer

    def get_queryset(self) -> QuerySet[Session]:
        """In the order in which they are played."""
        sessions = Session.objects.filter(stage__event=get_event_or_404(self.kwargs["event"]))
        return sessions.select_related("stage").order_by("stage__number", "number")
