"""Entries of plays, and the awards that a director gives instead of a result."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.adjusted.award_text import format_adjusted_award
from scoring.adjusted.kinds import AdjustedAward
from tournaments.actions.limits import MAX_REASON_LENGTH
from tournaments.api.serializers.fields import ExactField, OutcomeField
from tournaments.models import Entry
from tournaments.models.results import MAX_LINE_POINTS_LENGTH


class EntrySerializer(serializers.ModelSerializer):
    """An entry: the outcome of a board at a table, as one side or the director reports it.

    `said_at` is when it was typed, by the clock of the phone, and `at` when it arrived. `given` has
    the award that the director gave each line instead of an outcome, in the notation of
    docs/integrators/api-results.md. `withdraws` is the revision of the entry that this one
    replaces, or null.
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
    """The award of each line instead of a result; it replaces the entries up to a revision."""

    given = serializers.DictField(child=serializers.CharField(max_length=MAX_LINE_POINTS_LENGTH))
    replaces = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True)


@extend_schema_field(serializers.CharField())
class AdjustedAwardField(serializers.Field):
    """An adjusted award in the notation of docs/integrators/api-results.md."""

    def to_representation(self, value: AdjustedAward) -> str:
        """Return the award as text."""
        return format_adjusted_award(value)


class AdjustedAwardSerializer(serializers.Serializer):
    """The adjusted award that the director gave a contestant instead of a result.

    `award` is null if the adjusted award gives no number. `is_own_mean` says whether the
    contestant's mean on other boards made a difference.
    """

    given = AdjustedAwardField(source="adjusted_award")
    award = ExactField(allow_null=True)
    is_own_mean = serializers.BooleanField(source="own_mean_made_difference")
