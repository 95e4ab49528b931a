"""Plays: what tables say happened, and what the director decides."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.actions.idempotency import Answer
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.entries import confirm_entry, decide_play, submit_entry
from tournaments.api.permissions import (
    entry_actor,
    get_readable_play_or_404,
    required_idempotency_key,
    section_director_actor,
)
from tournaments.api.serializers import entries, request_bodies, results
from tournaments.api.views.base import IDEMPOTENCY_KEY, ActionView, PublicView, action_schema
from tournaments.models import Entry, Play
from tournaments.permissions.actor import Actor


class PlayView(PublicView):
    """One board at one table."""

    @extend_schema(responses=results.PlaySerializer)
    def get(self, request: Any, play: int) -> Response:
        """Everything said about it, to who may know; what to name as `revision` and `replaces`."""
        return Response(results.PlaySerializer(get_readable_play_or_404(request, play)).data)


class SubmitEntryView(ActionView):
    """What a side says happened."""

    @action_schema(
        request_bodies.EntryBody, request_bodies.EntryAnswer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, play: int) -> Response:
        """Append an entry, from the table's device or a member who types it in."""
        body = request_bodies.EntryBody(data=request.data)
        actor, key = _speaker(request, play, body), required_idempotency_key(request)
        said = body.validated_data
        how = {
            "accept_unlikely": said["sure"],
            "age_seconds": said["age"],
            "withdraws": said["withdraws"],
        }
        return _stored(lambda: submit_entry(play, said["outcome"], actor, key, **how))


class ConfirmEntryView(ActionView):
    """The other side agrees."""

    @action_schema(
        request_bodies.ConfirmationBody, request_bodies.EntryAnswer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, play: int) -> Response:
        """Append the same outcome as the entry of a revision."""
        body = request_bodies.ConfirmationBody(data=request.data)
        actor, key = _speaker(request, play, body), required_idempotency_key(request)
        said = body.validated_data
        how = {"age_seconds": said["age"], "withdraws": said["withdraws"]}
        return _stored(lambda: confirm_entry(play, said["revision"], actor, key, **how))


class DecidePlayView(ActionView):
    """The director decides."""

    @action_schema(
        request_bodies.DecisionBody, request_bodies.EntryAnswer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, play: int) -> Response:
        """A correction, a ruling, or that the board was not played; 409 when something was said
        since."""
        found = get_readable_play_or_404(request, play).play
        actor = section_director_actor(request, found.seating.round.section)
        key, body = (
            required_idempotency_key(request),
            request_bodies.DecisionBody(data=request.data),
        )
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


class GiveAwardsView(ActionView):
    """The director gives awards instead of a result."""

    @action_schema(entries.AwardsBody, request_bodies.EntryAnswer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, play: int) -> Response:
        """What each line is given; 409 when something was said since."""
        found = get_readable_play_or_404(request, play).play
        actor = section_director_actor(request, found.seating.round.section)
        key, body = required_idempotency_key(request), entries.AwardsBody(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        how = {"replaces": said["replaces"], "reason": said["reason"]}
        return Response(
            give_awards(found.pk, said["given"], actor=actor, key=key, **how), status=201
        )


def _speaker(request: Any, play: int, body: Any) -> Actor:
    """Who speaks, for the side that the body names."""
    actor = entry_actor(request, play)
    required_idempotency_key(request)
    body.is_valid(raise_exception=True)
    return replace(actor, side=body.validated_data["side"])


def _stored(say: Callable[[], Answer]) -> Response:
    """What is answered to whoever says something about a play; raises `Http404` where there is
    none."""
    try:
        return Response(say(), status=201)
    except Play.DoesNotExist:
        raise Http404 from None
