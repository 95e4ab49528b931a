"""Events with their contestants, sessions, rounds, tables and boards."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.fields import ReasonField
from tournaments.models import Contestant, Event, Play, Session, Table
from tournaments.permissions.visibility.hands import public_seed
from tournaments.queries.clubs.programme import get_event_state
from tournaments.queries.phone.table_codes import code_of, qr_token_of

# What must end before a board is opened: its last play, the round, or the session. "" is an open
# board. "organiser" is a board of an offline section, which only its organiser opens.
SEALED_UNTIL = ["", "play", "round", "session", "organiser"]

# Event states whose names in version 1 of the API differ.
_STATES = {"finished": "over", "published": "final"}


class ContestantSerializer(serializers.ModelSerializer):
    """A contestant by number and name."""

    class Meta:
        model = Contestant
        fields = ("number", "name")


class EventContestantSerializer(serializers.ModelSerializer):
    """A contestant of an event.

    `withdrawn_at` is null unless the contestant left after the event had begun. `no_place` is the
    reason why the contestant is unranked: `guest`, `house pair`, `substitutes` or a text by the
    director; it is empty if the contestant is ranked. `categories` are the names of categories.
    """

    no_place = serializers.CharField(source="unranked_reason", read_only=True)
    categories = serializers.SlugRelatedField(many=True, read_only=True, slug_field="name")

    class Meta:
        model = Contestant
        fields = ("number", "name", "withdrawn_at", "no_place", "categories")


class EventSerializer(serializers.ModelSerializer):
    """An event with its options; `state` is coming, running, over or final."""

    club = serializers.SlugField(source="club.slug")
    game = serializers.CharField(source="game_key")
    options = serializers.DictField(child=serializers.CharField())
    method = serializers.CharField(source="method_key")
    method_options = serializers.DictField(child=serializers.CharField())
    tiebreaks = serializers.ListField(child=serializers.CharField())
    state = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = (
            "id",
            "club",
            "name",
            "slug",
            "state",
            "game",
            "options",
            "rules_version",
            "players_each",
            "method",
            "method_options",
            "tiebreaks",
            "results_shown",
            "starts_at",
            "place",
            "standings_from",
            "missed",
            "objection_minutes",
            "note",
            "read_only",
            "created_at",
            "published_at",
        )

    @extend_schema_field(serializers.ChoiceField(["coming", "running", "over", "final"]))
    def get_state(self, event: Event) -> str:
        """Return the state of the event, by the names of version 1."""
        return _STATES.get(state := get_event_state(event), state)


class SessionSerializer(serializers.ModelSerializer):
    """A session; `seed` is null until it is over."""

    event = serializers.IntegerField(source="stage.event_id")
    stage = serializers.IntegerField(source="stage.number")
    salt = serializers.CharField(allow_blank=True, allow_null=True)
    seed = serializers.SerializerMethodField()

    class Meta:
        model = Session
        fields = (
            "id",
            "event",
            "stage",
            "number",
            "state",
            "rounds_planned",
            "boards_per_round",
            "commitment",
            "salt",
            "seed",
            "started_at",
            "finished_at",
        )

    @extend_schema_field({"type": "string", "nullable": True})
    def get_seed(self, session: Session) -> str | None:
        """Return the seed, or None while it is secret."""
        return public_seed(session)


class TableSerializer(serializers.ModelSerializer):
    """A table, with the code and the QR token that authenticate it; for directors only.

    `label` is its number with the name of the section. For a director who plays in the event, code
    and token are null while the session is running.
    """

    section = serializers.IntegerField(source="section.number")
    label = serializers.CharField()
    code = serializers.SerializerMethodField()
    qr_token = serializers.SerializerMethodField()

    class Meta:
        model = Table
        fields = ("id", "section", "number", "label", "code", "qr_token")

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_code(self, table: Table) -> str | None:
        """Return the current code, or None if it is hidden from the reader."""
        return None if cast(Any, table).code_hidden else code_of(table)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_qr_token(self, table: Table) -> str | None:
        """Return the token in the QR code, or None if it is hidden from the reader."""
        return None if cast(Any, table).code_hidden else qr_token_of(table)


class SitOutSerializer(serializers.Serializer):
    """A contestant without opponents in a drawn round, and the reason."""

    contestant = ContestantSerializer()
    why = ReasonField(source="draw_reason")


class RoundSerializer(serializers.Serializer):
    """A round, with the contestants who sit out, and the reasons if it was drawn."""

    id = serializers.IntegerField(source="round.pk")
    section = serializers.IntegerField(source="round.section.number")
    number = serializers.IntegerField(source="round.number")
    started_at = serializers.DateTimeField(source="round.started_at", allow_null=True)
    ended_at = serializers.DateTimeField(source="round.ended_at", allow_null=True)
    resting = ContestantSerializer(many=True, source="sitting_out")
    sit_outs = SitOutSerializer(many=True, source="round.sit_outs.all")


class SeatingPlaySerializer(serializers.ModelSerializer):
    """A board of a seating, and the id of its play, to which results are posted."""

    board = serializers.IntegerField(source="board.number")

    class Meta:
        model = Play
        fields = ("id", "board")


class SeatingSerializer(serializers.Serializer):
    """A table in a round: its contestants by line, the reason for the draw, and its plays."""

    id = serializers.IntegerField(source="seating.pk")
    table = serializers.IntegerField(source="seating.table.number")
    table_label = serializers.CharField(source="seating.table.label")
    lines = serializers.DictField(child=ContestantSerializer(many=True))
    why = ReasonField()
    plays = SeatingPlaySerializer(many=True, source="seating.plays.all")


class ListedBoardSerializer(serializers.Serializer):
    """A board in a list, without its hands, because dealing every board would take too long."""

    number = serializers.IntegerField()
    dealer = serializers.CharField()
    sealed = serializers.BooleanField()


class BoardSerializer(ListedBoardSerializer):
    """A board with its hands, talon and scenario.

    `hands` maps each seat to its cards, from high to low. `scenario` maps the name of each list to
    the items drawn from it. Each of the three is null while the board is sealed, if it is unknown,
    and if the game has none. `sealed_until` is what must end before the board is opened: its last
    play, the round or the session; it is empty for an open board.
    """

    sealed_until = serializers.ChoiceField(SEALED_UNTIL)
    hands = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True
    )
    talon = serializers.ListField(child=serializers.CharField(), allow_null=True)
    scenario = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True
    )
