"""Who acts, whether he may, and under which one-time key."""

import re
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.api.refusals import Misunderstood
from tournaments.models import Club, Entry, Table
from tournaments.queries.roles import MAY_ENTER, MAY_RUN, Role, clubs_run_by

_KEY = re.compile(r"[!-~]{1,80}")
_NO_KEY = Problem(
    "key_missing",
    _("Send a header Idempotency-Key: up to 80 letters of your own, new for each result."),
    field="Idempotency-Key",
)


def has_role(request: Any, club: Club, roles: tuple[Role, ...]) -> bool:
    """Whether the member who asks has one of `roles` in the club."""
    return bool(request.user.pk) and clubs_run_by(request.user.pk, roles).filter(pk=club.pk).exists()


def director_of(request: Any, club: Club) -> Actor:
    """Who runs the club's events; raises `NotAuthenticated` for anybody, `PermissionDenied` for others."""
    _require(request, has_role(request, club, MAY_RUN))
    return Actor.of_user(request.user.pk)


def speaker_at(request: Any, play: int) -> Actor:
    """Who says a result of the play, for no side yet: a table, or a member who may.

    Whether it is that table's is asked in the action. Raises as above, and `Http404` to a member where there
    is no such play.
    """
    if isinstance(request.auth, Table):
        return Actor.of_table(request.auth.pk, Entry.PROGRAM, "")
    club = get_object_or_404(Club, events__stages__sessions__boards__plays=play)
    _require(request, has_role(request, club, MAY_ENTER))
    return Actor.of_user(request.user.pk)


def given_key(request: Any) -> str:
    """The request's `Idempotency-Key`, blank without one; raises `Misunderstood` for what cannot be one."""
    return one_time_key(request) if "Idempotency-Key" in request.headers else ""


def one_time_key(request: Any) -> str:
    """The request's `Idempotency-Key`; raises `Misunderstood` without a proper one."""
    key: str = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise Misunderstood(_NO_KEY)
    return key


def _require(request: Any, allowed: bool) -> None:
    if allowed:
        return
    raise PermissionDenied if request.user.pk or request.auth else NotAuthenticated
