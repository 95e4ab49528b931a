"""Visibility of line-ups: secret until both teams of a match have submitted one.

Once a round has started its line-ups are public: everybody in the room sees who sits where.
"""

from django.db.models import Q, QuerySet

from tournaments.models import Contestant, Event, LineUp, Round, SeatHolder
from tournaments.permissions.visibility.playing_members import player_ids_of_user


def public_line_ups(round_: Round) -> QuerySet[LineUp]:
    """Return the line-ups of a round that are public."""
    declared = LineUp.objects.filter(round=round_)
    if round_.started_at:
        return declared
    places = SeatHolder.objects.filter(seating__round=round_)
    undeclared = places.exclude(contestant__in=declared.values("contestant"))
    return declared.exclude(contestant__places__seating__in=undeclared.values("seating"))


def line_ups_for_team(round_: Round, team: Contestant) -> QuerySet[LineUp]:
    """Return the line-ups of a round that a team may see: its own and public ones."""
    own_line_ups = Q(contestant=team) | Q(pk__in=public_line_ups(round_).values("pk"))
    return LineUp.objects.filter(own_line_ups, round=round_)


def line_ups_for_member(round_: Round, user_id: int) -> QuerySet[LineUp]:
    """Return the line-ups of a round that the desk shows to a member.

    These are all line-ups, except secret ones of a team that the member is about to meet.
    """
    players = player_ids_of_user(user_id)
    own_places = SeatHolder.objects.filter(
        seating__round=round_, contestant__partners__player__in=players
    )
    opponents = Contestant.objects.filter(places__seating__in=own_places.values("seating"))
    other_teams = opponents.exclude(pk__in=own_places.values("contestant"))
    is_visible = ~Q(contestant__in=other_teams.values("pk")) | Q(
        pk__in=public_line_ups(round_).values("pk")
    )
    return LineUp.objects.filter(is_visible, round=round_)


def teams_with_visible_link(event: Event, user_id: int) -> QuerySet[Contestant]:
    """Return the teams whose links the desk shows to a member.

    A member who plays in a team sees only the link of their own team: with another team's link they
    could read what it declares, also in later sessions.
    """
    teams = event.contestants.filter(withdrawn_at=None)
    own_teams = teams.filter(partners__player__in=player_ids_of_user(user_id)).distinct()
    return own_teams if own_teams.exists() else teams
