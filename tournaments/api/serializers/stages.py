"""The stage that follows: its finals, who plays in each, and who came into it."""

from fractions import Fraction
from typing import Any

from rest_framework import serializers

from tournaments.actions.events.final_plans import FinalPlan, NextStagePlan
from tournaments.actions.limits import MAX_CONTESTANTS, MAX_SECTIONS
from tournaments.api.serializers.events import ContestantSerializer, ReasonField
from tournaments.api.serializers.request_bodies import OptionsField
from tournaments.models import Qualifier
from tournaments.movements.base.movement import ALLOWED_BOARDS_PER_ROUND, ALLOWED_ROUNDS
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.visibility.results_shown import is_embargoed


class QualifierSerializer(serializers.ModelSerializer):
    """Who came into a stage from the one before, where he was in `group`; `seed` 1 is the best.

    While standings are held back nothing of how he stood is told: `seed`, `group` and `why` are
    null.
    """

    stage = serializers.IntegerField(source="stage.number")
    contestant = ContestantSerializer()
    seed = serializers.IntegerField(allow_null=True)
    group = serializers.IntegerField(allow_null=True)
    why = ReasonField(source="reason")

    class Meta:
        model = Qualifier
        fields = ("stage", "contestant", "seed", "group", "why")

    def to_representation(self, qualifier: Qualifier) -> Any:
        """What anybody may know."""
        told = super().to_representation(qualifier)
        kept_back = (
            dict.fromkeys(("seed", "group", "why")) if is_embargoed(qualifier.stage.event) else {}
        )
        return {**told, **kept_back}


class PlaceRangeBody(serializers.Serializer):
    """From one place to another: of the whole ranking, or of `each` of those by section, group
    or line."""

    first = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS, default=1)
    last = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    each = serializers.BooleanField(default=False)


class FinalBody(serializers.Serializer):
    """A final; `places` null are the rest, without a `movement` it has the best for so many."""

    name = serializers.CharField(max_length=20, allow_blank=True, default="")
    places = PlaceRangeBody(allow_null=True)
    movement = serializers.CharField(max_length=40, allow_blank=True, default="")
    movement_options = OptionsField(default=dict)
    rounds = serializers.IntegerField(
        min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1], allow_null=True, default=None
    )


class NextStageBody(serializers.Serializer):
    """The finals of the next stage, and the part that is carried over: `0` nothing, `1/3`, `1`
    all."""

    finals = FinalBody(many=True, max_length=MAX_SECTIONS)
    boards_per_round = serializers.IntegerField(
        min_value=ALLOWED_BOARDS_PER_ROUND[0],
        max_value=ALLOWED_BOARDS_PER_ROUND[-1],
        allow_null=True,
        default=None,
    )
    carried = serializers.RegexField(r"^[0-9]{1,4}(/[1-9][0-9]{0,3})?$", default="0")

    def plan(self) -> NextStagePlan:
        """What a valid body says."""
        said = self.validated_data
        finals = (
            FinalPlan(
                each["movement"],
                each["places"] and PlaceRange(**each["places"]),
                each["name"],
                each["movement_options"],
                each["rounds"],
            )
            for each in said["finals"]
        )
        return NextStagePlan(tuple(finals), said["boards_per_round"], Fraction(said["carried"]))
