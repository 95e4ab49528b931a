"""How a session is divided, the sessions that follow, and who comes to them."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.response import Response

from tournaments.actions.contestants.attendance import come_to_session, miss_session
from tournaments.actions.events.next_session import plan_session
from tournaments.actions.idempotency import Answer
from tournaments.actions.offline.result_upload import receive_result_upload
from tournaments.actions.rounds.division import divide_session
from tournaments.actions.rounds.sessions import start_section
from tournaments.api.permissions import (
    club_director_actor,
    required_idempotency_key,
    section_director_actor,
)
from tournaments.api.serializers import events, request_bodies, sections
from tournaments.api.views.base import IDEMPOTENCY_KEY, ActionView, PublicListView, action_schema
from tournaments.api.views.events import get_event_or_404
from tournaments.api.views.leaving_and_joining import EventActionView, Submitted
from tournaments.api.views.sessions import SessionActionView, get_session_or_404
from tournaments.models import Event, Section
from tournaments.permissions.actor import Actor


class SectionListView(PublicListView):
    """The sections of a session."""

    serializer_class = sections.SectionSerializer

    def get_queryset(self) -> QuerySet[Section]:
        """By number."""
        session = get_session_or_404(self.kwargs["session"])
        return session.sections.select_related("session__stage__event", "venue").order_by("number")


class DivideSessionView(SessionActionView):
    """A session divided."""

    @action_schema(sections.DivisionBody, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Its sections in place of those it has, before it starts."""
        actor, body = self.actor(session), sections.DivisionBody(data=request.data)
        body.is_valid(raise_exception=True)
        found, said = get_session_or_404(session), ["divide", session, body.validated_data]
        self.run_once(actor, said, lambda: divide_session(found, body.division(), actor))
        return self.done(session)


class StartSectionView(ActionView):
    """A section begun by itself."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, session: int, number: int) -> Response:
        """Its first round begins, whatever other sections do."""
        sections_here = Section.objects.select_related("session__stage__event__club")
        found = get_object_or_404(sections_here, session=get_session_or_404(session), number=number)
        actor = section_director_actor(request, found)
        said = ["begin", found.pk]
        self.run_once(actor, said, lambda: start_section(found, actor))
        return Response(events.SessionSerializer(get_session_or_404(session)).data)


class ResultUploadView(ActionView):
    """Results of a section that travels."""

    @action_schema(sections.DeliveryBody, sections.DeliveryAnswer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """Store what is not known yet: sent twice, late, in pieces and in any order it comes to
        the same."""
        found = get_event_or_404(event)
        actor, key = club_director_actor(request, found.club), required_idempotency_key(request)
        body = sections.DeliveryBody(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(receive_result_upload(found, body.validated_data, actor, key), status=201)


class NextSessionView(EventActionView):
    """Another session of the stage that is played."""

    digest_prefix = "NextSession"

    @action_schema(None, events.SessionSerializer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """It has the sections, rounds and boards of the one before, and waits for its deal."""
        answer = self.answer_once(event, request_bodies.EmptyBody(data=request.data), _plan)
        return Response(
            events.SessionSerializer(get_session_or_404(answer["session"])).data, status=201
        )


class MissSessionView(EventActionView):
    """A contestant who does not come to the last session."""

    digest_prefix = "Miss"

    @action_schema(
        request_bodies.ContestantBody, request_bodies.ContestantBody, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """What he played before stays; the rounds are planned anew."""
        return Response(
            self.answer_once(event, request_bodies.ContestantBody(data=request.data), _miss)
        )


class AttendSessionView(EventActionView):
    """A contestant who comes to the last session after all."""

    digest_prefix = "Come"

    @action_schema(
        request_bodies.ContestantBody, request_bodies.ContestantBody, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, event: int) -> Response:
        """Where a place is; the rounds are planned anew."""
        return Response(
            self.answer_once(event, request_bodies.ContestantBody(data=request.data), _come)
        )


def _plan(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    return {"session": plan_session(event, actor).pk}


def _miss(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    miss_session(event, _row_of(event, submitted["contestant"]), actor)
    return submitted


def _come(event: Event, submitted: Submitted, actor: Actor) -> Answer:
    come_to_session(event, _row_of(event, submitted["contestant"]), actor)
    return submitted


def _row_of(event: Event, number: int) -> int:
    """The row of a contestant by his number; 0, which nobody has, where there is none."""
    return event.contestants.filter(number=number).values_list("pk", flat=True).first() or 0
