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
from tournaments.api.permissions import directed_sections, director_at, director_of
from tournaments.api.serializers import facts, request_bodies
from tournaments.api.views.route import ActRoute, Many, One, act
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


def session_numbered(session_id: int) -> Session:
    """A session; raises `Http404`."""
    sessions = Session.objects.filter(stage__event__archived_at=None)
    return get_object_or_404(sessions.select_related("stage__event__club"), pk=session_id)


def round_numbered(round_id: int) -> Round:
    """A round; raises `Http404`."""
    rounds = Round.objects.filter(section__session__stage__event__archived_at=None)
    return get_object_or_404(
        rounds.select_related("section__session__stage__event__club"), pk=round_id
    )


class SessionRoute(One):
    """A session."""

    @extend_schema(responses=facts.SessionShape)
    def get(self, request: Any, session: int) -> Response:
        """How far it is, its commitment, its salt, and once it is over its seed."""
        return Response(facts.SessionShape(session_numbered(session)).data)


class SessionActRoute(ActRoute):
    """A step of a session, done by a director of its club."""

    def actor(self, session_id: int) -> Actor:
        """The director; raises `Http404`, and as `director_of` for everybody else."""
        return director_of(self.request, session_numbered(session_id).stage.event.club)

    def done(self, session_id: int) -> Response:
        """The session after the step."""
        return Response(facts.SessionShape(session_numbered(session_id)).data)


class DealRoute(SessionActRoute):
    """The salt fixed, the boards dealt."""

    @act(request_bodies.DealBody, facts.SessionShape)
    def post(self, request: Any, session: int) -> Response:
        """Copy the movement into rounds, tables and places."""
        actor, body = self.actor(session), request_bodies.DealBody(data=request.data)
        body.is_valid(raise_exception=True)
        salt = body.validated_data["salt"]
        self.at_most_once(
            actor, ["deal", session, salt], lambda: deal_session(session, salt, actor)
        )
        return self.done(session)


class StartRoute(SessionActRoute):
    """The evening begun."""

    @act(None, facts.SessionShape)
    def post(self, request: Any, session: int) -> Response:
        """The first round begins."""
        actor = self.actor(session)
        self.at_most_once(actor, ["start", session], lambda: start_session(session, actor))
        return self.done(session)


class FinishRoute(SessionActRoute):
    """The evening ended."""

    @act(request_bodies.SureBody, facts.SessionShape)
    def post(self, request: Any, session: int) -> Response:
        """Every board is unsealed, the seed becomes public; missing results are told to who is
        not sure."""
        actor, sure = self.actor(session), request_bodies.is_sure(request)
        self.at_most_once(
            actor, ["finish", session, sure], lambda: finish_session(session, actor, sure=sure)
        )
        return self.done(session)


class TablesRoute(Many):
    """The tables of a session with their codes, for its directors: at a venue for those that
    play there."""

    serializer_class = facts.TableShape

    def get_queryset(self) -> QuerySet[Table]:
        """By section and number."""
        session = session_numbered(self.kwargs["session"])
        his = directed_sections(self.request, session.stage.event)
        tables = Table.objects.filter(section__in=his.filter(session=session)).select_related(
            "section"
        )
        hidden = hides_table_codes(self.request.user.pk, session)
        return tables.annotate(code_hidden=Value(hidden)).order_by("section__number", "number")


@method_decorator(limit_readers, "dispatch")
class RoundsRoute(Many):
    """The rounds of a session, in order of play."""

    serializer_class = facts.RoundShape

    def get_queryset(self) -> list[RoundOverview]:
        """Each with those who rest in it."""
        session = session_numbered(self.kwargs["session"])
        return [shown for shown in rounds_of(session.stage.event) if shown.session.pk == session.pk]


class EndRoundRoute(ActRoute):
    """A round ended."""

    @act(None, facts.SessionShape)
    def post(self, request: Any, round: int) -> Response:
        """The next one begins; later entries of this one go to the director."""
        found = round_numbered(round)
        session = found.section.session
        actor = director_at(request, found.section)
        self.at_most_once(actor, ["end", found.pk], lambda: end_round(found.pk, actor))
        return Response(facts.SessionShape(session).data)


class SeatingsRoute(Many):
    """Who sits where in a round, and the plays by which results are posted."""

    serializer_class = facts.SeatingShape

    def get_queryset(self) -> list[dict[str, object]]:
        """By table."""
        found = round_numbered(self.kwargs["round"])
        event = found.section.session.stage.event
        return [
            {
                "seating": each,
                "why": public_draw_reason(event, each.draw_reason),
                "lines": contestants_by_line(event.game, each.places.all()),
            }
            for each in seatings_with_plays(found)
        ]
