"""Standings of a stage: rankings, their rows, tie-breaks, and reveals of boards."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.explanations import StandingExplanationsSerializer
from tournaments.api.serializers.fields import ExactField, TranslatedTextField
from tournaments.api.serializers.results import AwardSerializer
from tournaments.queries.standings.ranking import TieBreakLead


class TieBreakValuesSerializer(serializers.Serializer):
    """The values of a tie-break for a contestant and for the next contestant of the ranking."""

    own = ExactField(source="value")
    other = ExactField(source="next_value")


class TieBreakLeadSerializer(serializers.Serializer):
    """The tie-break that ranks a contestant before the next contestant with equal awards.

    `values` is null if its values would reveal results.
    """

    tiebreak = serializers.CharField(source="key")
    name = serializers.SerializerMethodField()
    values = serializers.SerializerMethodField()

    def get_name(self, lead: TieBreakLead) -> str:
        """Return the name of the tie-break in the active language."""
        return gettext(lead.name)

    @extend_schema_field(TieBreakValuesSerializer(allow_null=True))
    def get_values(self, lead: TieBreakLead) -> Any:
        """Return both values, or None if they are hidden."""
        return TieBreakValuesSerializer(lead).data if lead.shows_values else None


class StandingSerializer(serializers.Serializer):
    """One contestant of a ranking.

    `place` is null if the contestant is unranked; `no_place` is the reason.

    `total` is the sum of the awards, minus the `penalty` (a bonus is negative), plus the part
    `carried` over from the previous stage, plus `rested`. `carried` was won on `carried_boards`.
    `rested` is for `rested_boards`: boards that were not played, and that count at the contestant's
    own mean. `mean` includes them. `percent` is null if the method has none.

    If the next contestant has equal awards, `ahead` is the tie-break that decided between the two.
    `last` is the award on the last open board that the contestant played. It is null unless the
    method gives awards from 1 to 2.
    """

    place = serializers.IntegerField(source="rank", allow_null=True)
    no_place = serializers.CharField(source="unranked_reason", allow_blank=True)
    number = serializers.IntegerField()
    name = serializers.CharField(source="names")
    total = ExactField()
    boards = serializers.IntegerField()
    mean = ExactField()
    percent = ExactField(allow_null=True)
    penalty = ExactField()
    penalty_reasons = serializers.ListField(child=serializers.CharField())
    ahead = TieBreakLeadSerializer(allow_null=True, source="tiebreak_lead")
    carried = ExactField(source="carried.total")
    carried_boards = ExactField(source="carried.boards")
    rested = ExactField(source="rested.total")
    rested_boards = ExactField(source="rested.boards")
    last = AwardSerializer(allow_null=True, source="last_award")
    explanations = StandingExplanationsSerializer(required=False)


class RankingSerializer(serializers.Serializer):
    """A ranking: contestants who are compared with each other, best first.

    `line` is the line on which they sit, or `all` if lines are ranked together.

    `section`, `category` and `group` are the part of the contestants that is ranked, and empty or
    null for all of them. `note` says who is listed without a place, and is empty if nobody is.
    `page` is the number of this page, of `pages`, or null if all rows are included.
    """

    line = serializers.CharField()
    section = serializers.CharField(allow_blank=True)
    category = serializers.CharField(allow_blank=True)
    group = serializers.IntegerField(allow_null=True)
    ranked_by = serializers.ChoiceField(["total", "mean", "percent"])
    note = TranslatedTextField(source="unranked_note")
    page = serializers.IntegerField(allow_null=True)
    pages = serializers.IntegerField()
    rows = StandingSerializer(many=True, source="rows_on_page")


class LastRoundSerializer(serializers.Serializer):
    """The last round with a result in the standings, and its session."""

    session = serializers.IntegerField(source="section.session_id")
    round = serializers.IntegerField(source="number")


class RevealSerializer(serializers.Serializer):
    """A board that was shown to a playing director, with the time, the player and the table.

    `player` is empty if the name has been removed.
    """

    at = serializers.DateTimeField()
    player = serializers.CharField(allow_blank=True)
    board = serializers.IntegerField()
    table = serializers.IntegerField()
    table_label = serializers.CharField()


class StandingsSerializer(serializers.Serializer):
    """The latest snapshot of the standings of a stage; `version` is 0 if there is none yet.

    `results` is the number of results that it includes. `quiet` says until when results are hidden:
    until the end of the `round` or `session`, until a `moment`, or not at all if it is empty.
    `waits_for_boards` says that the results of sealed boards are not included yet. `corrected_at`
    is when a director last changed published standings, or null. `reveals` are the boards of the
    whole event that were shown to a director who had not yet played them.
    """

    stage = serializers.IntegerField(source="stage.number")
    quiet = serializers.ChoiceField(["", "round", "session", "moment"])
    waits_for_boards = serializers.BooleanField()
    version = serializers.IntegerField(source="standings.version", default=0)
    at = serializers.DateTimeField(source="standings.at", default=None, allow_null=True)
    results = serializers.IntegerField(source="standings.result_count", default=0)
    up_to = LastRoundSerializer(source="standings.round", default=None, allow_null=True)
    rankings = RankingSerializer(source="standings.rankings", many=True, default=[])
    corrected_at = serializers.DateTimeField(allow_null=True)
    reveals = RevealSerializer(many=True)
