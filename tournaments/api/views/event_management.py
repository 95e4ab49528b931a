"""Views that change, copy and delete events."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.actions.events.copy import copy_event
from tournaments.actions.events.delete import delete_event
from tournaments.actions.events.edit import edit_event
from tournaments.api.permissions import club_director_actor, required_idempotency_key
from tournaments.api.serializers import event_management, events, request_bodies
from tournaments.api.views.base import IDEMPOTENCY_KEY, ActionView, action_schema
from tournaments.api.views.events import get_unarchived_event_or_404


class EditEventView(ActionView):
    """Changes details of an event."""

    @action_schema(event_management.EditBody, events.EventSerializer)
    def post(self, request: Any, event: int) -> Response:
        """Change the details that the body names; other details stay as they are."""
        actor = club_director_actor(request, get_unarchived_event_or_404(event).club)
        body = event_management.EditBody(data=request.data)
        body.is_valid(raise_exception=True)
        details = body.validated_data
        self.run_once(actor, ["edit", event, details], lambda: edit_event(event, details, actor))
        return Response(events.EventSerializer(get_unarchived_event_or_404(event)).data)


class CopyEventView(ActionView):
    """Copies an event."""

    @action_schema(
        event_management.CopyBody,
        request_bodies.NewEventAnswer,
        status=201,
        key=IDEMPOTENCY_KEY,
    )
    def post(self, request: Any, event: int) -> Response:
        """Create an event like this one, with a session that is still to be dealt."""
        actor = club_director_actor(request, get_unarchived_event_or_404(event).club)
        key = required_idempotency_key(request)
        body = event_management.CopyBody(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(copy_event(event, body.plan(), actor, key), status=201)


class DeleteEventView(ActionView):
    """Deletes an event."""

    @extend_schema(request=event_management.DeleteBody, responses={204: None})
    def post(self, request: Any, event: int) -> Response:
        """Delete an event with everything in it.

        Only an owner of the club may delete it, and not while a session with results is running.
        """
        actor = club_director_actor(request, get_unarchived_event_or_404(event).club)
        body = event_management.DeleteBody(data=request.data)
        body.is_valid(raise_exception=True)
        delete_event(event, body.validated_data["name"], actor)
        return Response(status=204)
