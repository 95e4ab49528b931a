"""Rounds that are drawn one after the other: drawn, changed by hand, taken back, begun."""

from typing import Any

from rest_framework.response import Response

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.contestant_swaps import swap_contestants, swap_warnings
from tournaments.actions.rounds.draws import begin_round, draw_round, undo_draw
from tournaments.api.permissions import (
    club_director_actor,
    optional_idempotency_key,
    required_idempotency_key,
)
from tournaments.api.problems import serialize_problems
from tournaments.api.serializers import events, request_bodies
from tournaments.api.views.base import IDEMPOTENCY_KEY, ActionView, action_schema
from tournaments.api.views.sessions import SessionActionView, get_round_or_404, get_session_or_404
from tournaments.models import Event, Round, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.draws import last_round
from tournaments.queries.rounds.rounds import rounds_of

_FIXED = _("The rounds of this plan are fixed: each starts when the previous one is ended.")


def event_of(round_: Round) -> Event:
    """The event in which the round is played."""
    return round_.section.session.stage.event


def round_data(round_: Round) -> Any:
    """A round as lists of rounds have it."""
    found = (each for each in rounds_of(event_of(round_)) if each.round.pk == round_.pk)
    return events.RoundSerializer(next(found)).data


class DrawRoundView(SessionActionView):
    """The next round of a session, drawn."""

    @action_schema(None, events.RoundSerializer, status=201)
    def post(self, request: Any, session: int) -> Response:
        """From what was played: the round before is over, with a result from every table."""
        actor = self.actor(session)
        _refuse_fixed(get_session_or_404(session))
        self.run_once(actor, ["draw", session], lambda: draw_round(session, actor))
        last = last_round(get_session_or_404(session))
        return Response(round_data(get_round_or_404(last.pk if last else 0)), status=201)


class BeginRoundView(ActionView):
    """A drawn round begun."""

    @action_schema(None, events.RoundSerializer)
    def post(self, request: Any, round: int) -> Response:
        """From now on its tables say results; the first round begins with its session."""
        found = get_round_or_404(round)
        actor = club_director_actor(request, event_of(found).club)
        _refuse_fixed(found.section.session)
        self.run_once(actor, ["begin", round], lambda: begin_round(round, actor))
        return Response(round_data(get_round_or_404(round)))


class UndoDrawView(ActionView):
    """A drawn round taken back."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, round: int) -> Response:
        """As if it had never been, until a table has said a result."""
        # Asked again under the same key there is no such round any more: who asks is known without
        # it.
        actor, key = Actor.of_user(request.user.pk or 0), optional_idempotency_key(request)

        def do() -> Answer:
            found = get_round_or_404(round)
            undo_draw(round, club_director_actor(request, event_of(found).club))
            return {"session": found.section.session_id}

        told = idempotent(actor, key, ["undo", round], do) if key else do()
        return Response(events.SessionSerializer(get_session_or_404(told["session"])).data)


class SwapContestantsView(ActionView):
    """Two contestants of a drawn round in each other's place."""

    @action_schema(request_bodies.SwapBody, request_bodies.SwapAnswer, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, round: int) -> Response:
        """By number; a sit-out is a place as well. What the draw would have avoided is told, not
        refused."""
        found = get_round_or_404(round)
        actor = club_director_actor(request, event_of(found).club)
        key, body = required_idempotency_key(request), request_bodies.SwapBody(data=request.data)
        body.is_valid(raise_exception=True)
        _refuse_fixed(found.section.session)
        one, other = (_row(found, body.validated_data[name]) for name in ("one", "other"))

        def do() -> Answer:
            warnings = swap_warnings(found.pk, one, other)
            swap_contestants(found.pk, one, other, actor)
            return {"round": found.pk, "warnings": serialize_problems(warnings)}

        return Response(idempotent(actor, key, ["exchange", found.pk, one, other], do))


def _refuse_fixed(session: Session) -> None:
    if not session.stage.is_drawn:
        raise ValidationFailed([Problem("not_drawn", _FIXED)])


def _row(round_: Round, number: int) -> int:
    """The contestant of a number; 0, which nobody has, for a number nobody has."""
    rows = event_of(round_).contestants.filter(number=number)
    return rows.values_list("pk", flat=True).first() or 0
