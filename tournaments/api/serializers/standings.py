"""Standings as programs read them."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.events import ExactNumberField
from tournaments.api.serializers.explanations import StandingExplanationsSerializer
from tournaments.api.serializers.fields import TranslatedTextField
from tournaments.api.serializers.results import AwardSerializer
from tournaments.queries.standings.ranking import TieBreakLead


class TieBreakValuesSerializer(serializers.Serializer):
    """What a tie-break found for a contestant and for the next."""

    own = ExactNumberField()
    other = ExactNumberField()


class TieBreakLeadSerializer(serializers.Serializer):
    """The tie-break that parted a contestant from the next; `values` is null while they tell too
    much."""

    tiebreak = serializers.CharField(source="key")
    name = serializers.SerializerMethodField()
    values = serializers.SerializerMethodField()

    def get_name(self, ahead: TieBreakLead) -> str:
        """What players call it, in the language asked for."""
        return gettext(ahead.name)

    @extend_schema_field(TieBreakValuesSerializer(allow_null=True))
    def get_values(self, ahead: TieBreakLead) -> Any:
        """Both values, where the page tells them."""
        return TieBreakValuesSerializer(ahead).data if ahead.shows_values else None


class StandingSerializer(serializers.Serializer):
    """One contestant of a ranking; `place` is null for who is listed without one.

    `no_place` is why he takes none, where that was said.

    `total` has the `penalty` taken from it already, a bonus is a negative one; it includes what was
    `carried` over from the stage before, made as on `carried_boards`, which the mean counts too; so
    it does what was `rested`, boards not played that count by the mean of one's own, on
    `rested_boards`. `percent` is null where the method has none. `ahead` says why he stands before
    the next, where the awards did not part them. `last` is his award on the last board he played
    that is open, where awards lie between 1 and 2.
    """

    place = serializers.IntegerField(source="rank", allow_null=True)
    no_place = serializers.CharField(source="unranked_reason", allow_blank=True)
    number = serializers.IntegerField()
    name = serializers.CharField(source="names")
    total = ExactNumberField()
    boards = serializers.IntegerField()
    mean = ExactNumberField()
    percent = ExactNumberField(allow_null=True)
    penalty = ExactNumberField()
    penalty_reasons = serializers.ListField(source="reasons", child=serializers.CharField())
    ahead = TieBreakLeadSerializer(allow_null=True)
    carried = ExactNumberField(source="carried.total")
    carried_boards = ExactNumberField(source="carried.boards")
    rested = ExactNumberField(source="rested.total")
    rested_boards = ExactNumberField(source="rested.boards")
    last = AwardSerializer(allow_null=True)
    explanations = StandingExplanationsSerializer(required=False)


class RankingSerializer(serializers.Serializer):
    """The contestants of a line, or of `all`, best first; those of one group where there are
    several.

    `section` is the name of the one whose ranking it is, and empty where it is of all; so is
    `category`. `note` says in words who is listed without a place, and is empty where everybody has
    one. `page` is which of its `pages` the rows are, null where they are all of them.
    """

    line = serializers.CharField()
    section = serializers.CharField(allow_blank=True)
    category = serializers.CharField(allow_blank=True)
    group = serializers.IntegerField(allow_null=True)
    ranked_by = serializers.ChoiceField(["total", "mean", "percent"])
    note = TranslatedTextField(source="why_unranked")
    page = serializers.IntegerField(allow_null=True)
    pages = serializers.IntegerField()
    rows = StandingSerializer(many=True, source="rows_on_page")


class LastRoundSerializer(serializers.Serializer):
    """The last round that has a result in the standings, and its session."""

    session = serializers.IntegerField(source="section.session_id")
    round = serializers.IntegerField(source="number")


class RevealSerializer(serializers.Serializer):
    """To whom, when and of which table and board; `player` is empty where his name is not known
    any more."""

    at = serializers.DateTimeField()
    player = serializers.CharField(allow_blank=True)
    board = serializers.IntegerField()
    table = serializers.IntegerField()
    table_label = serializers.CharField(source="label")


class StandingsSerializer(serializers.Serializer):
    """The latest snapshot of a stage: its number, when and from how many results it was made; 0
    before any.

    `quiet` says what must end before all results count, and `waits_for_boards` that sealed boards
    do not yet. `corrected_at` is when a director last changed them after they were published, if he
    did. `reveals`, of the whole event, are what a director who plays was shown before he had played
    it.
    """

    stage = serializers.IntegerField(source="stage.number")
    quiet = serializers.ChoiceField(["", "round", "session", "moment"])
    waits_for_boards = serializers.BooleanField()
    version = serializers.IntegerField(source="standings.version", default=0)
    at = serializers.DateTimeField(source="standings.at", default=None, allow_null=True)
    results = serializers.IntegerField(source="standings.results", default=0)
    up_to = LastRoundSerializer(source="standings.round", default=None, allow_null=True)
    rankings = RankingSerializer(source="standings.rankings", many=True, default=[])
    corrected_at = serializers.DateTimeField(allow_null=True)
    reveals = RevealSerializer(many=True)
