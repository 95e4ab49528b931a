"""Scorecards as programs read them."""

from rest_framework import serializers as of

from tournaments.api.serializers.entries import GivenShape
from tournaments.api.serializers.explained import ExplanationShape
from tournaments.api.serializers.facts import ContestantShape, Exact
from tournaments.api.serializers.notation import Notation
from tournaments.api.serializers.results import AwardShape
from tournaments.models import Play


class CardBoardShape(of.Serializer):
    """One board of a scorecard; a sealed one has no state and no result, and `total` runs over the
    others.

    It begins with what was carried over from the stage before, and has rests that count; penalties,
    which come last, are told by the standings. It is null while standings are held back.
    """

    number = of.IntegerField(source="play.board.number")
    play = of.IntegerField(source="play.pk")
    sealed = of.BooleanField(source="is_sealed")
    state = of.ChoiceField(Play.State.choices, allow_null=True)
    notation = Notation(source="result")
    award = AwardShape(allow_null=True)
    given = GivenShape(allow_null=True)
    total = Exact(allow_null=True)
    explanation = ExplanationShape(allow_null=True, required=False)
    x_explanation = ExplanationShape(allow_null=True, required=False)
    sum_explanation = ExplanationShape(allow_null=True, required=False)


class CardRoundShape(of.Serializer):
    """A round of a scorecard: where, on which line, with and against whom; `substitutes` as on
    its page."""

    session = of.IntegerField(source="seating.round.section.session_id")
    round = of.IntegerField(source="seating.round.number")
    table = of.IntegerField(source="seating.table.number")
    table_label = of.CharField(source="seating.table.label")
    line = of.CharField()
    partners = ContestantShape(many=True)
    opponents = ContestantShape(many=True)
    substitutes = of.ListField(child=Notation())
    boards = CardBoardShape(many=True)
