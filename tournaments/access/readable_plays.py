"""Plays for who sends a request; `permissions/visibility/plays.py` decides what they may see of
them."""

from django.http import Http404, HttpRequest

from tournaments.access.request_access import get_event_or_404, sections_with_role, user_id
from tournaments.models import Table
from tournaments.permissions.roles import Role
from tournaments.permissions.visibility.plays import (
    PlayReader,
    ReadablePlay,
    find_readable_play,
    readable_play,
)
from tournaments.queries.rounds.seating import play_at


def member_reader(request: HttpRequest) -> PlayReader:
    """Return the signed-in member as a reader of plays; where they have a role is checked
    elsewhere."""
    return PlayReader(user_id=user_id(request))


def get_play_or_404(
    request: HttpRequest, event_id: int, play_id: int, roles: tuple[Role, ...]
) -> ReadablePlay:
    """Return a play of an event in whose section the member has one of `roles`; to all others it
    is a 404."""
    sections = sections_with_role(request, get_event_or_404(request, event_id, roles), roles)
    found = find_readable_play(PlayReader(user_id=user_id(request), sections=sections), play_id)
    if found is None:
        raise Http404
    return found


def play_at_table(request: HttpRequest, table: Table, number: int) -> ReadablePlay:
    """Return the play of a board at a table for a device there; raises `ValidationFailed` as
    `play_at` does."""
    return readable_play(PlayReader(user_id=request.user.pk, table=table), play_at(table, number))
