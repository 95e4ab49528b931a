"""Views that draw a round, change or undo the draw, and begin the round."""

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
from tournaments.api.views.sessions import (
    SessionActionView,
    event_of,
    get_round_or_404,
    get_session_or_404,
)
from tournaments.models import Round, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.draws import last_round
from tournaments.queries.rounds.rounds import rounds_of

_FIXED = _("The rounds of this plan are fixed: each starts when the previous one is ended.")


def round_response(round_: Round, status: int = 200) -> Response:
    """Return a response with a round, in the same form as in the list of rounds."""
    overviews = (
        overview for overview in rounds_of(event_of(round_)) if overview.round.pk == round_.pk
    )
    return Response(events.RoundSerializer(next(overviews)).data, status=status)


class DrawRoundView(SessionActionView):
    """Draws the next round of a session."""

    @action_schema(None, events.RoundSerializer, status=201)
    def post(self, request: Any, session: int) -> Response:
        """Draw the next round from the results so far.

        The previous round must have ended, and every table must have entered a result.
        """
        actor = self.director_actor(session)
        _check_is_drawn(get_session_or_404(session))
        self.run_once(actor, ["draw", session], lambda: draw_round(session, actor))
        round_ = last_round(get_session_or_404(session))
        return round_response(get_round_or_404(round_.pk if round_ else 0), status=201)


class BeginRoundView(ActionView):
    """Begins a drawn round."""

    @action_schema(None, events.RoundSerializer)
    def post(self, request: Any, round: int) -> Response:
        """Begin a drawn round, so that its tables may enter results.

        The first round of a session begins when the session is started.
        """
        round_ = get_round_or_404(round)
        actor = club_director_actor(request, event_of(round_).club)
        _check_is_drawn(round_.section.session)
        self.run_once(actor, ["begin", round], lambda: begin_round(round, actor))
        return round_response(get_round_or_404(round))


class UndoDrawView(ActionView):
    """Undoes the draw of a round."""

    @action_schema(None, events.SessionSerializer)
    def post(self, request: Any, round: int) -> Response:
        """Delete a drawn round in which no table has entered a result yet."""
        # A repeated request finds no round any more, so the stored answer is looked up before the
        # round, by user and key.
        actor, key = Actor.of_user(request.user.pk or 0), optional_idempotency_key(request)

        def undo() -> Answer:
            round_ = get_round_or_404(round)
            undo_draw(round, club_director_actor(request, event_of(round_).club))
            return {"session": round_.section.session_id}

        answer = idempotent(actor, key, ["undo", round], undo) if key else undo()
        session = get_session_or_404(answer["session"])
        return Response(events.SessionSerializer(session).data)


class SwapContestantsView(ActionView):
    """Exchanges two contestants of a drawn round."""

    @action_schema(request_bodies.SwapBody, request_bodies.SwapAnswer, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, round: int) -> Response:
        """Exchange two contestants by number; one of them may be sitting out.

        An exchange that breaks a rule of the draw is allowed; the answer has a warning about it.
        """
        round_ = get_round_or_404(round)
        actor = club_director_actor(request, event_of(round_).club)
        key, body = required_idempotency_key(request), request_bodies.SwapBody(data=request.data)
        body.is_valid(raise_exception=True)
        _check_is_drawn(round_.section.session)
        first, second = (
            _contestant_id(round_, body.validated_data[name]) for name in ("one", "other")
        )

        def swap() -> Answer:
            warnings = swap_warnings(round_.pk, first, second)
            swap_contestants(round_.pk, first, second, actor)
            return {"round": round_.pk, "warnings": serialize_problems(warnings)}

        return Response(idempotent(actor, key, ["exchange", round_.pk, first, second], swap))


def _check_is_drawn(session: Session) -> None:
    if not session.stage.is_drawn:
        raise ValidationFailed([Problem("not_drawn", _FIXED)])


def _contestant_id(round_: Round, number: int) -> int:
    """Return the id of a contestant of the event, or 0, which no contestant has."""
    contestants = event_of(round_).contestants.filter(number=number)
    return contestants.values_list("pk", flat=True).first() or 0
