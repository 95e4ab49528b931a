"""How a session is divided, the sessions that follow, and who comes to them."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.response import Response

from tournaments.actions.contestants.attendance import mark_absent, mark_present
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.idempotency import Answer
from tournaments.actions.offline.result_upload import receive_result_upload
from tournaments.actions.rounds.division import divide_session
from tournaments.actions.rounds.sessions import start_section
from tournaments.api.permissions import director_at, director_of, one_time_key
from tournaments.api.serializers import facts, request_bodies, sections
from tournaments.api.views.events import event_numbered
from tournaments.api.views.leaving_and_joining import EventActRoute, Submitted
from tournaments.api.views.route import KEY, ActRoute, Many, act
from tournaments.api.views.sessions import SessionActRoute, session_numbered
from tournaments.models import Event, Section
from tournaments.permissions.actor import Actor


class SectionsRoute(Many):
    """The sections of a session."""

    serializer_class = sections.SectionShape

    def get_queryset(self) -> QuerySet[Section]:
        """By number."""
        session = session_numbered(self.kwargs["session"])
        return session.sections.select_related("session__stage__event", "venue").order_by("number")


class DivideRoute(SessionActRoute):
    """A session divided."""

    @act(sections.DivisionBody, facts.SessionShape)
    def post(self, request: Any, session: int) -> Response:
        """Its sections in place of those it has, before it starts."""
        actor, body = self.actor(session), sections.DivisionBody(data=request.data)
        body.is_valid(raise_exception=True)
        found, said = session_numbered(session), ["divide", session, body.validated_data]
        self.at_most_once(actor, said, lambda: divide_session(found, body.division(), actor))
        return self.done(session)


class StartSectionRoute(ActRoute):
    """A section begun by itself."""

    @act(None, facts.SessionShape)
    def post(self, request: Any, session: int, number: int) -> Response:
        """Its first round begins, whatever other sections do."""
        sections_here = Section.objects.select_related("session__stage__event__club")
        found = get_object_or_404(sections_here, session=session_numbered(session), number=number)
        actor = director_at(request, found)
        said = ["begin", found.pk]
        self.at_most_once(actor, said, lambda: start_section(found, actor))
        return Response(facts.SessionShape(session_numbered(session)).data)


class DeliveriesRoute(ActRoute):
    """Results of a section that travels."""

    @act(sections.DeliveryBody, sections.DeliveryAnswer, status=201, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """Store what is not known yet: sent twice, late, in pieces and in any order it comes to
        the same."""
        found = event_numbered(event)
        actor, key = director_of(request, found.club), one_time_key(request)
        body = sections.DeliveryBody(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(receive_result_upload(found, body.validated_data, actor, key), status=201)


class NextSessionRoute(EventActRoute):
    """Another session of the stage that is played."""

    act_key = "NextSession"

    @act(None, facts.SessionShape, status=201, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """It has the sections, rounds and boards of the one before, and waits for its deal."""
        answer = self.done_once(event, request_bodies.NothingBody(data=request.data), _plan)
        return Response(facts.SessionShape(session_numbered(answer["session"])).data, status=201)


class MissRoute(EventActRoute):
    """A contestant who does not come to the last session."""

    act_key = "Miss"

    @act(request_bodies.ContestantBody, request_bodies.ContestantBody, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """What he played before stays; the rounds are planned anew."""
        return Response(
            self.done_once(event, request_bodies.ContestantBody(data=request.data), _miss)
        )


class ComeRoute(EventActRoute):
    """A contestant who comes to the last session after all."""

    act_key = "Come"

    @act(request_bodies.ContestantBody, request_bodies.ContestantBody, key=KEY)
    def post(self, request: Any, event: int) -> Response:
        """Where a place is; the rounds are planned anew."""
        return Response(
            self.done_once(event, request_bodies.ContestantBody(data=request.data), _come)
        )


def _plan(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    return {"session": create_next_session(event, actor).pk}


def _miss(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    mark_absent(event, _row_of(event, submitted["contestant"]), actor)
    return submitted


def _come(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    mark_present(event, _row_of(event, submitted["contestant"]), actor)
    return submitted


def _row_of(event: Event, number: int) -> int:
    """The row of a contestant by his number; 0, which nobody has, where there is none."""
    return event.contestants.filter(number=number).values_list("pk", flat=True).first() or 0
