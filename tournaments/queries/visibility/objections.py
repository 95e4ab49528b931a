"""Who may object to a result, and read what was objected: the side whose result it is, and no other."""

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Contestant, Play, Session
from tournaments.queries.visibility.concealed import players_who_are
from tournaments.queries.visibility.quiet import hidden_numbers


class Speaker(NamedTuple):
    """Who may speak for a contestant of an event.

    A user, by the players who he is; or a phone, by the number of the contestant who `holds` it, and by the
    rows of the `tables` of which it serves everybody.
    """

    user: int | None = None
    holds: int | None = None
    tables: frozenset[int] = frozenset()

    @property
    def is_anybody(self) -> bool:
        """Whether he can speak for nobody at all."""
        return self == Speaker()


def plays_spoken_for(speaker: Speaker, contestant: Contestant) -> QuerySet[Play]:
    """The plays of a contestant about which somebody was heard, and this speaker may object.

    A team's only once its board is open: half of it may have the board yet to play.
    """
    if speaker.is_anybody:
        return Play.objects.none()
    plays = _heard(contestant)
    if contestant.event.at_two_tables:
        plays = _open(plays, contestant)
    return plays if _is_his(speaker, contestant) else plays.filter(seating__table__in=speaker.tables)


def _heard(contestant: Contestant) -> QuerySet[Play]:
    seatings = contestant.places.filter(seating__round__started_at__isnull=False).values("seating")
    return Play.objects.filter(seating__in=seatings).exclude(state=Play.State.DUE)


def _is_his(speaker: Speaker, contestant: Contestant) -> bool:
    """Whether he is the contestant, or a player of it."""
    if speaker.holds == contestant.number:
        return True
    if speaker.user is None:
        return False
    return contestant.partners.filter(player__in=players_who_are(speaker.user)).exists()


def _open(plays: QuerySet[Play], contestant: Contestant) -> QuerySet[Play]:
    for session in Session.objects.filter(stage__event=contestant.event_id).select_related("stage__event"):
        plays = plays.exclude(board__session=session, board__number__in=hidden_numbers(session))
    return plays
