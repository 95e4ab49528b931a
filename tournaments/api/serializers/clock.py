"""Clocks: how long is left in each section, what that is planned with, and what is done to it."""

from rest_framework import serializers

from tournaments.actions.limits import BREAK_MINUTES, MAX_EXTRA_MINUTES, ROUND_MINUTES
from tournaments.movements.base.movement import ALLOWED_ROUNDS


class BreakSerializer(serializers.Serializer):
    """Minutes in which nobody plays, after a round."""

    after_round = serializers.IntegerField(
        min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1]
    )
    minutes = serializers.IntegerField(min_value=BREAK_MINUTES[0], max_value=BREAK_MINUTES[-1])


class ClockBody(serializers.Serializer):
    """How long a round is, null at the pace of the club, and all breaks there are."""

    minutes_per_round = serializers.IntegerField(
        allow_null=True, min_value=ROUND_MINUTES[0], max_value=ROUND_MINUTES[-1]
    )
    breaks = BreakSerializer(many=True, max_length=ALLOWED_ROUNDS[-1], default=list)

    def breaks_by_round(self) -> dict[int, int]:
        """What a valid body says; of two after one round the last."""
        return {each["after_round"]: each["minutes"] for each in self.validated_data["breaks"]}


class SectionChoiceBody(serializers.Serializer):
    """A section by number; null for all that who asks directs."""

    section = serializers.IntegerField(min_value=1, max_value=32767, allow_null=True, default=None)


class MinutesBody(SectionChoiceBody):
    """Minutes given to the round being played, or taken; a table, by number, is one of that
    section."""

    minutes = serializers.IntegerField(min_value=-MAX_EXTRA_MINUTES, max_value=MAX_EXTRA_MINUTES)
    table = serializers.IntegerField(min_value=1, max_value=32767, allow_null=True, default=None)


class TimeLeftSerializer(serializers.Serializer):
    """What a clock shows: the break or the round ends at `until`, which is null while it stands.

    `seconds` are left, negative once the time is over.
    """

    until = serializers.DateTimeField(source="clock.until", allow_null=True, default=None)
    seconds = serializers.IntegerField(source="clock.seconds", allow_null=True, default=None)


class TableTimeLeftSerializer(TimeLeftSerializer):
    """A table that has more time than its section, or less."""

    table = serializers.IntegerField(source="table.number")


class SectionClockSerializer(TimeLeftSerializer):
    """A section: `phase` is to begin, break, running, over, paused, between (rounds) or ended."""

    section = serializers.IntegerField(source="section.number")
    name = serializers.CharField(source="section.name", allow_blank=True)
    round = serializers.IntegerField()
    phase = serializers.CharField()
    tables = TableTimeLeftSerializer(many=True)


class OutlookSerializer(serializers.Serializer):
    """When the last round was to end, and when it will at this evening's pace."""

    planned = serializers.DateTimeField()
    ends = serializers.DateTimeField()


class ClockSerializer(serializers.Serializer):
    """The clocks of a session at `now`; `minutes` is how long a round is, also where nobody
    said."""

    now = serializers.DateTimeField()
    minutes_per_round = serializers.IntegerField(allow_null=True)
    minutes = serializers.FloatField()
    breaks = BreakSerializer(many=True)
    sections = SectionClockSerializer(many=True)
    outlook = OutlookSerializer(allow_null=True)
