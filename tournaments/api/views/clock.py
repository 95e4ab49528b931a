"""Views that read and change the clocks of a session."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.actions.rounds.clock import (
    give_minutes,
    give_minutes_to_table,
    pause_clocks,
    resume_clocks,
)
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.api.permissions import (
    club_director_actor,
    directed_sections,
    required_idempotency_key,
    section_director_actor,
)
from tournaments.api.serializers import clock
from tournaments.api.views.base import (
    IDEMPOTENCY_KEY,
    OPTIONAL_IDEMPOTENCY_KEY,
    ActionView,
    PublicView,
    action_schema,
)
from tournaments.api.views.sessions import get_session_or_404
from tournaments.models import Section, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.clock import planned_round_duration, read_clocks
from tournaments.queries.rounds.finish_time import read_outlook


def _clock_response(session: Session) -> Response:
    now, sections = timezone.now(), session.sections.all()
    fields = {
        "now": now,
        "minutes_per_round": session.minutes_per_round,
        "minutes": planned_round_duration(session).total_seconds() / 60,
        "breaks": session.breaks.all(),
        "sections": read_clocks(session, sections, now),
        "outlook": read_outlook(session, sections, now),
    }
    return Response(clock.ClockSerializer(fields).data)


class ClockView(PublicView, ActionView):
    """Reads the clocks of a session, and changes their settings."""

    @extend_schema(responses=clock.ClockSerializer)
    def get(self, request: Any, session: int) -> Response:
        """Return the time left in each section, and when all of them are expected to finish."""
        return _clock_response(get_session_or_404(session))

    @extend_schema(
        request=clock.ClockBody,
        responses=clock.ClockSerializer,
        parameters=[OPTIONAL_IDEMPOTENCY_KEY],
    )
    def post(self, request: Any, session: int) -> Response:
        """Replace the minutes of a round and the breaks."""
        actor = club_director_actor(request, get_session_or_404(session).stage.event.club)
        body = clock.ClockBody(data=request.data)
        body.is_valid(raise_exception=True)
        minutes, breaks = body.validated_data["minutes_per_round"], body.breaks_by_round()
        self.run_once(
            actor,
            ["clock", session, minutes, sorted(breaks.items())],
            lambda: set_clock(session, minutes, breaks, actor),
        )
        return _clock_response(get_session_or_404(session))


class SectionClocksView(ActionView):
    """Base of the views that change the clocks of one section, or of all that the user directs."""

    def actor_and_sections(
        self, session: Session, number: int | None
    ) -> tuple[Actor, list[Section]]:
        """Return the actor, and the section with this number; for None, all directed sections.

        Raises what `section_director_actor` raises.
        """
        sections = Section.objects.select_related("session__stage__event__club").order_by("number")
        if number is not None:
            section = get_object_or_404(sections, session=session, number=number)
            return section_director_actor(self.request, section), [section]
        directed = directed_sections(self.request, session.stage.event)
        return Actor.of_user(self.request.user.pk or 0), list(
            sections.filter(session=session, pk__in=directed)
        )


class GiveMinutesView(SectionClocksView):
    """Gives a round more or fewer minutes."""

    @action_schema(clock.MinutesBody, clock.ClockSerializer, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, session: int) -> Response:
        """Make the current round longer or shorter, in one section, in all, or at one table."""
        session_row, body = get_session_or_404(session), clock.MinutesBody(data=request.data)
        directed_sections(request, session_row.stage.event)
        body.is_valid(raise_exception=True)
        submitted, key = body.validated_data, required_idempotency_key(request)
        actor, sections = self.actor_and_sections(session_row, submitted["section"])
        if submitted["table"] is None:
            give_minutes(sections, submitted["minutes"], actor, key)
        else:
            table = get_object_or_404(
                Table.objects.select_related("section__session__stage__event__club"),
                section=sections[0] if sections else None,
                number=submitted["table"],
            )
            give_minutes_to_table(table, submitted["minutes"], actor, key)
        return _clock_response(session_row)


class PauseClockView(SectionClocksView):
    """Pauses clocks."""

    @action_schema(clock.SectionChoiceBody, clock.ClockSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Pause the clocks: the time left stays the same until they are resumed."""
        session_row, body = get_session_or_404(session), clock.SectionChoiceBody(data=request.data)
        directed_sections(request, session_row.stage.event)
        body.is_valid(raise_exception=True)
        number = body.validated_data["section"]
        actor, sections = self.actor_and_sections(session_row, number)
        self.run_once(actor, ["stop", session, number], lambda: pause_clocks(sections, actor))
        return _clock_response(session_row)


class ResumeClockView(SectionClocksView):
    """Resumes paused clocks."""

    @action_schema(clock.SectionChoiceBody, clock.ClockSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Resume the clocks, with the time that was left when they were paused."""
        session_row, body = get_session_or_404(session), clock.SectionChoiceBody(data=request.data)
        directed_sections(request, session_row.stage.event)
        body.is_valid(raise_exception=True)
        number = body.validated_data["section"]
        actor, sections = self.actor_and_sections(session_row, number)
        self.run_once(actor, ["resume", session, number], lambda: resume_clocks(sections, actor))
        return _clock_response(session_row)
