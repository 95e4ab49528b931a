"""Who may object to a result and read objections: only the side concerned."""

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Contestant, Play, Session
from tournaments.permissions.visibility.playing_members import player_ids_of_user
from tournaments.permissions.visibility.results_shown import hidden_board_numbers


class Objector(NamedTuple):
    """A user, or a linked device, that may object for a contestant.

    A user may if they are one of the contestant's players, a device if it is linked to the
    contestant in the session.
    """

    user_id: int | None = None
    device: str = ""

    @property
    def is_anonymous(self) -> bool:
        """Return whether neither a user nor a device is known."""
        return self == Objector()


def plays_open_to_objection(speaker: Objector, contestant: Contestant) -> QuerySet[Play]:
    """Return the plays of a contestant with an entry to which the objector may object.

    A team's only once the board is no longer hidden: its other table may still have to play it.
    """
    if speaker.is_anonymous:
        return Play.objects.none()
    plays = _plays_with_entry(contestant)
    if contestant.event.at_two_tables:
        plays = _without_hidden_boards(plays, contestant)
    if _is_player(speaker, contestant):
        return plays
    links = contestant.devices.linked().filter(device=speaker.device) if speaker.device else None
    return (
        plays.filter(board__session__in=links.values("session")) if links else Play.objects.none()
    )


def _plays_with_entry(contestant: Contestant) -> QuerySet[Play]:
    seatings = contestant.places.filter(seating__round__started_at__isnull=False).values("seating")
    return Play.objects.filter(seating__in=seatings).exclude(state=Play.State.DUE)


def _is_player(speaker: Objector, contestant: Contestant) -> bool:
    """Return whether the user is a player of the contestant."""
    if speaker.user_id is None:
        return False
    return contestant.partners.filter(player__in=player_ids_of_user(speaker.user_id)).exists()


def _without_hidden_boards(plays: QuerySet[Play], contestant: Contestant) -> QuerySet[Play]:
    for session in Session.objects.filter(stage__event=contestant.event_id).select_related(
        "stage__event"
    ):
        plays = plays.exclude(
            board__session=session, board__number__in=hidden_board_numbers(session)
        )
    return plays
