"""Line-ups of teams: as they are said, and as anybody may read them."""

from rest_framework import serializers

from tournaments.actions.limits import MAX_CONTESTANTS
from tournaments.models import SeatHolder
from tournaments.queries.people.names import LARGEST_TEAM


class LineUpBody(serializers.Serializer):
    """A team by its number, and for each seat a player by his number in its list, from 1.

    N and S sit at the one table of its match, E and W at the other.
    """

    contestant = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    seats = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_TEAM)
    )


class LineUpAnswer(serializers.Serializer):
    """For which team it is declared; nothing of it is said before both teams of the match have."""

    round = serializers.IntegerField()
    contestant = serializers.IntegerField()


class LineUpSeatSerializer(serializers.ModelSerializer[SeatHolder]):
    """A seat of a match with the number of the team and the name of the player who sits there."""

    table_label = serializers.CharField(source="seating.table.label")
    contestant = serializers.IntegerField(source="contestant.number")
    player = serializers.CharField(source="player.name")

    class Meta:
        model = SeatHolder
        fields = ("table_label", "seat", "contestant", "player")
