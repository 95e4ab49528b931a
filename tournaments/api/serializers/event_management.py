"""Bodies of requests that change, copy or delete an event."""

from rest_framework import serializers

from tournaments.actions.events.copy import EventCopy
from tournaments.actions.limits import (
    MAX_EVENT_NAME_LENGTH,
    MAX_FEE_CENTS,
    MAX_NOTE_LENGTH,
    MAX_OBJECTION_MINUTES,
    MAX_PLACE_LENGTH,
)
from tournaments.models import Event


class EditBody(serializers.Serializer):
    """Details of an event to change; missing fields stay unchanged."""

    name = serializers.CharField(max_length=MAX_EVENT_NAME_LENGTH, required=False)
    starts_at = serializers.DateTimeField(allow_null=True, required=False)
    place = serializers.CharField(max_length=MAX_PLACE_LENGTH, allow_blank=True, required=False)
    note = serializers.CharField(max_length=MAX_NOTE_LENGTH, allow_blank=True, required=False)
    results_shown = serializers.ChoiceField(Event.ResultsShown.choices, required=False)
    fee_cents = serializers.IntegerField(min_value=0, max_value=MAX_FEE_CENTS, required=False)
    tiebreaks = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=20, required=False
    )
    standings_from = serializers.DateTimeField(allow_null=True, required=False)
    missed = serializers.ChoiceField(Event.Missed.choices, required=False)
    objection_minutes = serializers.IntegerField(
        min_value=0, max_value=MAX_OBJECTION_MINUTES, allow_null=True, required=False
    )


class CopyBody(serializers.Serializer):
    """The name and start of an event's copy, and whether the same contestants play in it."""

    name = serializers.CharField(max_length=MAX_EVENT_NAME_LENGTH)
    starts_at = serializers.DateTimeField(allow_null=True, default=None)
    same_contestants = serializers.BooleanField(default=False)

    def plan(self) -> EventCopy:
        """Return the settings of the copy from a valid body."""
        return EventCopy(**self.validated_data)


class DeleteBody(serializers.Serializer):
    """The exact name of the event, as a safeguard against deleting another one."""

    name = serializers.CharField(max_length=MAX_EVENT_NAME_LENGTH)
