"""Plays: what tables say happened, and what the director decides."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.actions.idempotency import Answer
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import confirm_entry, submit_entry
from tournaments.api.permissions import director_at, one_time_key, readable_play_of, speaker_at
from tournaments.api.serializers import entries, request_bodies, results
from tournaments.api.views.route import KEY, ActRoute, One, act
from tournaments.models import Entry, Play
from tournaments.permissions.actor import Actor


class PlayRoute(One):
    """One board at one table."""

    @extend_schema(responses=results.PlayShape)
    def get(self, request: Any, play: int) -> Response:
        """Everything said about it, to who may know; what to name as `revision` and `replaces`."""
        return Response(results.PlayShape(readable_play_of(request, play)).data)


class EntriesRoute(ActRoute):
    """What a side says happened."""

    @act(request_bodies.EntryBody, request_bodies.EntryAnswer, status=201, key=KEY)
    def post(self, request: Any, play: int) -> Response:
        """Append an entry, from the table's device or a member who types it in."""
        body = request_bodies.EntryBody(data=request.data)
        actor, key = _speaker(request, play, body), one_time_key(request)
        said = body.validated_data
        how = {
            "accept_unlikely": said["sure"],
            "age_seconds": said["age"],
            "withdraws": said["withdraws"],
        }
        return _stored(lambda: submit_entry(play, said["outcome"], actor, key, **how))


class ConfirmationRoute(ActRoute):
    """The other side agrees."""

    @act(request_bodies.ConfirmationBody, request_bodies.EntryAnswer, status=201, key=KEY)
    def post(self, request: Any, play: int) -> Response:
        """Append the same outcome as the entry of a revision."""
        body = request_bodies.ConfirmationBody(data=request.data)
        actor, key = _speaker(request, play, body), one_time_key(request)
        said = body.validated_data
        how = {"age_seconds": said["age"], "withdraws": said["withdraws"]}
        return _stored(lambda: confirm_entry(play, said["revision"], actor, key, **how))


class DecisionRoute(ActRoute):
    """The director decides."""

    @act(request_bodies.DecisionBody, request_bodies.EntryAnswer, status=201, key=KEY)
    def post(self, request: Any, play: int) -> Response:
        """A correction, a ruling, or that the board was not played; 409 when something was said
        since."""
        found = readable_play_of(request, play).play
        actor = director_at(request, found.seating.round.section)
        key, body = one_time_key(request), request_bodies.DecisionBody(data=request.data)
        body.is_valid(raise_exception=True)
        submitted = body.validated_data
        answer = decide_play(
            found.pk,
            Entry.Kind(submitted["kind"]),
            submitted["outcome"],
            replaces=submitted["replaces"],
            reason=submitted["reason"],
            actor=actor,
            key=key,
        )
        return Response(answer, status=201)


class AwardsRoute(ActRoute):
    """The director gives awards instead of a result."""

    @act(entries.AwardsBody, request_bodies.EntryAnswer, status=201, key=KEY)
    def post(self, request: Any, play: int) -> Response:
        """What each line is given; 409 when something was said since."""
        found = readable_play_of(request, play).play
        actor = director_at(request, found.seating.round.section)
        key, body = one_time_key(request), entries.AwardsBody(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        how = {"replaces": said["replaces"], "reason": said["reason"]}
        return Response(
            give_awards(found.pk, said["given"], actor=actor, key=key, **how), status=201
        )


def _speaker(request: Any, play: int, body: Any) -> Actor:
    """Who speaks, for the side that the body names."""
    actor = speaker_at(request, play)
    one_time_key(request)
    body.is_valid(raise_exception=True)
    return replace(actor, side=body.validated_data["side"])


def _stored(say: Callable[[], Answer]) -> Response:
    """What is answered to whoever says something about a play; raises `Http404` where there is
    none."""
    try:
        return Response(say(), status=201)
    except Play.DoesNotExist:
        raise Http404 from None
