"""Load plays for the sender of a request.

`permissions/visibility/plays.py` decides which parts of a play they may see.
"""

from django.http import Http404, HttpRequest

from tournaments.access.request_access import get_event_or_404, sections_with_role, user_id_or_404
from tournaments.forms import parse_number
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
    """Return the signed-in member as a reader of plays, without checking a role."""
    return PlayReader(user_id=user_id_or_404(request))


def get_play_or_404(
    request: HttpRequest, event_id: int, play_id: int, roles: tuple[Role, ...]
) -> ReadablePlay:
    """Return a play of an event in whose section the member has one of `roles`.

    Raises `Http404` for everybody else.
    """
    sections = sections_with_role(request, get_event_or_404(request, event_id, roles), roles)
    play = find_readable_play(
        PlayReader(user_id=user_id_or_404(request), sections=sections), play_id
    )
    if play is None:
        raise Http404
    return play


def play_at_table(request: HttpRequest, table: Table, number: int) -> ReadablePlay:
    """Return the play of a board at a table, for a device of that table.

    If the table plays the board in several rounds, the parameter `round` of the request chooses
    one. Raises `ValidationFailed` as `queries.rounds.seating.play_at` does.
    """
    parameters = request.POST if request.method == "POST" else request.GET
    play = play_at(table, number, parse_number(parameters.get("round", "")))
    return readable_play(PlayReader(user_id=request.user.pk, table=table), play)
