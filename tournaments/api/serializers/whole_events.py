"""What the API is told about an event as a whole, read for shape only."""

from rest_framework import serializers as of

from tournaments.actions.events.copy import EventCopy
from tournaments.actions.limits import (
    MAX_EVENT_NAME_LENGTH,
    MAX_FEE_CENTS,
    MAX_NOTE_LENGTH,
    MAX_OBJECTION_MINUTES,
    MAX_PLACE_LENGTH,
)
from tournaments.models import Event


class EditBody(of.Serializer):
    """Details of an event; what is not named stays, and a moment may be null."""

    name = of.CharField(max_length=MAX_EVENT_NAME_LENGTH, required=False)
    starts_at = of.DateTimeField(allow_null=True, required=False)
    place = of.CharField(max_length=MAX_PLACE_LENGTH, allow_blank=True, required=False)
    note = of.CharField(max_length=MAX_NOTE_LENGTH, allow_blank=True, required=False)
    results_shown = of.ChoiceField(Event.ResultsShown.choices, required=False)
    fee_cents = of.IntegerField(min_value=0, max_value=MAX_FEE_CENTS, required=False)
    tiebreaks = of.ListField(child=of.CharField(max_length=40), max_length=20, required=False)
    standings_from = of.DateTimeField(allow_null=True, required=False)
    missed = of.ChoiceField(Event.Missed.choices, required=False)
    objection_minutes = of.IntegerField(
        min_value=0, max_value=MAX_OBJECTION_MINUTES, allow_null=True, required=False
    )


class CopyBody(of.Serializer):
    """What the copy is called, when it begins, and whether the same contestants play."""

    name = of.CharField(max_length=MAX_EVENT_NAME_LENGTH)
    starts_at = of.DateTimeField(allow_null=True, default=None)
    same_contestants = of.BooleanField(default=False)

    def copy_wanted(self) -> EventCopy:
        """What a valid body says."""
        return EventCopy(**self.validated_data)


class DeleteBody(of.Serializer):
    """The name of the event, as it is written, so that no other one is deleted."""

    name = of.CharField(max_length=MAX_EVENT_NAME_LENGTH)
