"""Clocks: how long is left in each section, what that is planned with, and what is done to it."""

from rest_framework import serializers as of

from tournaments.actions.limits import BREAK_MINUTES, MAX_EXTRA_MINUTES, ROUND_MINUTES
from tournaments.movements.base.movement import ALLOWED_ROUNDS


class BreakShape(of.Serializer):
    """Minutes in which nobody plays, after a round."""

    after_round = of.IntegerField(min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1])
    minutes = of.IntegerField(min_value=BREAK_MINUTES[0], max_value=BREAK_MINUTES[-1])


class ClockBody(of.Serializer):
    """How long a round is, null at the pace of the club, and all breaks there are."""

    minutes_per_round = of.IntegerField(
        allow_null=True, min_value=ROUND_MINUTES[0], max_value=ROUND_MINUTES[-1]
    )
    breaks = BreakShape(many=True, max_length=ALLOWED_ROUNDS[-1], default=list)

    def breaks_by_round(self) -> dict[int, int]:
        """What a valid body says; of two after one round the last."""
        return {each["after_round"]: each["minutes"] for each in self.validated_data["breaks"]}


class WhichBody(of.Serializer):
    """A section by number; null for all that who asks directs."""

    section = of.IntegerField(min_value=1, max_value=32767, allow_null=True, default=None)


class MinutesBody(WhichBody):
    """Minutes given to the round being played, or taken; a table, by number, is one of that
    section."""

    minutes = of.IntegerField(min_value=-MAX_EXTRA_MINUTES, max_value=MAX_EXTRA_MINUTES)
    table = of.IntegerField(min_value=1, max_value=32767, allow_null=True, default=None)


class TimeShape(of.Serializer):
    """What a clock shows: the break or the round ends at `until`, which is null while it stands.

    `seconds` are left, negative once the time is over.
    """

    until = of.DateTimeField(source="clock.until", allow_null=True, default=None)
    seconds = of.IntegerField(source="clock.seconds", allow_null=True, default=None)


class TableTimeShape(TimeShape):
    """A table that has more time than its section, or less."""

    table = of.IntegerField(source="table.number")


class SectionClockShape(TimeShape):
    """A section: `phase` is to begin, break, running, over, paused, between (rounds) or ended."""

    section = of.IntegerField(source="section.number")
    name = of.CharField(source="section.name", allow_blank=True)
    round = of.IntegerField()
    phase = of.CharField()
    tables = TableTimeShape(many=True)


class OutlookShape(of.Serializer):
    """When the last round was to end, and when it will at this evening's pace."""

    planned = of.DateTimeField()
    ends = of.DateTimeField()


class ClockShape(of.Serializer):
    """The clocks of a session at `now`; `minutes` is how long a round is, also where nobody
    said."""

    now = of.DateTimeField()
    minutes_per_round = of.IntegerField(allow_null=True)
    minutes = of.FloatField()
    breaks = BreakShape(many=True)
    sections = SectionClockShape(many=True)
    outlook = OutlookShape(allow_null=True)
