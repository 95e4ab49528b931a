"""Who asks, and what he may ask for: found before any act is called; `queries/roles` says what a role may."""

import secrets

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.actions.actor import Actor
from tournaments.models import Club, Contestant, Event, Section, Session, Table
from tournaments.queries.roles import (
    MAY_RUN,
    Role,
    archived_events_run_by,
    clubs_run_by,
    events_run_by,
    sections_run_by,
)


def user_id(request: HttpRequest) -> int:
    """The signed-in user's number; a page behind `login_required` has one."""
    if request.user.pk is None:
        raise Http404
    return request.user.pk


def own_event(request: HttpRequest, event_id: int, roles: tuple[Role, ...] = MAY_RUN) -> Event:
    """An event in which the user has one of `roles`; to everybody else it does not exist."""
    return get_object_or_404(events_run_by(user_id(request), roles).select_related("club"), pk=event_id)


def own_archived_event(request: HttpRequest, event_id: int, roles: tuple[Role, ...] = MAY_RUN) -> Event:
    """An archived event in which the user has one of `roles`; to everybody else it does not exist."""
    return get_object_or_404(archived_events_run_by(user_id(request), roles), pk=event_id)


def own_sections(request: HttpRequest, event: Event, roles: tuple[Role, ...]) -> QuerySet[Section]:
    """The sections of an event, in all its sessions, in which the user has one of `roles`."""
    return sections_run_by(user_id(request), event, roles)


def own_club(request: HttpRequest, club_id: int) -> Club:
    """A club that the user owns; to everybody else it does not exist."""
    owned = Club.objects.filter(memberships__user_id=user_id(request), memberships__role=Role.OWNER)
    return get_object_or_404(owned, pk=club_id)


def directed_club(request: HttpRequest, club_id: int) -> Club:
    """A club whose events the user runs; to everybody else it does not exist."""
    return get_object_or_404(clubs_run_by(user_id(request), MAY_RUN), pk=club_id)


def latest_session(event: Event) -> Session:
    """The session the desk works on: the last one of the event."""
    sessions = Session.objects.filter(stage__event=event).select_related(
        "stage__event__club", "stage__event__rehearsal"
    )
    session = sessions.order_by("stage__number", "number").last()
    if session is None:
        raise Http404
    return session


def director(request: HttpRequest) -> Actor:
    """The signed-in user as the one who acts."""
    return Actor.of_user(user_id(request))


def for_team(request: HttpRequest, team: Contestant) -> Actor:
    """This device speaking for a team whose link it has opened."""
    return Actor.of_team(team.pk, _device(request))


def at_table(request: HttpRequest, table: Table, side: str) -> Actor:
    """This device at a table, speaking for `side`; the device keeps its name in a signed cookie."""
    return Actor.of_table(table.pk, _device(request), side)


def _device(request: HttpRequest) -> str:
    device: str = request.session.setdefault("device", secrets.token_hex(8))
    return device
