"""The next stage: its finals, and the contestants who qualified."""

from fractions import Fraction
from typing import Any

from rest_framework import serializers

from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.limits import MAX_CONTESTANTS, MAX_SECTIONS
from tournaments.api.serializers.events import ContestantSerializer
from tournaments.api.serializers.fields import ReasonField
from tournaments.api.serializers.request_bodies import OptionsField
from tournaments.models import Qualifier
from tournaments.movements.base.movement import ALLOWED_BOARDS_PER_ROUND, ALLOWED_ROUNDS
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.visibility.results_shown import is_embargoed


class QualifierSerializer(serializers.ModelSerializer):
    """A contestant who qualified for a stage, with the contestant's group in the previous stage.

    `seed` 1 is the best. During a standings embargo `seed`, `group` and `why` are null.
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
        """Return the fields; during a standings embargo those that reveal standings are None."""
        fields = super().to_representation(qualifier)
        if is_embargoed(qualifier.stage.event):
            fields |= dict.fromkeys(("seed", "group", "why"))
        return fields


class PlaceRangeBody(serializers.Serializer):
    """A range of places: of the whole ranking, or of `each` ranking by section, group or line."""

    first = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS, default=1)
    last = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    each = serializers.BooleanField(default=False)


class FinalBody(serializers.Serializer):
    """A final.

    Without `places`, the contestants who qualify for no other final play in it. Without `movement`,
    it has the best movement for the number of its contestants.
    """

    name = serializers.CharField(max_length=20, allow_blank=True, default="")
    places = PlaceRangeBody(allow_null=True)
    movement = serializers.CharField(max_length=40, allow_blank=True, default="")
    movement_options = OptionsField(default=dict)
    rounds = serializers.IntegerField(
        min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1], allow_null=True, default=None
    )


class NextStageBody(serializers.Serializer):
    """The finals of the next stage, and the part of the totals that is carried over.

    `carried` is a fraction: `0` for nothing, `1/3`, `1` for everything.
    """

    finals = FinalBody(many=True, max_length=MAX_SECTIONS)
    boards_per_round = serializers.IntegerField(
        min_value=ALLOWED_BOARDS_PER_ROUND[0],
        max_value=ALLOWED_BOARDS_PER_ROUND[-1],
        allow_null=True,
        default=None,
    )
    carried = serializers.RegexField(r"^[0-9]{1,4}(/[1-9][0-9]{0,3})?$", default="0")

    def plan(self) -> NextStagePlan:
        """Return the plan of the next stage from a valid body."""
        body = self.validated_data
        finals = (
            FinalPlan(
                final["movement"],
                final["places"] and PlaceRange(**final["places"]),
                final["name"],
                final["movement_options"],
                final["rounds"],
            )
            for final in body["finals"]
        )
        return NextStagePlan(tuple(finals), body["boards_per_round"], Fraction(body["carried"]))
