"""The clocks of a session: how long is left, and the acts that give time, stop them and let them
go on."""

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
from tournaments.queries.rounds.clock import read_clocks, round_length
from tournaments.queries.rounds.finish_time import read_outlook


def _shown(session: Session) -> Response:
    now, sections = timezone.now(), session.sections.all()
    told = {
        "now": now,
        "minutes_per_round": session.minutes_per_round,
        "minutes": round_length(session).total_seconds() / 60,
        "breaks": session.breaks.all(),
        "sections": read_clocks(session, sections, now),
        "outlook": read_outlook(session, sections, now),
    }
    return Response(clock.ClockSerializer(told).data)


class ClockView(PublicView, ActionView):
    """The clocks of a session."""

    @extend_schema(responses=clock.ClockSerializer)
    def get(self, request: Any, session: int) -> Response:
        """How long is left in each section, and when all of them will be done."""
        return _shown(get_session_or_404(session))

    @extend_schema(
        request=clock.ClockBody,
        responses=clock.ClockSerializer,
        parameters=[OPTIONAL_IDEMPOTENCY_KEY],
    )
    def post(self, request: Any, session: int) -> Response:
        """The minutes of a round and the breaks, in place of those there were."""
        actor = club_director_actor(request, get_session_or_404(session).stage.event.club)
        body = clock.ClockBody(data=request.data)
        body.is_valid(raise_exception=True)
        minutes, breaks = body.validated_data["minutes_per_round"], body.breaks_by_round()
        said = ["clock", session, minutes, sorted(breaks.items())]
        self.run_once(actor, said, lambda: set_clock(session, minutes, breaks, actor))
        return _shown(get_session_or_404(session))


class SectionClocksView(ActionView):
    """Something done to the clocks of some sections by who directs them."""

    def which(self, session: Session, number: int | None) -> tuple[Actor, list[Section]]:
        """Who acts, and the sections: the one of that number, or all of his. Raises as
        `director_at`."""
        sections = Section.objects.select_related("session__stage__event__club").order_by("number")
        if number is not None:
            one = get_object_or_404(sections, session=session, number=number)
            return section_director_actor(self.request, one), [one]
        his = directed_sections(self.request, session.stage.event)
        return Actor.of_user(self.request.user.pk or 0), list(
            sections.filter(session=session, pk__in=his)
        )


class GiveMinutesView(SectionClocksView):
    """Time given, or taken."""

    @action_schema(clock.MinutesBody, clock.ClockSerializer, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, session: int) -> Response:
        """The round being played lasts longer, or shorter: in one section, in all, or at a
        table."""
        found, body = get_session_or_404(session), clock.MinutesBody(data=request.data)
        directed_sections(request, found.stage.event)
        body.is_valid(raise_exception=True)
        said, key = body.validated_data, required_idempotency_key(request)
        actor, sections = self.which(found, said["section"])
        if said["table"] is None:
            give_minutes(sections, said["minutes"], actor, key)
        else:
            here = Table.objects.select_related("section__session__stage__event__club")
            table = get_object_or_404(
                here, section=sections[0] if sections else None, number=said["table"]
            )
            give_minutes_to_table(table, said["minutes"], actor, key)
        return _shown(found)


class PauseClockView(SectionClocksView):
    """Clocks stopped."""

    @action_schema(clock.SectionChoiceBody, clock.ClockSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Nothing is taken from the time that is left, until they go on."""
        found, body = get_session_or_404(session), clock.SectionChoiceBody(data=request.data)
        directed_sections(request, found.stage.event)
        body.is_valid(raise_exception=True)
        actor, sections = self.which(found, body.validated_data["section"])
        said = ["stop", session, body.validated_data["section"]]
        self.run_once(actor, said, lambda: pause_clocks(sections, actor))
        return _shown(found)


class ResumeClockView(SectionClocksView):
    """Clocks that go on."""

    @action_schema(clock.SectionChoiceBody, clock.ClockSerializer)
    def post(self, request: Any, session: int) -> Response:
        """What was left when they were stopped is left now."""
        found, body = get_session_or_404(session), clock.SectionChoiceBody(data=request.data)
        directed_sections(request, found.stage.event)
        body.is_valid(raise_exception=True)
        actor, sections = self.which(found, body.validated_data["section"])
        said = ["resume", session, body.validated_data["section"]]
        self.run_once(actor, said, lambda: resume_clocks(sections, actor))
        return _shown(found)
