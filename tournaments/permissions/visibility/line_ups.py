"""Line-ups: what a team has declared is its own until the other team of the match has declared too.

Once a round begins nothing about it is secret: who sits where is to be seen in the room.
"""

from django.db.models import Q, QuerySet

from tournaments.models import Contestant, Event, LineUp, Place, Round
from tournaments.permissions.visibility.playing_members import player_ids_of_user


def public_line_ups(round_: Round) -> QuerySet[LineUp]:
    """What teams have declared for a round that anybody may see: both of a match have, or it has
    begun."""
    declared = LineUp.objects.filter(round=round_)
    if round_.started_at:
        return declared
    places = Place.objects.filter(seating__round=round_)
    waiting = places.exclude(contestant__in=declared.values("contestant"))
    return declared.exclude(contestant__places__seating__in=waiting.values("seating"))


def line_ups_for_team(round_: Round, team: Contestant) -> QuerySet[LineUp]:
    """What a team may see of a round: what it has declared itself, and what anybody may see."""
    own = Q(contestant=team) | Q(pk__in=public_line_ups(round_).values("pk"))
    return LineUp.objects.filter(own, round=round_)


def line_ups_for_member(round_: Round, user_id: int) -> QuerySet[LineUp]:
    """What the desk shows a member: all; of a team that he is about to meet only what anybody
    may see."""
    players = player_ids_of_user(user_id)
    own = Place.objects.filter(seating__round=round_, contestant__partners__player__in=players)
    met = Contestant.objects.filter(places__seating__in=own.values("seating"))
    others = met.exclude(pk__in=own.values("contestant"))
    shown = ~Q(contestant__in=others.values("pk")) | Q(pk__in=public_line_ups(round_).values("pk"))
    return LineUp.objects.filter(shown, round=round_)


def teams_with_visible_link(event: Event, user_id: int) -> QuerySet[Contestant]:
    """The teams whose links the desk shows a member: all, but his own alone to one who plays in a
    team.

    With the link of another he would read, also in a session to come, what it keeps from him.
    """
    teams = event.contestants.filter(withdrawn_at=None)
    own = teams.filter(partners__player__in=player_ids_of_user(user_id)).distinct()
    return own if own.exists() else teams
