"""Who may object to a result, and read what was objected: the side whose result it is, and no
other."""

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Contestant, Play, Session
from tournaments.permissions.visibility.playing_members import player_ids_of_user
from tournaments.permissions.visibility.results_shown import hidden_board_numbers


class Objector(NamedTuple):
    """Who may speak for a contestant of an event.

    A user, if one of its players is them; or a device that is bound to the contestant in the
    session.
    """

    user_id: int | None = None
    device: str = ""

    @property
    def is_anonymous(self) -> bool:
        """Whether he can speak for nobody at all."""
        return self == Objector()


def plays_open_to_objection(speaker: Objector, contestant: Contestant) -> QuerySet[Play]:
    """The plays of a contestant about which somebody was heard, and this speaker may object.

    A team's only once its board is open: half of it may have the board yet to play.
    """
    if speaker.is_anonymous:
        return Play.objects.none()
    plays = _heard(contestant)
    if contestant.event.at_two_tables:
        plays = _open(plays, contestant)
    if _is_player(speaker, contestant):
        return plays
    bound = contestant.devices.bound().filter(device=speaker.device) if speaker.device else None
    return (
        plays.filter(board__session__in=bound.values("session")) if bound else Play.objects.none()
    )


def _heard(contestant: Contestant) -> QuerySet[Play]:
    seatings = contestant.places.filter(seating__round__started_at__isnull=False).values("seating")
    return Play.objects.filter(seating__in=seatings).exclude(state=Play.State.DUE)


def _is_player(speaker: Objector, contestant: Contestant) -> bool:
    """Return whether the user is a player of the contestant."""
    if speaker.user_id is None:
        return False
    return contestant.partners.filter(player__in=player_ids_of_user(speaker.user_id)).exists()


def _open(plays: QuerySet[Play], contestant: Contestant) -> QuerySet[Play]:
    for session in Session.objects.filter(stage__event=contestant.event_id).select_related(
        "stage__event"
    ):
        plays = plays.exclude(
            board__session=session, board__number__in=hidden_board_numbers(session)
        )
    return plays
