"""Views of sections: list, divide and start them, and store results of offline sections."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.response import Response

from tournaments.actions.offline.result_upload import receive_result_upload
from tournaments.actions.rounds.division import divide_session
from tournaments.actions.rounds.sessions import start_section
from tournaments.api.permissions import (
    club_director_actor,
    required_idempotency_key,
    section_director_actor,
)
from tournaments.api.serializers import events, sections
from tournaments.api.views.base import IDEMPOTENCY_KEY, ActionView, PublicListView, action_schema
from tournaments.api.views.events import get_unarchived_event_or_404
from tournaments.api.views.sessions import SessionActionView, get_session_or_404
from tournaments.models import Section


class SectionListView(PublicListView):
    """Lists the sections of a session by number."""

    serializer_class = sections.SectionSerializer

    def get_queryset(self) -> QuerySet[Section]:
        """Return the sections by number."""
        session = get_session_or_404(self.kwargs["session"])
        return session.sections.select_related("session__stage__event", "venue").order_by("number")


class DivideSessionView(SessionActionView):
    """Divides a session into sections."""

    @action_schema(sections.DivisionBody, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Replace the sections of a session that has not started."""
        actor, body = self.director_actor(session), sections.DivisionBody(data=request.data)
        body.is_valid(raise_exception=True)
        session_row = get_session_or_404(session)
        self.run_once(
            actor,
            ["divide", session, body.validated_data],
            lambda: divide_session(session_row, body.division(), actor),
        )
        return self.session_response(session)


class StartSectionView(ActionView):
    """Starts a single section."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, session: int, number: int) -> Response:
        """Start the first round of a section, independently of the others."""
        section = get_object_or_404(
            Section.objects.select_related("session__stage__event__club"),
            session=get_session_or_404(session),
            number=number,
        )
        actor = section_director_actor(request, section)
        self.run_once(actor, ["begin", section.pk], lambda: start_section(section, actor))
        return Response(events.SessionSerializer(get_session_or_404(session)).data)


class ResultUploadView(ActionView):
    """Stores the results of an offline section."""

    @action_schema(sections.DeliveryBody, sections.DeliveryAnswer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, event: int) -> Response:
        """Store the entries of a result file that are not stored yet.

        A client may send files twice, late, in parts and in any order.
        """
        event_row = get_unarchived_event_or_404(event)
        actor = club_director_actor(request, event_row.club)
        key = required_idempotency_key(request)
        body = sections.DeliveryBody(data=request.data)
        body.is_valid(raise_exception=True)
        answer = receive_result_upload(event_row, body.validated_data, actor, key)
        return Response(answer, status=201)
