"""Results as programs read them: plays and travellers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as of

from tournaments.api.serializers.entries import EntryShape
from tournaments.api.serializers.explained import ExplanationShape
from tournaments.api.serializers.facts import SEALED_UNTIL, ContestantShape, Exact
from tournaments.api.serializers.notation import Notation
from tournaments.models import Play
from tournaments.permissions.visibility.plays import ReadablePlay


class ToldShape(of.Serializer):
    """What a play amounts to: `counts` is the revision of the entry that does; null where none
    does."""

    state = of.ChoiceField(Play.State.choices, source="play.state")
    flagged = of.BooleanField(source="play.flagged")
    revision = of.IntegerField(source="play.revision")
    counts = of.IntegerField(source="play.entry.revision", default=None, allow_null=True)
    entries = EntryShape(many=True)


class PlayShape(of.Serializer):
    """One board at one table; what was said is null while the reader may not know it."""

    id = of.IntegerField(source="play.pk")
    board = of.IntegerField(source="play.board.number")
    table = of.IntegerField(source="play.seating.table.number")
    table_label = of.CharField(source="play.seating.table.label")
    round = of.IntegerField(source="play.seating.round.number")
    due = of.BooleanField(source="is_due")
    told = of.SerializerMethodField()

    @extend_schema_field(ToldShape(allow_null=True))
    def get_told(self, shown: ReadablePlay) -> Any:
        """Everything said, to who may know it."""
        return ToldShape(shown).data if shown.shows_entries else None


class LineShape(of.Serializer):
    """One line of a result; X and award are null where no result counts.

    `extreme` is `MIN` or `MAX` where X is one of them and they differ. `substitutes` says in words
    who played the board for whom. `explanations` are of its award, or of each different one that
    was given; `x_explanation` is of its X.
    """

    line = of.CharField()
    contestants = ContestantShape(many=True)
    substitutes = of.ListField(child=Notation())
    x = Exact(allow_null=True)
    award = Exact(allow_null=True)
    extreme = of.ChoiceField(["", "MIN", "MAX"])
    explanations = ExplanationShape(many=True, required=False)
    x_explanation = ExplanationShape(allow_null=True, required=False)


class ResultShape(of.Serializer):
    """What happened at one table, in the game's own notation."""

    play = of.IntegerField(source="play.pk")
    table = of.IntegerField(source="play.seating.table.number")
    table_label = of.CharField(source="play.seating.table.label")
    state = of.ChoiceField(Play.State.choices, source="play.state")
    flagged = of.BooleanField(source="play.flagged")
    notation = Notation()
    lines = LineShape(many=True)


class TravellerShape(of.Serializer):
    """All that happened on a board; no results while it is sealed, until when as a board says
    it."""

    number = of.IntegerField()
    sealed = of.BooleanField()
    sealed_until = of.ChoiceField(SEALED_UNTIL)
    results = ResultShape(many=True)


class AwardShape(of.Serializer):
    """What scoring made of one line of a play, with MIN and MAX of the board."""

    x = Exact()
    low = Exact()
    high = Exact()
    award = Exact(allow_null=True)
