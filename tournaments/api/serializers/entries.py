"""What is said about a play, and what a director gives instead of a result, as the API tells it."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as of

from scoring.adjusted.award_text import format_adjusted_award
from scoring.adjusted.kinds import AdjustedAward
from tournaments.actions.limits import MAX_REASON_LENGTH
from tournaments.api.serializers.facts import OUTCOME, Exact
from tournaments.models import Entry
from tournaments.models.results import LONGEST_MADE


@extend_schema_field(OUTCOME)
class OutcomeField(of.JSONField):
    """An outcome: each field of the game with its value."""


class EntryShape(of.ModelSerializer):
    """An outcome as somebody said it; `said_at` is when, by his phone's own clock, and `at` when it
    came.

    `given` has by line what a director gave instead of an outcome, as docs/integrators/api.md
    writes it. `withdraws` is the revision of the entry that it takes back; null where it takes back
    none.
    """

    outcome = OutcomeField()
    given = of.DictField(child=of.CharField())
    said_at = of.DateTimeField(source="entered_at", allow_null=True, read_only=True)

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


class AwardsBody(of.Serializer):
    """What each line is given instead of a result, over what was said up to revision `replaces`."""

    given = of.DictField(child=of.CharField(max_length=LONGEST_MADE))
    replaces = of.IntegerField(min_value=0, max_value=2**31 - 1)
    reason = of.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True)


@extend_schema_field(of.CharField())
class GivenText(of.Field):
    """What was given, as docs/integrators/api.md writes it."""

    def to_representation(self, value: AdjustedAward) -> str:
        """See the class."""
        return format_adjusted_award(value)


class GivenShape(of.Serializer):
    """What a director gave a contestant instead of a result; `award` is null where that is none."""

    given = GivenText()
    award = Exact(allow_null=True)
    is_own_mean = of.BooleanField()
