"""What the API is told about an event as a whole, read for shape only."""

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
    """Details of an event; what is not named stays, and a moment may be null."""

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
    """What the copy is called, when it begins, and whether the same contestants play."""

    name = serializers.CharField(max_length=MAX_EVENT_NAME_LENGTH)
    starts_at = serializers.DateTimeField(allow_null=True, default=None)
    same_contestants = serializers.BooleanField(default=False)

    def plan(self) -> EventCopy:
        """What a valid body says."""
        return EventCopy(**self.validated_data)


class DeleteBody(serializers.Serializer):
    """The name of the event, as it is written, so that no other one is deleted."""

    name = serializers.CharField(max_length=MAX_EVENT_NAME_LENGTH)
