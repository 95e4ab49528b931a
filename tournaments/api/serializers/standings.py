"""Standings as programs read them."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as of

from tournaments.api.serializers.explained import StandingExplainedShape
from tournaments.api.serializers.facts import Exact
from tournaments.api.serializers.notation import Notation
from tournaments.api.serializers.results import AwardShape
from tournaments.queries.standings.ranking import TieBreakLead


class ValuesShape(of.Serializer):
    """What a tie-break found for a contestant and for the next."""

    own = Exact()
    other = Exact()


class AheadShape(of.Serializer):
    """The tie-break that parted a contestant from the next; `values` is null while they tell too
    much."""

    tiebreak = of.CharField(source="key")
    name = of.SerializerMethodField()
    values = of.SerializerMethodField()

    def get_name(self, ahead: TieBreakLead) -> str:
        """What players call it, in the language asked for."""
        return gettext(ahead.name)

    @extend_schema_field(ValuesShape(allow_null=True))
    def get_values(self, ahead: TieBreakLead) -> Any:
        """Both values, where the page tells them."""
        return ValuesShape(ahead).data if ahead.shows_values else None


class StandingShape(of.Serializer):
    """One contestant of a ranking; `place` is null for who is listed without one.

    `no_place` is why he takes none, where that was said.

    `total` has the `penalty` taken from it already, a bonus is a negative one; it includes what was
    `carried` over from the stage before, made as on `carried_boards`, which the mean counts too; so
    it does what was `rested`, boards not played that count by the mean of one's own, on
    `rested_boards`. `percent` is null where the method has none. `ahead` says why he stands before
    the next, where the awards did not part them. `last` is his award on the last board he played
    that is open, where awards lie between 1 and 2.
    """

    place = of.IntegerField(source="rank", allow_null=True)
    no_place = of.CharField(source="unranked_reason", allow_blank=True)
    number = of.IntegerField()
    name = of.CharField(source="names")
    total = Exact()
    boards = of.IntegerField()
    mean = Exact()
    percent = Exact(allow_null=True)
    penalty = Exact()
    penalty_reasons = of.ListField(source="reasons", child=of.CharField())
    ahead = AheadShape(allow_null=True)
    carried = Exact(source="carried.total")
    carried_boards = Exact(source="carried.boards")
    rested = Exact(source="rested.total")
    rested_boards = Exact(source="rested.boards")
    last = AwardShape(allow_null=True)
    explanations = StandingExplainedShape(required=False)


class RankingShape(of.Serializer):
    """The contestants of a line, or of `all`, best first; those of one group where there are
    several.

    `section` is the name of the one whose ranking it is, and empty where it is of all; so is
    `category`. `note` says in words who is listed without a place, and is empty where everybody has
    one. `page` is which of its `pages` the rows are, null where they are all of them.
    """

    line = of.CharField()
    section = of.CharField(allow_blank=True)
    category = of.CharField(allow_blank=True)
    group = of.IntegerField(allow_null=True)
    ranked_by = of.ChoiceField(["total", "mean", "percent"])
    note = Notation(source="why_unranked")
    page = of.IntegerField(allow_null=True)
    pages = of.IntegerField()
    rows = StandingShape(many=True, source="rows_on_page")


class UpToShape(of.Serializer):
    """The last round that has a result in the standings, and its session."""

    session = of.IntegerField(source="section.session_id")
    round = of.IntegerField(source="number")


class RevealShape(of.Serializer):
    """To whom, when and of which table and board; `player` is empty where his name is not known
    any more."""

    at = of.DateTimeField()
    player = of.CharField(allow_blank=True)
    board = of.IntegerField()
    table = of.IntegerField()
    table_label = of.CharField(source="label")


class StandingsShape(of.Serializer):
    """The latest snapshot of a stage: its number, when and from how many results it was made; 0
    before any.

    `quiet` says what must end before all results count, and `waits_for_boards` that sealed boards
    do not yet. `corrected_at` is when a director last changed them after they were published, if he
    did. `reveals`, of the whole event, are what a director who plays was shown before he had played
    it.
    """

    stage = of.IntegerField(source="stage.number")
    quiet = of.ChoiceField(["", "round", "session", "moment"])
    waits_for_boards = of.BooleanField()
    version = of.IntegerField(source="standings.version", default=0)
    at = of.DateTimeField(source="standings.at", default=None, allow_null=True)
    results = of.IntegerField(source="standings.results", default=0)
    up_to = UpToShape(source="standings.round", default=None, allow_null=True)
    rankings = RankingShape(source="standings.rankings", many=True, default=[])
    corrected_at = of.DateTimeField(allow_null=True)
    reveals = RevealShape(many=True)
