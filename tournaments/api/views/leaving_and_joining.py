"""Who leaves an event that has begun, who comes late, and who goes on to the next stage."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from rest_framework.response import Response

from tournaments.access.shown_standings import last_stage
from tournaments.actions.contestants.late_arrivals import join_event
from tournaments.actions.contestants.leaving import leave_event
from tournaments.actions.contestants.pasted_list import read_one_contestant
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.events.final_plans import knock_out_of_best
from tournaments.actions.events.next_stage import go_on
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.api.permissions import club_director_actor, required_idempotency_key
from tournaments.api.serializers import events, request_bodies, stages
from tournaments.api.views.base import IDEMPOTENCY_KEY, ActionView, PublicListView, action_schema
from tournaments.api.views.events import get_event_or_404
from tournaments.api.views.sessions import get_session_or_404
from tournaments.forms import new_idempotency_key
from tournaments.models import Event, Qualifier
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.contestants.late_arrival_seats import find_late_seats
from tournaments.queries.rounds.seating import first_tables

Submitted = dict[str, Any]


class EventActionView(ActionView):
    """An act on an event, done once under its key by a director of its club."""

    digest_prefix: str
    """What the digest of a body begins with; kept with every key, so that it may never change."""

    def answer_once(
        self, event_id: int, body: Any, do: Callable[[Event, Submitted, Actor], Answer]
    ) -> Answer:
        """What `do` answers to a body of the right shape, now or when it was sent before."""
        event = get_event_or_404(event_id)
        actor, key = (
            club_director_actor(self.request, event.club),
            required_idempotency_key(self.request),
        )
        body.is_valid(raise_exception=True)
        submitted = body.validated_data
        return idempotent(
            actor,
            key,
            [self.digest_prefix, event.pk, submitted],
            lambda: do(event, submitted, actor),
        )


class LeaveEventView(EventActionView):
    """A contestant gone while the event is played."""

    digest_prefix = "Leave"

    @action_schema(request_bodies.LeaveBody, request_bodies.LeaveAnswer, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """What he has played stays, what he was still to play is void, or of whoever plays
        instead."""
        return Response(
            self.answer_once(event, request_bodies.LeaveBody(data=request.data), _leave)
        )


class JoinEventView(EventActionView):
    """A contestant who comes while the event is played."""

    digest_prefix = "Join"

    @action_schema(
        request_bodies.JoinBody, request_bodies.JoinAnswer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """In the next draw, or at the empty place of a fixed plan; of a section, where some are
        at venues."""
        return Response(
            self.answer_once(event, request_bodies.JoinBody(data=request.data), _join), status=201
        )


class KnockOutView(EventActionView):
    """The next stage: the best of the one that is over."""

    digest_prefix = "KnockOut"

    @action_schema(
        request_bodies.KnockOutBody, events.SessionSerializer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """So many of each group go on, and the best others as far as there is room; its session
        waits."""
        answer = self.answer_once(event, request_bodies.KnockOutBody(data=request.data), _go_on)
        return Response(
            events.SessionSerializer(get_session_or_404(answer["session"])).data, status=201
        )


class NextStageView(EventActionView):
    """The next stage: finals for those who have come so far."""

    digest_prefix = "NextStage"

    @action_schema(stages.NextStageBody, events.SessionSerializer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """Who goes on to which final follows from the standings; the first session of the stage
        waits."""
        body = stages.NextStageBody(data=request.data)
        answer = self.answer_once(
            event, body, lambda found, _said, actor: _made(found, body, actor)
        )
        return Response(
            events.SessionSerializer(get_session_or_404(answer["session"])).data, status=201
        )


class QualifierListView(PublicListView):
    """Who came into the stages after the first."""

    serializer_class = stages.QualifierSerializer

    def get_queryset(self) -> QuerySet[Qualifier]:
        """By stage, best seeded first; by number while standings are held back, which seeds
        tell."""
        event = get_event_or_404(self.kwargs["event"])
        qualifiers = Qualifier.objects.filter(stage__event=event).select_related(
            "stage__event", "contestant"
        )
        return qualifiers.order_by(
            "stage__number", "contestant__number" if is_embargoed(event) else "seed"
        )


def _leave(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    said = submitted["instead"]
    instead = read_one_contestant(said, event.players_each, "instead") if said.strip() else ""
    gone = (
        event.contestants.filter(number=submitted["contestant"])
        .values_list("pk", flat=True)
        .first()
    )
    # The request's key makes it once.
    left = leave_event(event, gone or 0, CorrectionRequest(actor, new_idempotency_key()), instead)
    return {"contestant": submitted["contestant"], "instead": left["comes"]}


def _join(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    name = read_one_contestant(submitted["name"], event.players_each, "name")
    seats = find_late_seats(event, submitted.get("section", ""))
    joined = join_event(event, name, seats, CorrectionRequest(actor, new_idempotency_key()))
    newcomer = event.contestants.get(pk=joined["contestant"])
    table = next(iter(first_tables(newcomer)), None)
    return {
        "number": newcomer.number,
        "name": newcomer.name,
        "section": table.section.name if table else None,
        "table_label": table.label if table else None,
    }


def _go_on(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    plan = knock_out_of_best(last_stage(event), submitted["places"])
    return {"session": go_on(event, plan, actor).pk}


def _made(event: Event, body: stages.NextStageBody, actor: Actor) -> Answer:
    return {"session": go_on(event, body.plan(), actor).pk}
