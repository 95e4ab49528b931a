"""Who acts, whether he may, and under which one-time key."""

import re
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.api.exceptions import BadRequest
from tournaments.models import Club, Entry, Event, Section, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.roles import (
    DIRECTOR_ROLES,
    SECTION_DIRECTOR_ROLES,
    SECTION_SCORER_ROLES,
    Role,
    clubs_of_user,
    sections_of_user,
)
from tournaments.permissions.visibility.plays import PlayReader, ReadablePlay, find_readable_play
from tournaments.queries.rounds.seating import current_seating

_KEY = re.compile(r"[!-~]{1,80}")
_NO_KEY = Problem(
    "key_missing",
    _("Send an Idempotency-Key header: up to 80 characters of your choice, new for each result."),
    field="Idempotency-Key",
)


def club_director_actor(request: Any, club: Club) -> Actor:
    """Who runs the club's events; raises `NotAuthenticated` for anybody, `PermissionDenied` for
    others."""
    user = request.user.pk
    _require(
        request, bool(user) and clubs_of_user(user, DIRECTOR_ROLES).filter(pk=club.pk).exists()
    )
    return Actor.of_user(user)


def require_director(request: Any) -> None:
    """Raises as `director_of` for who runs the events of no club: nobody else is told what is
    wrong."""
    user = request.user.pk
    _require(request, bool(user) and clubs_of_user(user, DIRECTOR_ROLES).exists())


def section_director_actor(request: Any, section: Section) -> Actor:
    """Who directs what is played in a section, as at its venue; raises as `director_of` does."""
    _require(request, has_section_role(request, section, SECTION_DIRECTOR_ROLES))
    return Actor.of_user(request.user.pk)


def has_section_role(request: Any, section: Section, roles: tuple[Role, ...]) -> bool:
    """Whether the member who asks has one of `roles` in a section."""
    return (
        sections_with_role(request, section.session.stage.event, roles)
        .filter(pk=section.pk)
        .exists()
    )


def sections_with_role(request: Any, event: Event, roles: tuple[Role, ...]) -> QuerySet[Section]:
    """The sections of an event in which the member who asks has one of `roles`; nobody else has
    any."""
    user = request.user.pk
    return sections_of_user(user, event, roles) if user else Section.objects.none()


def directed_sections(request: Any, event: Event) -> QuerySet[Section]:
    """Those that the member who asks directs; raises as `director_of` does where there are none."""
    found = sections_with_role(request, event, SECTION_DIRECTOR_ROLES)
    _require(request, found.exists())
    return found


def entry_actor(request: Any, play: int) -> Actor:
    """Who says a result of the play, for no side yet: a table, or a member who may.

    Whether it is that table's is asked in the action. Raises as above, and `Http404` to a member
    where there is no such play.
    """
    if isinstance(request.auth, Table):
        return Actor.of_table(request.auth.pk, Entry.PROGRAM, "")
    _require(request, has_section_role(request, _section_of(play), SECTION_SCORER_ROLES))
    return Actor.of_user(request.user.pk)


def get_readable_play_or_404(request: Any, play_id: int) -> ReadablePlay:
    """Return a play for the table, the member of the staff or the public that asks; raises
    `Http404`."""
    if isinstance(request.auth, Table):
        reader = PlayReader(table=request.auth, seating=current_seating(request.auth))
    elif request.user.pk and has_section_role(request, _section_of(play_id), SECTION_SCORER_ROLES):
        reader = PlayReader(user_id=request.user.pk)
    else:
        reader = PlayReader()
    found = find_readable_play(reader, play_id)
    if found is None:
        raise Http404
    return found


def _section_of(play_id: int) -> Section:
    sections = Section.objects.select_related("session__stage__event")
    return get_object_or_404(sections, rounds__seatings__plays=play_id)


def optional_idempotency_key(request: Any) -> str:
    """The request's `Idempotency-Key`, blank without one; raises `Misunderstood` for what cannot
    be one."""
    return required_idempotency_key(request) if "Idempotency-Key" in request.headers else ""


def required_idempotency_key(request: Any) -> str:
    """The request's `Idempotency-Key`; raises `Misunderstood` without a proper one."""
    key: str = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise BadRequest(_NO_KEY)
    return key


def _require(request: Any, allowed: bool) -> None:
    if allowed:
        return
    raise PermissionDenied if request.user.pk or request.auth else NotAuthenticated
