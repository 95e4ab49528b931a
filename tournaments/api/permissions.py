"""Actors of API requests, their permissions, and idempotency keys.

The functions that return an actor raise `NotAuthenticated` if the request has no user and no table,
and `PermissionDenied` if it has one that may not do this.
"""

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
    """Return the actor of a request by a director of the club."""
    user_id = request.user.pk
    is_director = (
        bool(user_id) and clubs_of_user(user_id, DIRECTOR_ROLES).filter(pk=club.pk).exists()
    )
    _require(request, is_director)
    return Actor.of_user(user_id)


def require_director(request: Any) -> None:
    """Check that the user is a director of some club.

    Called before a body is validated, so that only directors learn what is wrong with it.
    """
    user_id = request.user.pk
    _require(request, bool(user_id) and clubs_of_user(user_id, DIRECTOR_ROLES).exists())


def section_director_actor(request: Any, section: Section) -> Actor:
    """Return the actor of a request by a director of the section.

    Directors of the section's venue are directors of the section.
    """
    _require(request, has_section_role(request, section, SECTION_DIRECTOR_ROLES))
    return Actor.of_user(request.user.pk)


def has_section_role(request: Any, section: Section, roles: tuple[Role, ...]) -> bool:
    """Return whether the user has one of these roles in a section."""
    return (
        sections_with_role(request, section.session.stage.event, roles)
        .filter(pk=section.pk)
        .exists()
    )


def sections_with_role(request: Any, event: Event, roles: tuple[Role, ...]) -> QuerySet[Section]:
    """Return the sections of an event in which the user has one of these roles."""
    user_id = request.user.pk
    return sections_of_user(user_id, event, roles) if user_id else Section.objects.none()


def directed_sections(request: Any, event: Event) -> QuerySet[Section]:
    """Return the sections of an event that the user directs; raise an error if there are none."""
    sections = sections_with_role(request, event, SECTION_DIRECTOR_ROLES)
    _require(request, sections.exists())
    return sections


def entry_actor(request: Any, play_id: int) -> Actor:
    """Return the actor that enters a result of a play: a table, or a scorer of its section.

    The actor has no side yet; the caller sets it. The action checks whether the play belongs to the
    table. Raises `Http404` for a member if the play does not exist.
    """
    if isinstance(request.auth, Table):
        return Actor.of_table(request.auth.pk, Entry.PROGRAM, "")
    _require(request, has_section_role(request, _section_of(play_id), SECTION_SCORER_ROLES))
    return Actor.of_user(request.user.pk)


def get_readable_play_or_404(request: Any, play_id: int) -> ReadablePlay:
    """Return a play with the rights of the requesting table, scorer or anonymous reader.

    Raises `Http404` if there is no such play.
    """
    if isinstance(request.auth, Table):
        reader = PlayReader(table=request.auth, seating=current_seating(request.auth))
    elif request.user.pk and has_section_role(request, _section_of(play_id), SECTION_SCORER_ROLES):
        reader = PlayReader(user_id=request.user.pk)
    else:
        reader = PlayReader()
    readable_play = find_readable_play(reader, play_id)
    if readable_play is None:
        raise Http404
    return readable_play


def _section_of(play_id: int) -> Section:
    sections = Section.objects.select_related("session__stage__event")
    return get_object_or_404(sections, rounds__seatings__plays=play_id)


def optional_idempotency_key(request: Any) -> str:
    """Return the `Idempotency-Key` header, or "" without one; raise `BadRequest` if malformed."""
    return required_idempotency_key(request) if "Idempotency-Key" in request.headers else ""


def required_idempotency_key(request: Any) -> str:
    """Return the `Idempotency-Key` header; raise `BadRequest` if it is missing or malformed."""
    key: str = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise BadRequest(_NO_KEY)
    return key


def _require(request: Any, is_allowed: bool) -> None:
    if is_allowed:
        return
    raise PermissionDenied if request.user.pk or request.auth else NotAuthenticated
