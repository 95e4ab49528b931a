"""Rounds that are drawn one after the other: drawn, changed by hand, taken back, begun."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.response import Response

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions import draws, exchanging
from tournaments.actions.receipts import Answer, once
from tournaments.api import bodies, serializers
from tournaments.api.asking import director_of, one_time_key
from tournaments.api.problems import told
from tournaments.api.sessions import SessionDeed, find_session
from tournaments.api.views import Deed, deed
from tournaments.models import Event, Round, Session
from tournaments.queries.rounds import rounds_of

_FIXED = _("The rounds of this plan were fixed beforehand: each begins when the one before is ended.")


def find_round(round_id: int) -> Round:
    """A round; raises `Http404`."""
    return get_object_or_404(
        Round.objects.select_related("section__session__stage__event__club"), pk=round_id
    )


def event_of(round_: Round) -> Event:
    """The event in which the round is played."""
    return round_.section.session.stage.event


def shown(round_: Round) -> Any:
    """A round as lists of rounds have it."""
    found = (each for each in rounds_of(event_of(round_)) if each.round.pk == round_.pk)
    return serializers.RoundShape(next(found)).data


class Draw(SessionDeed):
    """The next round of a session, drawn."""

    @deed(None, serializers.RoundShape, status=201)
    def post(self, request: Any, session: int) -> Response:
        """From what was played: the round before is over, with a result from every table."""
        actor = self.actor(session)
        _refuse_fixed(find_session(session))
        drawn = draws.draw_round(session, actor)
        return Response(shown(find_round(drawn.pk)), status=201)


class Begin(Deed):
    """A drawn round begun."""

    @deed(None, serializers.RoundShape)
    def post(self, request: Any, round: int) -> Response:
        """From now on its tables say results; the first round begins with its session."""
        found = find_round(round)
        actor = director_of(request, event_of(found).club)
        _refuse_fixed(found.section.session)
        draws.begin_round(found.pk, actor)
        return Response(shown(find_round(round)))


class Undo(Deed):
    """A drawn round taken back."""

    @deed(None, serializers.SessionShape)
    def post(self, request: Any, round: int) -> Response:
        """As if it had never been, until a table has said a result."""
        found = find_round(round)
        draws.undo_draw(found.pk, director_of(request, event_of(found).club))
        return Response(serializers.SessionShape(found.section.session).data)


class Exchange(Deed):
    """Two contestants of a drawn round in each other's place."""

    @deed(bodies.ExchangeBody, bodies.ExchangeAnswer, keyed=True)
    def post(self, request: Any, round: int) -> Response:
        """By number; a sit-out is a place as well. What the draw would have avoided is told, not refused."""
        found = find_round(round)
        actor = director_of(request, event_of(found).club)
        key, body = one_time_key(request), bodies.ExchangeBody(data=request.data)
        body.is_valid(raise_exception=True)
        _refuse_fixed(found.section.session)
        one, other = (_row(found, body.validated_data[name]) for name in ("one", "other"))

        def do() -> Answer:
            warnings = exchanging.exchange_warnings(found.pk, one, other)
            exchanging.exchange(found.pk, one, other, actor)
            return {"round": found.pk, "warnings": told(warnings)}

        return Response(once(actor, key, ["exchange", found.pk, one, other], do))


def _refuse_fixed(session: Session) -> None:
    if not session.stage.is_drawn:
        raise Refused([Problem("not_drawn", _FIXED)])


def _row(round_: Round, number: int) -> int:
    """The contestant of a number; 0, which nobody has, for a number nobody has."""
    rows = event_of(round_).contestants.filter(number=number)
    return rows.values_list("pk", flat=True).first() or 0
