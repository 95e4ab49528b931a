"""Who leaves an event that has begun, who comes late, and who goes on to the next stage."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from rest_framework.response import Response

from tournaments.access.shown_standings import last_stage
from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.contestants.pasted_list import parse_one_contestant
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import knock_out_plan
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.api.permissions import director_of, one_time_key
from tournaments.api.serializers import facts, request_bodies, stages
from tournaments.api.views.events import event_numbered
from tournaments.api.views.route import KEY, ActRoute, Many, act
from tournaments.api.views.sessions import session_numbered
from tournaments.forms import new_idempotency_key
from tournaments.models import Event, Qualifier
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.contestants.late_arrival_seats import find_late_arrival_seats
from tournaments.queries.rounds.seating import first_tables

Submitted = dict[str, Any]


class EventActRoute(ActRoute):
    """An act on an event, done once under its key by a director of its club."""

    act_key: str
    """What the digest of a body begins with; kept with every key, so that it may never change."""

    def done_once(
        self, event_id: int, body: Any, do: Callable[[Event, Submitted, Actor], Answer]
    ) -> Answer:
        """What `do` answers to a body of the right shape, now or when it was sent before."""
        event = event_numbered(event_id)
        actor, key = director_of(self.request, event.club), one_time_key(self.request)
        body.is_valid(raise_exception=True)
        submitted = body.validated_data
        return idempotent(
            actor, key, [self.act_key, event.pk, submitted], lambda: do(event, submitted, actor)
        )


class LeaveRoute(EventActRoute):
    """A contestant gone while the event is played."""

    act_key = "Leave"

    @act(request_bodies.LeaveBody, request_bodies.LeaveAnswer, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """What he has played stays, what he was still to play is void, or of whoever plays
        instead."""
        return Response(self.done_once(event, request_bodies.LeaveBody(data=request.data), _leave))


class JoinRoute(EventActRoute):
    """A contestant who comes while the event is played."""

    act_key = "Join"

    @act(request_bodies.JoinBody, request_bodies.JoinAnswer, status=201, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """In the next draw, or at the empty place of a fixed plan; of a section, where some are
        at venues."""
        return Response(
            self.done_once(event, request_bodies.JoinBody(data=request.data), _join), status=201
        )


class KnockOutRoute(EventActRoute):
    """The next stage: the best of the one that is over."""

    act_key = "KnockOut"

    @act(request_bodies.KnockOutBody, facts.SessionShape, status=201, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """So many of each group go on, and the best others as far as there is room; its session
        waits."""
        answer = self.done_once(event, request_bodies.KnockOutBody(data=request.data), _go_on)
        return Response(facts.SessionShape(session_numbered(answer["session"])).data, status=201)


class NextStageRoute(EventActRoute):
    """The next stage: finals for those who have come so far."""

    act_key = "NextStage"

    @act(stages.NextStageBody, facts.SessionShape, status=201, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """Who goes on to which final follows from the standings; the first session of the stage
        waits."""
        body = stages.NextStageBody(data=request.data)
        answer = self.done_once(event, body, lambda found, _said, actor: _made(found, body, actor))
        return Response(facts.SessionShape(session_numbered(answer["session"])).data, status=201)


class QualifiersRoute(Many):
    """Who came into the stages after the first."""

    serializer_class = stages.QualifierShape

    def get_queryset(self) -> QuerySet[Qualifier]:
        """By stage, best seeded first; by number while standings are held back, which seeds
        tell."""
        event = event_numbered(self.kwargs["event"])
        qualifiers = Qualifier.objects.filter(stage__event=event).select_related(
            "stage__event", "contestant"
        )
        return qualifiers.order_by(
            "stage__number", "contestant__number" if is_embargoed(event) else "seed"
        )


def _leave(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    said = submitted["instead"]
    instead = parse_one_contestant(said, event.players_each, "instead") if said.strip() else ""
    gone = (
        event.contestants.filter(number=submitted["contestant"])
        .values_list("pk", flat=True)
        .first()
    )
    # The request's key makes it once.
    left = withdraw_during_play(
        event, gone or 0, CorrectionRequest(actor, new_idempotency_key()), instead
    )
    return {"contestant": submitted["contestant"], "instead": left["comes"]}


def _join(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    name = parse_one_contestant(submitted["name"], event.players_each, "name")
    seats = find_late_arrival_seats(event, submitted.get("section", ""))
    joined = add_late_arrival(event, name, seats, CorrectionRequest(actor, new_idempotency_key()))
    newcomer = event.contestants.get(pk=joined["contestant"])
    table = next(iter(first_tables(newcomer)), None)
    return {
        "number": newcomer.number,
        "name": newcomer.name,
        "section": table.section.name if table else None,
        "table_label": table.label if table else None,
    }


def _go_on(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    plan = knock_out_plan(last_stage(event), submitted["places"])
    return {"session": create_next_stage(event, plan, actor).pk}


def _made(event: Event, body: stages.NextStageBody, actor: Actor) -> Answer:
    return {"session": create_next_stage(event, body.plan(), actor).pk}
