"""Plays: what tables say happened, and what the director decides."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.plays import decide_play, post_entry
from tournaments.api import bodies, results
from tournaments.api.asking import director_of, has_role, one_time_key, speaker_at
from tournaments.api.views import Deed, One, deed
from tournaments.forms import as_said
from tournaments.models import Entry, Play, Table
from tournaments.queries.plays import PlayShown, read_play, show_to_anybody, show_to_staff, show_to_table
from tournaments.web.asking import MAY_ENTER


def find_play(play_id: int) -> Play:
    """A play; raises `Http404`."""
    play = read_play(play_id)
    if play is None:
        raise Http404
    return play


class OnePlay(One):
    """One board at one table."""

    @extend_schema(responses=results.PlayShape)
    def get(self, request: Any, play: int) -> Response:
        """Everything said about it, to who may know; what to name as `revision` and `replaces`."""
        return Response(results.PlayShape(_shown_to(request, find_play(play))).data)


class Entries(Deed):
    """What a side says happened."""

    @deed(bodies.EntryBody, bodies.EntryAnswer, status=201, keyed=True)
    def post(self, request: Any, play: int) -> Response:
        """Append an entry, from the table's device or a member who types it in."""
        found = find_play(play)
        body = bodies.EntryBody(data=request.data)
        actor, said = _speaker(request, found, body), body.validated_data["outcome"]
        sure = body.validated_data["sure"]
        return Response(post_entry(found.pk, said, actor, one_time_key(request), sure=sure), status=201)


class Confirmation(Deed):
    """The other side agrees."""

    @deed(bodies.ConfirmationBody, bodies.EntryAnswer, status=201, keyed=True)
    def post(self, request: Any, play: int) -> Response:
        """Append the same outcome as the entry of a revision."""
        found = find_play(play)
        body = bodies.ConfirmationBody(data=request.data)
        actor = _speaker(request, found, body)
        said = as_said(_entry(found, body.validated_data["revision"]).outcome)
        return Response(post_entry(found.pk, said, actor, one_time_key(request)), status=201)


class Decision(Deed):
    """The director decides."""

    @deed(bodies.DecisionBody, bodies.EntryAnswer, status=201, keyed=True)
    def post(self, request: Any, play: int) -> Response:
        """A correction, a ruling, or that the board was not played; 409 when something was said since."""
        found = find_play(play)
        actor = director_of(request, found.board.session.stage.event.club)
        key, body = one_time_key(request), bodies.DecisionBody(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        answer = decide_play(
            found.pk,
            Entry.Kind(said["kind"]),
            said["outcome"],
            replaces=said["replaces"],
            reason=said["reason"],
            actor=actor,
            key=key,
        )
        return Response(answer, status=201)


def _shown_to(request: Any, play: Play) -> PlayShown:
    if isinstance(request.auth, Table):
        return show_to_table(play, request.auth)
    if has_role(request, play.board.session.stage.event.club, MAY_ENTER):
        return show_to_staff(play, request.user.pk)
    return show_to_anybody(play)


def _speaker(request: Any, play: Play, body: Any) -> Actor:
    """Who speaks, for the side that the body names; raises `Refused` where the game has no such side."""
    speaker_at(request, play, "")
    one_time_key(request)
    body.is_valid(raise_exception=True)
    side = body.validated_data["side"]
    if side not in play.board.session.stage.event.game.lines:
        raise Refused([Problem("which_side", _("There is no side %(side)s."), {"side": side}, "side")])
    return speaker_at(request, play, side)


def _entry(play: Play, revision: int) -> Entry:
    entry = play.entries.filter(revision=revision, kind=Entry.Kind.TABLE).first()
    if entry is None:
        params = {"revision": revision}
        template = _("No table has said anything at revision %(revision)s.")
        raise Refused([Problem("no_such_entry", template, params, "revision")])
    return entry
