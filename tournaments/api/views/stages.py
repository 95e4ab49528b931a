"""Views that create the next stage or session of an event, and list who qualified."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.response import Response

from tournaments.access.shown_standings import get_last_stage_or_404
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import knock_out_plan
from tournaments.actions.idempotency import Answer
from tournaments.api.serializers import events, request_bodies, stages
from tournaments.api.views.base import IDEMPOTENCY_KEY, PublicListView, action_schema
from tournaments.api.views.events import EventActionView, Submitted, get_unarchived_event_or_404
from tournaments.api.views.sessions import get_session_or_404
from tournaments.models import Event, Qualifier
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.results_shown import is_embargoed


class NewSessionView(EventActionView):
    """Base of the views whose action creates a session."""

    def new_session_response(self, answer: Answer) -> Response:
        """Return a 201 response with the session whose id is in the action's answer."""
        session = get_session_or_404(answer["session"])
        return Response(events.SessionSerializer(session).data, status=201)


class CreateKnockOutView(NewSessionView):
    """Creates a knock-out as the next stage."""

    digest_prefix = "KnockOut"

    @action_schema(
        request_bodies.KnockOutBody, events.SessionSerializer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """Create a knock-out of the best contestants of the stage that is over.

        The given number of contestants of each group advance. The best of the others fill the
        bracket up to the next power of two. The session is still to be dealt.
        """
        body = request_bodies.KnockOutBody(data=request.data)
        return self.new_session_response(self.answer_once(event, body, _create_knock_out))


class CreateFinalsView(NewSessionView):
    """Creates one or more finals as the next stage."""

    digest_prefix = "NextStage"

    @action_schema(stages.NextStageBody, events.SessionSerializer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """Create the finals of the next stage; the standings decide who plays in which.

        The first session of the stage is still to be dealt.
        """
        body = stages.NextStageBody(data=request.data)

        def create_finals(event: Event, _submitted: Submitted, actor: Actor) -> Answer:
            return {"session": create_next_stage(event, body.plan(), actor).pk}

        return self.new_session_response(self.answer_once(event, body, create_finals))


class CreateNextSessionView(NewSessionView):
    """Adds a session to the current stage."""

    digest_prefix = "NextSession"

    @action_schema(None, events.SessionSerializer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """Create a session with the sections, rounds and boards of the previous one.

        It is still to be dealt.
        """
        body = request_bodies.EmptyBody(data=request.data)
        return self.new_session_response(self.answer_once(event, body, _create_next_session))


class QualifierListView(PublicListView):
    """The contestants who qualified for the stages after the first.

    They are listed by stage and seed. During a standings embargo they are listed by stage and
    number, because their order would reveal the seeds.
    """

    serializer_class = stages.QualifierSerializer

    def get_queryset(self) -> QuerySet[Qualifier]:
        """Return the qualifiers by stage, then by seed or, during an embargo, by number."""
        event = get_unarchived_event_or_404(self.kwargs["event"])
        qualifiers = Qualifier.objects.filter(stage__event=event).select_related(
            "stage__event", "contestant"
        )
        return qualifiers.order_by(
            "stage__number", "contestant__number" if is_embargoed(event) else "seed"
        )


def _create_knock_out(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    plan = knock_out_plan(get_last_stage_or_404(event), submitted["places"])
    return {"session": create_next_stage(event, plan, actor).pk}


def _create_next_session(event: Event, _submitted: Submitted, actor: Actor) -> Answer:
    return {"session": create_next_session(event, actor).pk}
