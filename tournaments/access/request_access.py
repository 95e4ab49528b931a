"""The sender of a request as an actor, and the objects that they may open.

`permissions/roles` defines what each role may do. Functions named `get_…_or_404` raise `Http404`
for everybody without a role, so that nobody else learns which objects exist.
"""

import secrets

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Club, Contestant, Event, Section, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.roles import (
    DIRECTOR_ROLES,
    Role,
    archived_events_of_user,
    clubs_of_user,
    events_of_user,
    sections_of_user,
)
from tournaments.permissions.visibility.devices import DeviceAccess, read_device_access


def user_id_or_404(request: HttpRequest) -> int:
    """Return the id of the signed-in user; raise `Http404` if nobody is signed in."""
    if request.user.pk is None:
        raise Http404
    return request.user.pk


def get_event_or_404(
    request: HttpRequest, event_id: int, roles: tuple[Role, ...] = DIRECTOR_ROLES
) -> Event:
    """Return an active event in which the user has one of `roles`."""
    return get_object_or_404(
        events_of_user(user_id_or_404(request), roles).select_related("club"), pk=event_id
    )


def get_archived_event_or_404(
    request: HttpRequest, event_id: int, roles: tuple[Role, ...] = DIRECTOR_ROLES
) -> Event:
    """Return an archived event in which the user has one of `roles`."""
    return get_object_or_404(archived_events_of_user(user_id_or_404(request), roles), pk=event_id)


def sections_with_role(
    request: HttpRequest, event: Event, roles: tuple[Role, ...]
) -> QuerySet[Section]:
    """Return the sections of an event, in all sessions, in which the user has one of `roles`."""
    return sections_of_user(user_id_or_404(request), event, roles)


def get_owned_club_or_404(request: HttpRequest, club_id: int) -> Club:
    """Return a club that the user owns."""
    owned_clubs = Club.objects.filter(
        memberships__user_id=user_id_or_404(request), memberships__role=Role.OWNER
    )
    return get_object_or_404(owned_clubs, pk=club_id)


def get_directed_club_or_404(request: HttpRequest, club_id: int) -> Club:
    """Return a club whose events the user directs."""
    return get_object_or_404(clubs_of_user(user_id_or_404(request), DIRECTOR_ROLES), pk=club_id)


def get_latest_session_or_404(event: Event) -> Session:
    """Return the last session of the event; raise `Http404` if it has none."""
    sessions = Session.objects.filter(stage__event=event).select_related(
        "stage__event__club", "stage__event__rehearsal"
    )
    session = sessions.order_by("stage__number", "number").last()
    if session is None:
        raise Http404
    return session


def member_actor(request: HttpRequest) -> Actor:
    """Return the signed-in user as an actor; raise `Http404` if nobody is signed in."""
    return Actor.of_user(user_id_or_404(request))


def team_actor(request: HttpRequest, team: Contestant) -> Actor:
    """Return the device as an actor that acts for a team; it has opened the team's link."""
    return Actor.of_team(team.pk, _get_or_create_device_id(request))


def table_actor(request: HttpRequest, table: Table, side: str) -> Actor:
    """Return the device as an actor that enters for `side` at a table.

    The device has a random id in its signed cookie; one without an id gets it here.
    """
    contestant_number = contestant_number_of_device(request, table.section.session.stage.event_id)
    is_shared = device_is_shared_at_table(request, table)
    return Actor.of_table(
        table.pk,
        _get_or_create_device_id(request),
        side,
        contestant_number=contestant_number,
        is_shared=is_shared,
    )


def contestant_number_of_device(request: HttpRequest, event_id: int) -> int | None:
    """Return the number of the contestant to whom the device belongs in an event, or None.

    A device stores in its session which contestant its user is.
    """
    number: int | None = request.session.get("holders", {}).get(str(event_id))
    return number


def device_is_shared_at_table(request: HttpRequest, table: Table) -> bool:
    """Return whether the device says that it is shared by everybody at the table."""
    return table.pk in request.session.get("shared", [])


def device_access(request: HttpRequest, session: Session) -> DeviceAccess:
    """Return to which contestants and tables of a session the requesting device is linked."""
    return read_device_access(request.session.get("device", ""), session)


def _get_or_create_device_id(request: HttpRequest) -> str:
    device_id: str = request.session.setdefault("device", secrets.token_hex(8))
    return device_id
