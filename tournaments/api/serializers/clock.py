"""Clocks of sections: the time left, their settings, and changes to them."""

from rest_framework import serializers

from tournaments.actions.limits import BREAK_MINUTES, MAX_EXTRA_MINUTES, ROUND_MINUTES
from tournaments.movements.base.movement import ALLOWED_ROUNDS


class BreakSerializer(serializers.Serializer):
    """A break after a round, in minutes."""

    after_round = serializers.IntegerField(
        min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1]
    )
    minutes = serializers.IntegerField(min_value=BREAK_MINUTES[0], max_value=BREAK_MINUTES[-1])


class ClockBody(serializers.Serializer):
    """The minutes of a round (null: at the club's usual pace), and all breaks."""

    minutes_per_round = serializers.IntegerField(
        allow_null=True, min_value=ROUND_MINUTES[0], max_value=ROUND_MINUTES[-1]
    )
    breaks = BreakSerializer(many=True, max_length=ALLOWED_ROUNDS[-1], default=list)

    def breaks_by_round(self) -> dict[int, int]:
        """Return the minutes of the break after each round; a later one replaces an earlier one."""
        return {
            break_["after_round"]: break_["minutes"] for break_ in self.validated_data["breaks"]
        }


class SectionChoiceBody(serializers.Serializer):
    """The number of a section; null for all sections that the user directs."""

    section = serializers.IntegerField(min_value=1, max_value=32767, allow_null=True, default=None)


class MinutesBody(SectionChoiceBody):
    """Minutes to add to the current round, or to take from it if negative.

    `table` is the number of a table in that section; null for all of its tables.
    """

    minutes = serializers.IntegerField(min_value=-MAX_EXTRA_MINUTES, max_value=MAX_EXTRA_MINUTES)
    table = serializers.IntegerField(min_value=1, max_value=32767, allow_null=True, default=None)


class TimeLeftSerializer(serializers.Serializer):
    """The time left of a round or break.

    It ends at `until`, which is null while the clock is paused. `seconds` is negative once the time
    is over.
    """

    until = serializers.DateTimeField(source="clock.until", allow_null=True, default=None)
    seconds = serializers.IntegerField(source="clock.seconds_left", allow_null=True, default=None)


class TableTimeLeftSerializer(TimeLeftSerializer):
    """A table that has more or less time than its section."""

    table = serializers.IntegerField(source="table.number")


class SectionClockSerializer(TimeLeftSerializer):
    """The clock of a section.

    `phase` is "to begin", "break", "running", "over", "paused", "between" (two rounds) or "ended".
    """

    section = serializers.IntegerField(source="section.number")
    name = serializers.CharField(source="section.name", allow_blank=True)
    round = serializers.IntegerField(source="round_number")
    phase = serializers.CharField()
    tables = TableTimeLeftSerializer(source="table_clocks", many=True)


class OutlookSerializer(serializers.Serializer):
    """When the last round was planned to end, and when it is expected to end at this pace."""

    planned = serializers.DateTimeField(source="planned_end")
    ends = serializers.DateTimeField(source="expected_end")


class ClockSerializer(serializers.Serializer):
    """The clocks of a session at `now`.

    `minutes` is the length of a round, even if `minutes_per_round` is null.
    """

    now = serializers.DateTimeField()
    minutes_per_round = serializers.IntegerField(allow_null=True)
    minutes = serializers.FloatField()
    breaks = BreakSerializer(many=True)
    sections = SectionClockSerializer(many=True)
    outlook = OutlookSerializer(allow_null=True)
