"""Line-ups of teams: the body that submits one, its answer, and public line-ups."""

from rest_framework import serializers

from tournaments.actions.limits import MAX_CONTESTANTS
from tournaments.models import SeatHolder
from tournaments.queries.people.names import MAX_TEAM_PLAYERS


class LineUpBody(serializers.Serializer):
    """The number of a team, and the player of each seat as a position in the team's list from 1.

    N and S sit at one table of the match, E and W at the other.
    """

    contestant = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    seats = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_TEAM_PLAYERS)
    )


class LineUpAnswer(serializers.Serializer):
    """The round and the team; line-ups are public once both teams have submitted theirs."""

    round = serializers.IntegerField()
    contestant = serializers.IntegerField()


class LineUpSeatSerializer(serializers.ModelSerializer[SeatHolder]):
    """A seat of a match, with the number of the team and the name of the player."""

    table_label = serializers.CharField(source="seating.table.label")
    contestant = serializers.IntegerField(source="contestant.number")
    player = serializers.CharField(source="player.name")

    class Meta:
        model = SeatHolder
        fields = ("table_label", "seat", "contestant", "player")
