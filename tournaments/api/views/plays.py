"""Views that read a play, enter and confirm its result, and decide it as a director."""

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
    """Reads a play, that is one board at one table."""

    @extend_schema(responses=results.PlaySerializer)
    def get(self, request: Any, play: int) -> Response:
        """Return a play with the entries that the reader may see.

        Later requests refer to its revisions as `revision` and `replaces`.
        """
        return Response(results.PlaySerializer(get_readable_play_or_404(request, play)).data)


class SubmitEntryView(ActionView):
    """Stores the entry of a side."""

    @action_schema(
        request_bodies.EntryBody, request_bodies.EntryAnswer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, play: int) -> Response:
        """Append the outcome of a side, reported by the table's device or typed by a scorer."""
        body = request_bodies.EntryBody(data=request.data)
        actor, key = _side_actor(request, play, body), required_idempotency_key(request)
        submitted = body.validated_data
        return _entry_response(
            lambda: submit_entry(
                play,
                submitted["outcome"],
                actor,
                key,
                accept_unlikely=submitted["sure"],
                age_seconds=submitted["age"],
                withdraws=submitted["withdraws"],
            )
        )


class ConfirmEntryView(ActionView):
    """Stores the agreement of another side with an entry."""

    @action_schema(
        request_bodies.ConfirmationBody,
        request_bodies.EntryAnswer,
        status=201,
        key=IDEMPOTENCY_KEY,
    )
    def post(self, request: Any, play: int) -> Response:
        """Append an entry of another side with the outcome of an earlier entry."""
        body = request_bodies.ConfirmationBody(data=request.data)
        actor, key = _side_actor(request, play, body), required_idempotency_key(request)
        submitted = body.validated_data
        return _entry_response(
            lambda: confirm_entry(
                play,
                submitted["revision"],
                actor,
                key,
                age_seconds=submitted["age"],
                withdraws=submitted["withdraws"],
            )
        )


class DecidePlayView(ActionView):
    """Stores a director's decision about a play."""

    @action_schema(
        request_bodies.DecisionBody, request_bodies.EntryAnswer, status=201, key=IDEMPOTENCY_KEY
    )
    def post(self, request: Any, play: int) -> Response:
        """Append a correction, a ruling, or that the board was not played.

        Answers 409 if the play has changed since revision `replaces`.
        """
        play_row = get_readable_play_or_404(request, play).play
        actor = section_director_actor(request, play_row.seating.round.section)
        key = required_idempotency_key(request)
        body = request_bodies.DecisionBody(data=request.data)
        body.is_valid(raise_exception=True)
        submitted = body.validated_data
        answer = decide_play(
            play_row.pk,
            Entry.Kind(submitted["kind"]),
            submitted["outcome"],
            replaces=submitted["replaces"],
            reason=submitted["reason"],
            actor=actor,
            key=key,
        )
        return Response(answer, status=201)


class GiveAwardsView(ActionView):
    """Stores the awards that a director gives instead of a result."""

    @action_schema(entries.AwardsBody, request_bodies.EntryAnswer, status=201, key=IDEMPOTENCY_KEY)
    def post(self, request: Any, play: int) -> Response:
        """Give each line an award instead of a result.

        Answers 409 if the play has changed since revision `replaces`.
        """
        play_row = get_readable_play_or_404(request, play).play
        actor = section_director_actor(request, play_row.seating.round.section)
        key, body = required_idempotency_key(request), entries.AwardsBody(data=request.data)
        body.is_valid(raise_exception=True)
        submitted = body.validated_data
        answer = give_awards(
            play_row.pk,
            submitted["given"],
            replaces=submitted["replaces"],
            reason=submitted["reason"],
            actor=actor,
            key=key,
        )
        return Response(answer, status=201)


def _side_actor(request: Any, play_id: int, body: Any) -> Actor:
    """Validate the body, and return the actor with the side that the body names."""
    actor = entry_actor(request, play_id)
    required_idempotency_key(request)  # before the body, so that a missing key answers 400
    body.is_valid(raise_exception=True)
    return replace(actor, side=body.validated_data["side"])


def _entry_response(submit: Callable[[], Answer]) -> Response:
    """Return the answer of an action on a play; raise `Http404` if there is no such play."""
    try:
        return Response(submit(), status=201)
    except Play.DoesNotExist:
        raise Http404 from None
