"""What is said about a play, and what a director gives instead of a result, as the API tells it."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.adjusted.award_text import format_adjusted_award
from scoring.adjusted.kinds import AdjustedAward
from tournaments.actions.limits import MAX_REASON_LENGTH
from tournaments.api.serializers.events import OUTCOME_SCHEMA, ExactNumberField
from tournaments.models import Entry
from tournaments.models.results import LONGEST_MADE


@extend_schema_field(OUTCOME_SCHEMA)
class OutcomeField(serializers.JSONField):
    """An outcome: each field of the game with its value."""


class EntrySerializer(serializers.ModelSerializer):
    """An outcome as somebody said it; `said_at` is when, by his phone's own clock, and `at` when it
    came.

    `given` has by line what a director gave instead of an outcome, as docs/integrators/api.md
    writes it. `withdraws` is the revision of the entry that it takes back; null where it takes back
    none.
    """

    outcome = OutcomeField()
    given = serializers.DictField(child=serializers.CharField())
    said_at = serializers.DateTimeField(source="entered_at", allow_null=True, read_only=True)

    class Meta:
        model = Entry
        fields = (
            "revision",
            "kind",
            "side",
            "outcome",
            "given",
            "late",
            "reason",
            "withdraws",
            "said_at",
            "at",
        )


class AwardsBody(serializers.Serializer):
    """What each line is given instead of a result, over what was said up to revision `replaces`."""

    given = serializers.DictField(child=serializers.CharField(max_length=LONGEST_MADE))
    replaces = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True)


@extend_schema_field(serializers.CharField())
class AdjustedAwardField(serializers.Field):
    """What was given, as docs/integrators/api.md writes it."""

    def to_representation(self, value: AdjustedAward) -> str:
        """See the class."""
        return format_adjusted_award(value)


class AdjustedAwardSerializer(serializers.Serializer):
    """What a director gave a contestant instead of a result; `award` is null where that is none."""

    given = AdjustedAwardField()
    award = ExactNumberField(allow_null=True)
    is_own_mean = serializers.BooleanField()
