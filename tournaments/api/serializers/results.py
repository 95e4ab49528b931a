"""Results as programs read them: plays and travellers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.events import SEALED_UNTIL, ContestantSerializer, ExactNumberField
from tournaments.api.serializers.explanations import ExplanationSerializer
from tournaments.api.serializers.fields import TranslatedTextField
from tournaments.models import Play
from tournaments.permissions.visibility.plays import ReadablePlay


class PlayEntriesSerializer(serializers.Serializer):
    """What a play amounts to: `counts` is the revision of the entry that does; null where none
    does."""

    state = serializers.ChoiceField(Play.State.choices, source="play.state")
    flagged = serializers.BooleanField(source="play.flagged")
    revision = serializers.IntegerField(source="play.revision")
    counts = serializers.IntegerField(source="play.entry.revision", default=None, allow_null=True)
    entries = EntrySerializer(many=True)


class PlaySerializer(serializers.Serializer):
    """One board at one table; what was said is null while the reader may not know it."""

    id = serializers.IntegerField(source="play.pk")
    board = serializers.IntegerField(source="play.board.number")
    table = serializers.IntegerField(source="play.seating.table.number")
    table_label = serializers.CharField(source="play.seating.table.label")
    round = serializers.IntegerField(source="play.seating.round.number")
    due = serializers.BooleanField(source="is_due")
    told = serializers.SerializerMethodField()

    @extend_schema_field(PlayEntriesSerializer(allow_null=True))
    def get_told(self, shown: ReadablePlay) -> Any:
        """Everything said, to who may know it."""
        return PlayEntriesSerializer(shown).data if shown.shows_entries else None


class LineResultSerializer(serializers.Serializer):
    """One line of a result; X and award are null where no result counts.

    `extreme` is `MIN` or `MAX` where X is one of them and they differ. `substitutes` says in words
    who played the board for whom. `explanations` are of its award, or of each different one that
    was given; `x_explanation` is of its X.
    """

    line = serializers.CharField()
    contestants = ContestantSerializer(many=True)
    substitutes = serializers.ListField(child=TranslatedTextField())
    x = ExactNumberField(allow_null=True)
    award = ExactNumberField(allow_null=True)
    extreme = serializers.ChoiceField(["", "MIN", "MAX"])
    explanations = ExplanationSerializer(many=True, required=False)
    x_explanation = ExplanationSerializer(allow_null=True, required=False)


class TableResultSerializer(serializers.Serializer):
    """What happened at one table, in the game's own notation."""

    play = serializers.IntegerField(source="play.pk")
    table = serializers.IntegerField(source="play.seating.table.number")
    table_label = serializers.CharField(source="play.seating.table.label")
    state = serializers.ChoiceField(Play.State.choices, source="play.state")
    flagged = serializers.BooleanField(source="play.flagged")
    notation = TranslatedTextField()
    lines = LineResultSerializer(many=True)


class TravellerSerializer(serializers.Serializer):
    """All that happened on a board; no results while it is sealed, until when as a board says
    it."""

    number = serializers.IntegerField()
    sealed = serializers.BooleanField()
    sealed_until = serializers.ChoiceField(SEALED_UNTIL)
    results = TableResultSerializer(many=True)


class AwardSerializer(serializers.Serializer):
    """What scoring made of one line of a play, with MIN and MAX of the board."""

    x = ExactNumberField()
    low = ExactNumberField()
    high = ExactNumberField()
    award = ExactNumberField(allow_null=True)
