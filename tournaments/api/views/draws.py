"""Rounds that are drawn one after the other: drawn, changed by hand, taken back, begun."""

from typing import Any

from rest_framework.response import Response

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.contestant_swaps import swap_contestants, swap_warnings
from tournaments.actions.rounds.draws import begin_round, draw_round, undo_draw
from tournaments.api.permissions import director_of, given_key, one_time_key
from tournaments.api.problems import problem_json
from tournaments.api.serializers import facts, request_bodies
from tournaments.api.views.route import KEY, ActRoute, act
from tournaments.api.views.sessions import SessionActRoute, round_numbered, session_numbered
from tournaments.models import Event, Round, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.draws import last_round
from tournaments.queries.rounds.rounds import rounds_of

_FIXED = _("The rounds of this plan are fixed: each starts when the previous one is ended.")


def event_of(round_: Round) -> Event:
    """The event in which the round is played."""
    return round_.section.session.stage.event


def drawn_round(round_: Round) -> Any:
    """A round as lists of rounds have it."""
    found = (each for each in rounds_of(event_of(round_)) if each.round.pk == round_.pk)
    return facts.RoundShape(next(found)).data


class DrawRoute(SessionActRoute):
    """The next round of a session, drawn."""

    @act(None, facts.RoundShape, status=201)
    def post(self, request: Any, session: int) -> Response:
        """From what was played: the round before is over, with a result from every table."""
        actor = self.actor(session)
        _refuse_fixed(session_numbered(session))
        self.at_most_once(actor, ["draw", session], lambda: draw_round(session, actor))
        last = last_round(session_numbered(session))
        return Response(drawn_round(round_numbered(last.pk if last else 0)), status=201)


class BeginRoute(ActRoute):
    """A drawn round begun."""

    @act(None, facts.RoundShape)
    def post(self, request: Any, round: int) -> Response:
        """From now on its tables say results; the first round begins with its session."""
        found = round_numbered(round)
        actor = director_of(request, event_of(found).club)
        _refuse_fixed(found.section.session)
        self.at_most_once(actor, ["begin", round], lambda: begin_round(round, actor))
        return Response(drawn_round(round_numbered(round)))


class UndoRoute(ActRoute):
    """A drawn round taken back."""

    @act(None, facts.SessionShape)
    def post(self, request: Any, round: int) -> Response:
        """As if it had never been, until a table has said a result."""
        # Asked again under the same key there is no such round any more: who asks is known without
        # it.
        actor, key = Actor.of_user(request.user.pk or 0), given_key(request)

        def do() -> Answer:
            found = round_numbered(round)
            undo_draw(round, director_of(request, event_of(found).club))
            return {"session": found.section.session_id}

        told = idempotent(actor, key, ["undo", round], do) if key else do()
        return Response(facts.SessionShape(session_numbered(told["session"])).data)


class SwapRoute(ActRoute):
    """Two contestants of a drawn round in each other's place."""

    @act(request_bodies.ExchangeBody, request_bodies.ExchangeAnswer, key=KEY)
    def post(self, request: Any, round: int) -> Response:
        """By number; a sit-out is a place as well. What the draw would have avoided is told, not
        refused."""
        found = round_numbered(round)
        actor = director_of(request, event_of(found).club)
        key, body = one_time_key(request), request_bodies.ExchangeBody(data=request.data)
        body.is_valid(raise_exception=True)
        _refuse_fixed(found.section.session)
        one, other = (_row(found, body.validated_data[name]) for name in ("one", "other"))

        def do() -> Answer:
            warnings = swap_warnings(found.pk, one, other)
            swap_contestants(found.pk, one, other, actor)
            return {"round": found.pk, "warnings": problem_json(warnings)}

        return Response(idempotent(actor, key, ["exchange", found.pk, one, other], do))


def _refuse_fixed(session: Session) -> None:
    if not session.stage.is_drawn:
        raise ValidationFailed([Problem("not_drawn", _FIXED)])


def _row(round_: Round, number: int) -> int:
    """The contestant of a number; 0, which nobody has, for a number nobody has."""
    rows = event_of(round_).contestants.filter(number=number)
    return rows.values_list("pk", flat=True).first() or 0
