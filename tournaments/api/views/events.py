"""Views that list, create, read and publish events, and list their sessions."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.response import Response

from tournaments.actions.events.create_with_session import create_event_from_names
from tournaments.actions.events.publish import publish_event
from tournaments.actions.idempotency import Answer, idempotent
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
from tournaments.permissions.actor import Actor

Submitted = dict[str, Any]

CLUB_PARAMETER = OpenApiParameter("club", str, description="Only events of this club.")


def get_unarchived_event_or_404(event_id: int) -> Event:
    """Return an event that is not archived, with its club, or raise `Http404`."""
    return get_object_or_404(Event.objects.unarchived().select_related("club"), pk=event_id)


class EventActionView(ActionView):
    """Base of the views that run an action on an event once per idempotency key.

    The user must be a director of the event's club.
    """

    # First part of the idempotency digest. It is stored with every key, so it must never change.
    digest_prefix: str

    def answer_once(
        self, event_id: int, body: Any, action: Callable[[Event, Submitted, Actor], Answer]
    ) -> Answer:
        """Validate the body, and return the answer of the action.

        If the action has run before under the request's key, return the stored answer. `action` is
        called with the event, the validated body and the actor.
        """
        event = get_unarchived_event_or_404(event_id)
        actor = club_director_actor(self.request, event.club)
        key = required_idempotency_key(self.request)
        body.is_valid(raise_exception=True)
        submitted = body.validated_data
        digested = [self.digest_prefix, event.pk, submitted]
        return idempotent(actor, key, digested, lambda: action(event, submitted, actor))


@extend_schema_view(get=extend_schema(parameters=[CLUB_PARAMETER]))
class EventListView(PublicListView):
    """Lists all events, newest first, and creates an event together with its first session."""

    parameters = PublicListView.parameters | {"club"}
    serializer_class = events.EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        """Return the events, or those of the club in the query string."""
        queryset = Event.objects.unarchived().filter(rehearsal=None).select_related("club")
        queryset = queryset.prefetch_related("stages__sessions")
        club = self.request.query_params.get("club")
        return queryset if club is None else queryset.filter(club__slug=club.replace("\0", ""))

    @extend_schema(
        request=request_bodies.NewEventBody,
        responses={201: request_bodies.NewEventAnswer},
        parameters=[IDEMPOTENCY_KEY],
        filters=False,
    )
    def post(self, request: Any) -> Response:
        """Create an event with its contestants and a session that is still to be dealt."""
        require_director(request)
        body = request_bodies.NewEventBody(data=request.data)
        key = required_idempotency_key(request)
        body.is_valid(raise_exception=True)
        club = get_object_or_404(Club, slug=body.validated_data["club"])
        plan = body.plan()
        answer = create_event_from_names(club, plan, club_director_actor(request, club), key)
        return Response(answer, status=201)


class EventView(PublicView):
    """Reads one event."""

    @extend_schema(responses=events.EventSerializer)
    def get(self, request: Any, event: int) -> Response:
        """Return an event with its game, method, options and state."""
        return Response(events.EventSerializer(get_unarchived_event_or_404(event)).data)


class PublishEventView(ActionView):
    """Publishes the final standings of an event."""

    @action_schema(request_bodies.AcceptOpenBody, events.EventSerializer)
    def post(self, request: Any, event: int) -> Response:
        """Publish the standings as final; publishing twice is harmless.

        Every session must be finished. Without `sure`, open results are reported as problems.
        """
        actor = club_director_actor(request, get_unarchived_event_or_404(event).club)
        sure = request_bodies.accepts_open_results(request)
        self.run_once(
            actor, ["publish", event, sure], lambda: publish_event(event, actor, sure=sure)
        )
        return Response(events.EventSerializer(get_unarchived_event_or_404(event)).data)


class SessionListView(PublicListView):
    """Lists the sessions of an event in order of play."""

    serializer_class = events.SessionSerializer

    def get_queryset(self) -> QuerySet[Session]:
        """Return the sessions in order of play."""
        sessions = Session.objects.filter(
            stage__event=get_unarchived_event_or_404(self.kwargs["event"])
        )
        return sessions.select_related("stage").order_by("stage__number", "number")
