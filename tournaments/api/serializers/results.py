"""Results: plays and travellers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.events import SEALED_UNTIL, ContestantSerializer
from tournaments.api.serializers.explanations import ExplanationSerializer
from tournaments.api.serializers.fields import ExactField, TranslatedTextField
from tournaments.models import Play
from tournaments.permissions.visibility.plays import ReadablePlay


class PlayEntriesSerializer(serializers.Serializer):
    """The entries of a play, and its state.

    `counts` is the revision of the entry that counts, or null.
    """

    state = serializers.ChoiceField(Play.State.choices, source="play.state")
    flagged = serializers.BooleanField(source="play.flagged")
    revision = serializers.IntegerField(source="play.revision")
    counts = serializers.IntegerField(source="play.entry.revision", default=None, allow_null=True)
    entries = EntrySerializer(many=True)


class PlaySerializer(serializers.Serializer):
    """One board at one table; `told` has its entries and state, or null if they are hidden.

    The entries are hidden from readers who may not see the result of the play yet.
    """

    id = serializers.IntegerField(source="play.pk")
    board = serializers.IntegerField(source="play.board.number")
    table = serializers.IntegerField(source="play.seating.table.number")
    table_label = serializers.CharField(source="play.seating.table.label")
    round = serializers.IntegerField(source="play.seating.round.number")
    due = serializers.BooleanField(source="is_due")
    told = serializers.SerializerMethodField()

    @extend_schema_field(PlayEntriesSerializer(allow_null=True))
    def get_told(self, play: ReadablePlay) -> Any:
        """Return the entries and the state, or None if they are hidden from the reader."""
        return PlayEntriesSerializer(play).data if play.shows_entries else None


class LineResultSerializer(serializers.Serializer):
    """One line of a result; X and award are null if no result counts.

    `extreme` is `MIN` or `MAX` if X equals that limit and the limits differ. `substitutes` are
    texts that say who played the board for whom. `explanations` explain the award; if a ruling gave
    several contestants different awards, there is one for each of them. `x_explanation` explains X.
    """

    line = serializers.CharField()
    contestants = ContestantSerializer(many=True)
    substitutes = serializers.ListField(child=TranslatedTextField())
    x = ExactField(allow_null=True)
    award = ExactField(allow_null=True)
    extreme = serializers.ChoiceField(["", "MIN", "MAX"])
    explanations = ExplanationSerializer(many=True, required=False)
    x_explanation = ExplanationSerializer(allow_null=True, required=False)


class TableResultSerializer(serializers.Serializer):
    """The result of a board at one table, in the game's notation."""

    play = serializers.IntegerField(source="play.pk")
    table = serializers.IntegerField(source="play.seating.table.number")
    table_label = serializers.CharField(source="play.seating.table.label")
    state = serializers.ChoiceField(Play.State.choices, source="play.state")
    flagged = serializers.BooleanField(source="play.flagged")
    notation = TranslatedTextField()
    lines = LineResultSerializer(many=True)


class TravellerSerializer(serializers.Serializer):
    """All results of a board, none while it is sealed; `sealed_until` as in `BoardSerializer`."""

    number = serializers.IntegerField()
    sealed = serializers.BooleanField()
    sealed_until = serializers.ChoiceField(SEALED_UNTIL)
    results = TableResultSerializer(many=True)


class AwardSerializer(serializers.Serializer):
    """The scoring of one line of a play, with MIN and MAX of the board."""

    x = ExactField()
    low = ExactField()
    high = ExactField()
    award = ExactField(allow_null=True)
