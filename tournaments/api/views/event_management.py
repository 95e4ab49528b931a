"""An event as a whole: called otherwise or moved, made again, deleted."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.actions.events.copy import copy_event
from tournaments.actions.events.delete import delete_event
from tournaments.actions.events.edit import edit_event
from tournaments.api.permissions import director_of, one_time_key
from tournaments.api.serializers import facts, request_bodies, whole_events
from tournaments.api.views.events import event_numbered
from tournaments.api.views.route import KEY, ActRoute, act


class EditRoute(ActRoute):
    """What may still be changed about an event."""

    @act(whole_events.EditBody, facts.EventShape)
    def post(self, request: Any, event: int) -> Response:
        """Change what is named in the body; whatever is not named stays."""
        actor = director_of(request, event_numbered(event).club)
        body = whole_events.EditBody(data=request.data)
        body.is_valid(raise_exception=True)
        details = body.validated_data
        self.at_most_once(
            actor, ["edit", event, details], lambda: edit_event(event, details, actor)
        )
        return Response(facts.EventShape(event_numbered(event)).data)


class CopyRoute(ActRoute):
    """The same event again."""

    @act(whole_events.CopyBody, request_bodies.EveningAnswer, status=201, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """Make an event like this one, with a session of its own that waits for its deal."""
        actor, key = director_of(request, event_numbered(event).club), one_time_key(request)
        body = whole_events.CopyBody(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(copy_event(event, body.copy_wanted(), actor, key), status=201)


class DeleteRoute(ActRoute):
    """An event deleted for good."""

    @extend_schema(request=whole_events.DeleteBody, responses={204: None})
    def post(self, request: Any, event: int) -> Response:
        """Delete it with everything of it; an owner may, unless a session with results is
        running."""
        actor = director_of(request, event_numbered(event).club)
        body = whole_events.DeleteBody(data=request.data)
        body.is_valid(raise_exception=True)
        delete_event(event, body.validated_data["name"], actor)
        return Response(status=204)
