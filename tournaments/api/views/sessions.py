"""Views of sessions: deal, start and finish them, and list their tables, rounds and seatings."""

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
from tournaments.models import Event, Round, Session, Table
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
    """Return a session of an event that is not archived, or raise `Http404`."""
    sessions = Session.objects.filter(stage__event__archived_at=None)
    return get_object_or_404(sessions.select_related("stage__event__club"), pk=session_id)


def get_round_or_404(round_id: int) -> Round:
    """Return a round of an event that is not archived, or raise `Http404`."""
    rounds = Round.objects.filter(section__session__stage__event__archived_at=None)
    return get_object_or_404(
        rounds.select_related("section__session__stage__event__club"), pk=round_id
    )


def event_of(round_: Round) -> Event:
    """Return the event of a round."""
    return round_.section.session.stage.event


class SessionView(PublicView):
    """Reads one session."""

    @extend_schema(responses=events.SessionSerializer)
    def get(self, request: Any, session: int) -> Response:
        """Return a session: its state, commitment and salt, and once it is over its seed."""
        return Response(events.SessionSerializer(get_session_or_404(session)).data)


class SessionActionView(ActionView):
    """Base of the views that run an action on a session for a director of its club."""

    def director_actor(self, session_id: int) -> Actor:
        """Return the director's actor.

        Raises `Http404` for an unknown session, and what `club_director_actor` raises.
        """
        club = get_session_or_404(session_id).stage.event.club
        return club_director_actor(self.request, club)

    def session_response(self, session_id: int) -> Response:
        """Return a response with the session after the action."""
        return Response(events.SessionSerializer(get_session_or_404(session_id)).data)


class DealSessionView(SessionActionView):
    """Deals the boards of a session."""

    @action_schema(request_bodies.DealBody, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Fix the salt, deal the boards, and create the rounds, tables and seatings."""
        actor, body = self.director_actor(session), request_bodies.DealBody(data=request.data)
        body.is_valid(raise_exception=True)
        salt = body.validated_data["salt"]
        self.run_once(actor, ["deal", session, salt], lambda: deal_session(session, salt, actor))
        return self.session_response(session)


class StartSessionView(SessionActionView):
    """Starts a session."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Start the session with its first round."""
        actor = self.director_actor(session)
        self.run_once(actor, ["start", session], lambda: start_session(session, actor))
        return self.session_response(session)


class FinishSessionView(SessionActionView):
    """Finishes a session."""

    @action_schema(request_bodies.AcceptOpenBody, events.SessionSerializer)
    def post(self, request: Any, session: int) -> Response:
        """Finish a session, so that every board is opened and the seed becomes public.

        Without `sure`, missing results are reported as problems.
        """
        actor = self.director_actor(session)
        sure = request_bodies.accepts_open_results(request)
        self.run_once(
            actor, ["finish", session, sure], lambda: finish_session(session, actor, sure=sure)
        )
        return self.session_response(session)


class TableListView(PublicListView):
    """Lists the tables of a session with their codes, for its directors.

    Directors of a venue get only the tables of the sections at that venue.
    """

    serializer_class = events.TableSerializer

    def get_queryset(self) -> QuerySet[Table]:
        """Return the tables of the directed sections, by section and number."""
        session = get_session_or_404(self.kwargs["session"])
        directed = directed_sections(self.request, session.stage.event)
        tables = Table.objects.filter(section__in=directed.filter(session=session))
        hidden = hides_table_codes(self.request.user.pk, session)
        return (
            tables.select_related("section")
            .annotate(code_hidden=Value(hidden))
            .order_by("section__number", "number")
        )


@method_decorator(limit_readers, "dispatch")
class RoundListView(PublicListView):
    """Lists the rounds of a session in order of play, with the contestants who sit out."""

    serializer_class = events.RoundSerializer

    def get_queryset(self) -> list[RoundOverview]:
        """Return the rounds in order of play."""
        session = get_session_or_404(self.kwargs["session"])
        return [
            overview
            for overview in rounds_of(session.stage.event)
            if overview.session.pk == session.pk
        ]


class EndRoundView(ActionView):
    """Ends a round."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, round: int) -> Response:
        """End a round, so that the next one begins; later entries need the director's decision."""
        round_ = get_round_or_404(round)
        session = round_.section.session
        actor = section_director_actor(request, round_.section)
        self.run_once(actor, ["end", round_.pk], lambda: end_round(round_.pk, actor))
        return Response(events.SessionSerializer(session).data)


class SeatingListView(PublicListView):
    """Lists the seatings of a round by table, with the plays to which results are posted."""

    serializer_class = events.SeatingSerializer

    def get_queryset(self) -> list[dict[str, object]]:
        """Return the seatings by table."""
        round_ = get_round_or_404(self.kwargs["round"])
        event = event_of(round_)
        return [
            {
                "seating": seating,
                "why": public_draw_reason(event, seating.draw_reason),
                "lines": contestants_by_line(event.game, seating.places.all()),
            }
            for seating in seatings_with_plays(round_)
        ]
