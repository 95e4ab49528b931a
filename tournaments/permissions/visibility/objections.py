"""Who may object to a result and read objections: only the contestant whose result it is."""

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Contestant, Play, Session
from tournaments.permissions.visibility.playing_members import player_ids_of_user
from tournaments.permissions.visibility.results_shown import hidden_board_numbers


class Objector(NamedTuple):
    """A user or a device that may be allowed to object for a contestant.

    A user may object if they are one of the contestant's players. A device may if it is linked to
    the contestant in the session.
    """

    user_id: int | None = None
    device: str = ""

    @property
    def is_anonymous(self) -> bool:
        """Return whether neither a user nor a device is known."""
        return self == Objector()


def plays_open_to_objection(objector: Objector, contestant: Contestant) -> QuerySet[Play]:
    """Return the plays of a contestant to whose results the objector may object.

    Plays without an entry are not included. Of a team, plays of hidden boards are not included
    either, because the team's other table may still have to play the board.
    """
    if objector.is_anonymous:
        return Play.objects.none()
    plays = _plays_with_entry(contestant)
    if contestant.event.at_two_tables:
        plays = _without_hidden_boards(plays, contestant)
    if _is_player(objector, contestant):
        return plays
    links = contestant.devices.linked().filter(device=objector.device) if objector.device else None
    return (
        plays.filter(board__session__in=links.values("session")) if links else Play.objects.none()
    )


def _plays_with_entry(contestant: Contestant) -> QuerySet[Play]:
    seatings = contestant.places.filter(seating__round__started_at__isnull=False).values("seating")
    return Play.objects.filter(seating__in=seatings).exclude(state=Play.State.DUE)


def _is_player(objector: Objector, contestant: Contestant) -> bool:
    """Return whether the objector is a user who is a player of the contestant."""
    if objector.user_id is None:
        return False
    return contestant.partners.filter(player__in=player_ids_of_user(objector.user_id)).exists()


def _without_hidden_boards(plays: QuerySet[Play], contestant: Contestant) -> QuerySet[Play]:
    for session in Session.objects.filter(stage__event=contestant.event_id).select_related(
        "stage__event"
    ):
        plays = plays.exclude(
            board__session=session, board__number__in=hidden_board_numbers(session)
        )
    return plays
