"""The stage that follows: its finals, and who plays in each."""

from fractions import Fraction

from rest_framework import serializers as of

from tournaments.actions.contestants.pasted_list import MOST_CONTESTANTS
from tournaments.actions.events.final_plans import FinalPlan, NextStagePlan
from tournaments.actions.rounds.division import MOST_SECTIONS
from tournaments.api.shapes.bodies import OptionsField
from tournaments.movements.drawing.selection import Places
from tournaments.movements.frame.movement import BOARDS_PER_ROUND, ROUNDS


class PlacesBody(of.Serializer):
    """From one place to another: of the whole ranking, or of `each` of those by section, group or line."""

    first = of.IntegerField(min_value=1, max_value=MOST_CONTESTANTS, default=1)
    last = of.IntegerField(min_value=1, max_value=MOST_CONTESTANTS)
    each = of.BooleanField(default=False)


class FinalBody(of.Serializer):
    """A final; `places` null are the rest, without a `movement` it has the best for so many."""

    name = of.CharField(max_length=20, allow_blank=True, default="")
    places = PlacesBody(allow_null=True)
    movement = of.CharField(max_length=40, allow_blank=True, default="")
    movement_options = OptionsField(default=dict)
    rounds = of.IntegerField(min_value=ROUNDS[0], max_value=ROUNDS[-1], allow_null=True, default=None)


class NextStageBody(of.Serializer):
    """The finals of the next stage, and the part that is carried over: `0` nothing, `1/3`, `1` all."""

    finals = FinalBody(many=True, max_length=MOST_SECTIONS)
    boards_per_round = of.IntegerField(
        min_value=BOARDS_PER_ROUND[0], max_value=BOARDS_PER_ROUND[-1], allow_null=True, default=None
    )
    carried = of.RegexField(r"^[0-9]{1,4}(/[1-9][0-9]{0,3})?$", default="0")

    def plan(self) -> NextStagePlan:
        """What a valid body says."""
        said = self.validated_data
        finals = (
            FinalPlan(
                each["movement"],
                each["places"] and Places(**each["places"]),
                each["name"],
                each["movement_options"],
                each["rounds"],
            )
            for each in said["finals"]
        )
        return NextStagePlan(tuple(finals), said["boards_per_round"], Fraction(said["carried"]))
