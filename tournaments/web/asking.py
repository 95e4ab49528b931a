"""Who asks, and what he may ask for: found before any deed is called."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.actions.actor import Actor
from tournaments.models import Club, Event, Membership, Session, Table

Role = Membership.Role
MAY_RUN = (Role.OWNER, Role.DIRECTOR)
MAY_ENTER = (Role.OWNER, Role.DIRECTOR, Role.SCORER)


def user_id(request: HttpRequest) -> int:
    """The signed-in user's number; a page behind `login_required` has one."""
    if request.user.pk is None:
        raise Http404
    return request.user.pk


def own_event(request: HttpRequest, event_id: int, roles: tuple[Role, ...] = MAY_RUN) -> Event:
    """An event of a club in which the user has one of `roles`; to everybody else it does not exist."""
    events = Event.objects.select_related("club").filter(
        club__memberships__user_id=user_id(request), club__memberships__role__in=roles
    )
    return get_object_or_404(events, pk=event_id)


def own_club(request: HttpRequest, club_id: int) -> Club:
    """A club that the user owns; to everybody else it does not exist."""
    owned = Club.objects.filter(memberships__user_id=user_id(request), memberships__role=Role.OWNER)
    return get_object_or_404(owned, pk=club_id)


def may_run(request: HttpRequest, event: Event) -> bool:
    """Whether the user runs the event: a scorer looks on, and nobody runs what is only to be looked at."""
    return (
        not event.read_only
        and event.club.memberships.filter(user_id=user_id(request), role__in=MAY_RUN).exists()
    )


def latest_session(event: Event) -> Session:
    """The session the desk works on: the last one of the event."""
    sessions = Session.objects.filter(stage__event=event).select_related("stage__event__club")
    session = sessions.order_by("stage__number", "number").last()
    if session is None:
        raise Http404
    return session


def director(request: HttpRequest) -> Actor:
    """The signed-in user as the one who acts."""
    return Actor.of_user(user_id(request))


def at_table(request: HttpRequest, table: Table, side: str) -> Actor:
    """This device at a table, speaking for `side`; the device keeps its name in a signed cookie."""
    device = request.session.setdefault("device", secrets.token_hex(8))
    return Actor.of_table(table.pk, table.code_counter, device, side)


def form_key() -> str:
    """A one-time key for a form: sent twice, it is stored once."""
    return secrets.token_hex(16)


def posted(request: HttpRequest) -> dict[str, Any]:
    """What a form sent, the last value of each name."""
    return request.POST.dict()
