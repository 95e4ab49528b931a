"""Line-ups of teams: as they are said, and as anybody may read them."""

from rest_framework import serializers as of

from tournaments.actions.limits import MAX_CONTESTANTS
from tournaments.models import SeatHolder
from tournaments.queries.people.names import MAX_TEAM_PLAYERS


class LineUpBody(of.Serializer):
    """A team by its number, and for each seat a player by his number in its list, from 1.

    N and S sit at the one table of its match, E and W at the other.
    """

    contestant = of.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    seats = of.DictField(child=of.IntegerField(min_value=1, max_value=MAX_TEAM_PLAYERS))


class LineUpAnswer(of.Serializer):
    """For which team it is declared; nothing of it is said before both teams of the match have."""

    round = of.IntegerField()
    contestant = of.IntegerField()


class SeatShape(of.ModelSerializer[SeatHolder]):
    """A seat of a match with the number of the team and the name of the player who sits there."""

    table_label = of.CharField(source="seating.table.label")
    contestant = of.IntegerField(source="contestant.number")
    player = of.CharField(source="player.name")

    class Meta:
        model = SeatHolder
        fields = ("table_label", "seat", "contestant", "player")
