"""What the API tells: facts and views of them, exact numbers as text (`-3`, `5/3`)."""

from collections.abc import Mapping
from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.forms import translate_text
from tournaments.models import Contestant, Event, Play, Session, Table
from tournaments.permissions.visibility.hands import public_seed
from tournaments.queries.clubs.programme import state_of
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.queries.rounds.rounds import draw_reason_text

EXACT_NUMBER_SCHEMA = {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}
_VALUES = [{"type": "string", "nullable": True}, {"type": "integer"}, {"type": "boolean"}]
PARAMS_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": _VALUES[:2]}}
OUTCOME_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": _VALUES}}


@extend_schema_field(EXACT_NUMBER_SCHEMA)
class ExactNumberField(serializers.Field):
    """An exact number: whole, or numerator/denominator."""

    def to_representation(self, value: object) -> str:
        """The number as text."""
        return str(value)


class ContestantSerializer(serializers.ModelSerializer):
    """Whoever is ranked."""

    class Meta:
        model = Contestant
        fields = ("number", "name")


class EventContestantSerializer(serializers.ModelSerializer):
    """A contestant; `withdrawn_at` is null unless he left an event that had begun.

    `no_place` is why he takes no place: `guest`, `house pair`, `substitutes` or the director's
    words; empty where he takes one. `categories` are the names of those he is in.
    """

    no_place = serializers.CharField(source="unranked_reason", read_only=True)
    categories = serializers.SlugRelatedField(many=True, read_only=True, slug_field="name")

    class Meta:
        model = Contestant
        fields = ("number", "name", "withdrawn_at", "no_place", "categories")


@extend_schema_field(PARAMS_SCHEMA)
class ParamsField(serializers.DictField):
    """What fills the places of a sentence."""


class ReasonSerializer(serializers.Serializer):
    """A reason: its sentence in English with what fills its places, and whole in the language
    asked for."""

    template = serializers.CharField()
    params = ParamsField()
    message = serializers.CharField()


@extend_schema_field(ReasonSerializer(allow_null=True))
class ReasonField(serializers.Field):
    """A reason as it is stored, or null where nothing was drawn."""

    def to_representation(self, stored: Mapping[str, Any]) -> Any:
        """The reason with its message."""
        words = draw_reason_text(stored)
        return words and {**stored, "message": translate_text(words)}


_STATES = {"finished": "over", "published": "final"}


class EventSerializer(serializers.ModelSerializer):
    """An event under its frozen options; `state` is coming, running, over or final."""

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
        """How far it is, in the words that readers of version 1 know."""
        return _STATES.get(state := state_of(event), state)


class SessionSerializer(serializers.ModelSerializer):
    """A sitting; `seed` is null until it is over."""

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
        """The seed once it is public."""
        return public_seed(session)


class TableSerializer(serializers.ModelSerializer):
    """A table as it is called (`label`), with the code and the token that speak for it: for
    directors.

    Both are null while the session runs for a director who plays in the event.
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
        """Its present code."""
        return None if cast(Any, table).code_hidden else code_of(table)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_qr_token(self, table: Table) -> str | None:
        """What its QR code carries, and may stand wherever the code may."""
        return None if cast(Any, table).code_hidden else qr_token_of(table)


class SitOutSerializer(serializers.Serializer):
    """Who was drawn no opponents, or whose opponents left, and why."""

    contestant = ContestantSerializer()
    why = ReasonField(source="draw_reason")


class RoundSerializer(serializers.Serializer):
    """A round, and who rests in it; one that was drawn gives the reason for each sit-out."""

    id = serializers.IntegerField(source="round.pk")
    section = serializers.IntegerField(source="round.section.number")
    number = serializers.IntegerField(source="round.number")
    started_at = serializers.DateTimeField(source="round.started_at", allow_null=True)
    ended_at = serializers.DateTimeField(source="round.ended_at", allow_null=True)
    resting = ContestantSerializer(many=True)
    sit_outs = SitOutSerializer(many=True, source="round.sit_outs.all")


class SeatingPlaySerializer(serializers.ModelSerializer):
    """A board of a seating, and the play by which its results are posted."""

    board = serializers.IntegerField(source="board.number")

    class Meta:
        model = Play
        fields = ("id", "board")


class SeatingSerializer(serializers.Serializer):
    """A table in a round: the contestants of each line, why they meet where that was drawn, and
    its plays."""

    id = serializers.IntegerField(source="seating.pk")
    table = serializers.IntegerField(source="seating.table.number")
    table_label = serializers.CharField(source="seating.table.label")
    lines = serializers.DictField(child=ContestantSerializer(many=True))
    why = ReasonField()
    plays = SeatingPlaySerializer(many=True, source="seating.plays.all")


SEALED_UNTIL = ["", "play", "round", "session", "organiser"]
"""What must end before a board opens; nothing where it is open, the organiser's word where it
travelled."""


class ListedBoardSerializer(serializers.Serializer):
    """A board of a list: its hands stand at its own address, as each has to be dealt from the
    seed."""

    number = serializers.IntegerField()
    dealer = serializers.CharField()
    sealed = serializers.BooleanField()


class BoardSerializer(ListedBoardSerializer):
    """A board; `hands` (seat to cards, high to low) and `talon` are null while it is sealed or
    unknown.

    So is `scenario`, the name of a list to what was drawn from it, and where a club has no lists.

    `sealed_until` is the end of its last play, of the round or of the session; empty once it is
    open.
    """

    sealed_until = serializers.ChoiceField(SEALED_UNTIL)
    hands = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True
    )
    talon = serializers.ListField(child=serializers.CharField(), allow_null=True)
    scenario = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True
    )
