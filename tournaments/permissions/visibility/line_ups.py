"""Visibility of line-ups: secret until both teams of a match have submitted one.

Once a round has started, its line-ups are public, because everybody in the room sees who sits
where.
"""

from django.db.models import Q, QuerySet

from tournaments.models import Contestant, Event, LineUp, Round, SeatHolder
from tournaments.permissions.visibility.playing_members import player_ids_of_user


def public_line_ups(round_: Round) -> QuerySet[LineUp]:
    """Return the line-ups of a round that everybody may see.

    Before the round starts these are the line-ups of matches in which both teams have submitted
    theirs, afterwards all.
    """
    submitted_line_ups = LineUp.objects.filter(round=round_)
    if round_.started_at:
        return submitted_line_ups
    seat_holders = SeatHolder.objects.filter(seating__round=round_)
    holders_without_line_up = seat_holders.exclude(
        contestant__in=submitted_line_ups.values("contestant")
    )
    return submitted_line_ups.exclude(
        contestant__places__seating__in=holders_without_line_up.values("seating")
    )


def line_ups_for_team(round_: Round, team: Contestant) -> QuerySet[LineUp]:
    """Return the line-ups of a round that a team may see: its own, and public ones."""
    is_readable = Q(contestant=team) | Q(pk__in=public_line_ups(round_).values("pk"))
    return LineUp.objects.filter(is_readable, round=round_)


def line_ups_for_member(round_: Round, user_id: int) -> QuerySet[LineUp]:
    """Return the line-ups of a round that the desk shows to a member.

    These are all line-ups, except secret ones of the opponents of a team in which the member plays.
    """
    player_ids = player_ids_of_user(user_id)
    own_seat_holders = SeatHolder.objects.filter(
        seating__round=round_, contestant__partners__player__in=player_ids
    )
    opponents = Contestant.objects.filter(places__seating__in=own_seat_holders.values("seating"))
    other_teams = opponents.exclude(pk__in=own_seat_holders.values("contestant"))
    is_visible = ~Q(contestant__in=other_teams.values("pk")) | Q(
        pk__in=public_line_ups(round_).values("pk")
    )
    return LineUp.objects.filter(is_visible, round=round_)


def teams_with_visible_link(event: Event, user_id: int) -> QuerySet[Contestant]:
    """Return the teams whose links the desk shows to a member.

    A member who plays in a team sees only the link of that team. With another team's link they
    could read its secret line-ups, also in later sessions.
    """
    teams = event.contestants.filter(withdrawn_at=None)
    own_teams = teams.filter(partners__player__in=player_ids_of_user(user_id)).distinct()
    return own_teams if own_teams.exists() else teams
