"""Sessions: their acts, tables, rounds, seatings and boards."""

from typing import Any

from django.db.models import QuerySet, Value
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.access.heavy_pages import limit_readers
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.api.permissions import (
    club_director_actor,
    directed_sections,
    section_director_actor,
)
from tournaments.api.serializers import events, request_bodies
from tournaments.api.views.base import ActionView, PublicListView, PublicView, action_schema
from tournaments.models import Round, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.devices import hides_table_codes
from tournaments.queries.rounds.rounds import (
    RoundOverview,
    contestants_by_line,
    public_draw_reason,
    rounds_of,
)
from tournaments.queries.rounds.seating import seatings_with_plays


def get_session_or_404(session_id: int) -> Session:
    """A session; raises `Http404`."""
    sessions = Session.objects.filter(stage__event__archived_at=None)
    return get_object_or_404(sessions.select_related("stage__event__club"), pk=session_id)


def get_round_or_404(round_id: int) -> Round:
    """A round; raises `Http404`."""
    rounds = Round.objects.filter(section__session__stage__event__archived_at=None)
    return get_object_or_404(
        rounds.select_related("section__session__stage__event__club"), pk=round_id
    )


class SessionView(PublicView):
    """A session."""

    @extend_schema(responses=events.SessionSerializer)
    def get(self, request: Any, session: int) -> Response:
        """How far it is, its commitment, its salt, and once it is over its seed."""
        return Response(events.SessionSerializer(get_session_or_404(session)).data)


class SessionActionView(ActionView):
    """A step of a session, done by a director of its club."""

    def actor(self, session_id: int) -> Actor:
        """The director; raises `Http404`, and as `director_of` for everybody else."""
        return club_director_actor(self.request, get_session_or_404(session_id).stage.event.club)

    def done(self, session_id: int) -> Response:
        """The session after the step."""
        return Response(events.SessionSerializer(get_session_or_404(session_id)).data)


class DealSessionView(SessionActionView):
    """The salt fixed, the boards dealt."""

    @action_schema(request_bodies.DealBody, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Copy the movement into rounds, tables and places."""
        actor, body = self.actor(session), request_bodies.DealBody(data=request.data)
        body.is_valid(raise_exception=True)
        salt = body.validated_data["salt"]
        self.run_once(actor, ["deal", session, salt], lambda: deal_session(session, salt, actor))
        return self.done(session)


class StartSessionView(SessionActionView):
    """The evening begun."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """The first round begins."""
        actor = self.actor(session)
        self.run_once(actor, ["start", session], lambda: start_session(session, actor))
        return self.done(session)


class FinishSessionView(SessionActionView):
    """The evening ended."""

    @action_schema(request_bodies.AcceptOpenBody, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Every board is unsealed, the seed becomes public; missing results are told to who is
        not sure."""
        actor, sure = self.actor(session), request_bodies.accepts_open_results(request)
        self.run_once(
            actor, ["finish", session, sure], lambda: finish_session(session, actor, sure=sure)
        )
        return self.done(session)


class TableListView(PublicListView):
    """The tables of a session with their codes, for its directors: at a venue for those that
    play there."""

    serializer_class = events.TableSerializer

    def get_queryset(self) -> QuerySet[Table]:
        """By section and number."""
        session = get_session_or_404(self.kwargs["session"])
        his = directed_sections(self.request, session.stage.event)
        tables = Table.objects.filter(section__in=his.filter(session=session)).select_related(
            "section"
        )
        hidden = hides_table_codes(self.request.user.pk, session)
        return tables.annotate(code_hidden=Value(hidden)).order_by("section__number", "number")


@method_decorator(limit_readers, "dispatch")
class RoundListView(PublicListView):
    """The rounds of a session, in order of play."""

    serializer_class = events.RoundSerializer

    def get_queryset(self) -> list[RoundOverview]:
        """Each with those who rest in it."""
        session = get_session_or_404(self.kwargs["session"])
        return [shown for shown in rounds_of(session.stage.event) if shown.session.pk == session.pk]


class EndRoundView(ActionView):
    """A round ended."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, round: int) -> Response:
        """The next one begins; later entries of this one go to the director."""
        found = get_round_or_404(round)
        session = found.section.session
        actor = section_director_actor(request, found.section)
        self.run_once(actor, ["end", found.pk], lambda: end_round(found.pk, actor))
        return Response(events.SessionSerializer(session).data)


class SeatingListView(PublicListView):
    """Who sits where in a round, and the plays by which results are posted."""

    serializer_class = events.SeatingSerializer

    def get_queryset(self) -> list[dict[str, object]]:
        """By table."""
        found = get_round_or_404(self.kwargs["round"])
        event = found.section.session.stage.event
        return [
            {
                "seating": each,
                "why": public_draw_reason(event, each.draw_reason),
                "lines": contestants_by_line(event.game, each.places.all()),
            }
            for each in seatings_with_plays(found)
        ]
