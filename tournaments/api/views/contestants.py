"""Views of contestants: list them, withdraw and add them, and record who misses a session."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.response import Response

from tournaments.actions.contestants.attendance import mark_absent, mark_present
from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.contestants.pasted_list import parse_one_contestant
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.idempotency import Answer
from tournaments.api.serializers import events, request_bodies
from tournaments.api.views.base import IDEMPOTENCY_KEY, PublicListView, action_schema
from tournaments.api.views.events import EventActionView, Submitted, get_unarchived_event_or_404
from tournaments.forms import new_idempotency_key
from tournaments.models import Contestant, Event
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.late_arrival_seats import find_late_arrival_seats
from tournaments.queries.rounds.seating import first_tables


class ContestantListView(PublicListView):
    """Lists the contestants of an event by number."""

    serializer_class = events.EventContestantSerializer

    def get_queryset(self) -> QuerySet[Contestant]:
        """Return the contestants by number."""
        return (
            get_unarchived_event_or_404(self.kwargs["event"])
            .contestants.order_by("number")
            .prefetch_related("categories")
        )


class LeaveEventView(EventActionView):
    """Withdraws a contestant from an event in progress."""

    digest_prefix = "Leave"

    @action_schema(request_bodies.LeaveBody, request_bodies.LeaveAnswer, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """Withdraw a contestant, with or without a replacement.

        The contestant's results stay. The replacement plays the remaining boards; without one,
        nobody plays them.
        """
        body = request_bodies.LeaveBody(data=request.data)
        return Response(self.answer_once(event, body, _leave))


class JoinEventView(EventActionView):
    """Adds a contestant to an event in progress."""

    digest_prefix = "Join"

    @action_schema(
        request_bodies.JoinBody, request_bodies.JoinAnswer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """Add a late contestant to the next draw, or to the vacant seats of a fixed plan.

        The section is required if some sections play at venues.
        """
        body = request_bodies.JoinBody(data=request.data)
        return Response(self.answer_once(event, body, _join), status=201)


class MissSessionView(EventActionView):
    """Marks a contestant as absent from the last session."""

    digest_prefix = "Miss"

    @action_schema(
        request_bodies.ContestantBody, request_bodies.ContestantBody, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """Mark a contestant as absent from the last session, and plan its rounds again.

        The contestant's results of earlier sessions stay.
        """
        body = request_bodies.ContestantBody(data=request.data)
        return Response(self.answer_once(event, body, _miss))


class AttendSessionView(EventActionView):
    """Marks a contestant as present in the last session again."""

    digest_prefix = "Come"

    @action_schema(
        request_bodies.ContestantBody, request_bodies.ContestantBody, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """Mark a contestant as present in the last session, and plan its rounds again."""
        body = request_bodies.ContestantBody(data=request.data)
        return Response(self.answer_once(event, body, _mark_present))


def _leave(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    text = submitted["instead"]
    replacement = parse_one_contestant(text, event.players_each, "instead") if text.strip() else ""
    # A new key is enough here: the key of the request already ensures that the action runs once.
    correction = CorrectionRequest(actor, new_idempotency_key())
    answer = withdraw_during_play(
        event, _contestant_id(event, submitted["contestant"]), correction, replacement
    )
    return {"contestant": submitted["contestant"], "instead": answer["comes"]}


def _join(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    name = parse_one_contestant(submitted["name"], event.players_each, "name")
    seats = find_late_arrival_seats(event, submitted.get("section", ""))
    answer = add_late_arrival(event, name, seats, CorrectionRequest(actor, new_idempotency_key()))
    contestant = event.contestants.get(pk=answer["contestant"])
    table = next(iter(first_tables(contestant)), None)
    return {
        "number": contestant.number,
        "name": contestant.name,
        "section": table.section.name if table else None,
        "table_label": table.label if table else None,
    }


def _miss(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    mark_absent(event, _contestant_id(event, submitted["contestant"]), actor)
    return submitted


def _mark_present(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    mark_present(event, _contestant_id(event, submitted["contestant"]), actor)
    return submitted


def _contestant_id(event: Event, number: int) -> int:
    """Return the id of a contestant, or 0, which no contestant has."""
    return event.contestants.filter(number=number).values_list("pk", flat=True).first() or 0
