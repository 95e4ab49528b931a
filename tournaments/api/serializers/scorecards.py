"""Serializers of a contestant's scorecard: its rounds, and the boards of each round."""

from rest_framework import serializers

from tournaments.api.serializers.entries import AdjustedAwardSerializer
from tournaments.api.serializers.events import ContestantSerializer
from tournaments.api.serializers.explanations import ExplanationSerializer
from tournaments.api.serializers.fields import ExactField, TranslatedTextField
from tournaments.api.serializers.results import AwardSerializer
from tournaments.models import Play


class ScorecardBoardSerializer(serializers.Serializer):
    """A board of a scorecard; a sealed one has no state and no result.

    `total` is the running total without sealed boards. It includes what was carried over from the
    previous stage, and the rounds that the contestant sat out, if they count. It does not include
    penalties, which only the standings subtract. It is null during a standings embargo.
    """

    number = serializers.IntegerField(source="play.board.number")
    play = serializers.IntegerField(source="play.pk")
    sealed = serializers.BooleanField(source="is_sealed")
    state = serializers.ChoiceField(Play.State.choices, allow_null=True)
    notation = TranslatedTextField(source="result")
    award = AwardSerializer(allow_null=True)
    given = AdjustedAwardSerializer(allow_null=True, source="applied_award")
    total = ExactField(allow_null=True)
    explanation = ExplanationSerializer(allow_null=True, required=False)
    x_explanation = ExplanationSerializer(allow_null=True, required=False)
    sum_explanation = ExplanationSerializer(allow_null=True, required=False)


class ScorecardRoundSerializer(serializers.Serializer):
    """A round of a scorecard: table, line, partners, opponents, substitutes and boards."""

    session = serializers.IntegerField(source="seating.round.section.session_id")
    round = serializers.IntegerField(source="seating.round.number")
    table = serializers.IntegerField(source="seating.table.number")
    table_label = serializers.CharField(source="seating.table.label")
    line = serializers.CharField()
    partners = ContestantSerializer(many=True)
    opponents = ContestantSerializer(many=True)
    substitutes = serializers.ListField(child=TranslatedTextField())
    boards = ScorecardBoardSerializer(many=True)
