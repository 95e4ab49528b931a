"""What the API tells: facts and views of them, exact numbers as text (`-3`, `5/3`)."""

from collections.abc import Mapping
from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as of

from tournaments.forms import translate_text
from tournaments.models import Contestant, Event, Play, Session, Table
from tournaments.permissions.visibility.hands import public_seed
from tournaments.queries.clubs.programme import get_event_state
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.queries.rounds.rounds import draw_reason_text

EXACT = {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}
_VALUES = [{"type": "string", "nullable": True}, {"type": "integer"}, {"type": "boolean"}]
PARAMS = {"type": "object", "additionalProperties": {"anyOf": _VALUES[:2]}}
OUTCOME = {"type": "object", "additionalProperties": {"anyOf": _VALUES}}


@extend_schema_field(EXACT)
class Exact(of.Field):
    """An exact number: whole, or numerator/denominator."""

    def to_representation(self, value: object) -> str:
        """The number as text."""
        return str(value)


class ContestantShape(of.ModelSerializer):
    """Whoever is ranked."""

    class Meta:
        model = Contestant
        fields = ("number", "name")


class EnteredShape(of.ModelSerializer):
    """A contestant; `withdrawn_at` is null unless he left an event that had begun.

    `no_place` is why he takes no place: `guest`, `house pair`, `substitutes` or the director's
    words; empty where he takes one. `categories` are the names of those he is in.
    """

    no_place = of.CharField(source="unranked_reason", read_only=True)
    categories = of.SlugRelatedField(many=True, read_only=True, slug_field="name")

    class Meta:
        model = Contestant
        fields = ("number", "name", "withdrawn_at", "no_place", "categories")


@extend_schema_field(PARAMS)
class ParamsField(of.DictField):
    """What fills the places of a sentence."""


class WhySaid(of.Serializer):
    """A reason: its sentence in English with what fills its places, and whole in the language
    asked for."""

    template = of.CharField()
    params = ParamsField()
    message = of.CharField()


@extend_schema_field(WhySaid(allow_null=True))
class Why(of.Field):
    """A reason as it is stored, or null where nothing was drawn."""

    def to_representation(self, stored: Mapping[str, Any]) -> Any:
        """The reason with its message."""
        words = draw_reason_text(stored)
        return words and {**stored, "message": translate_text(words)}


_STATES = {"finished": "over", "published": "final"}


class EventShape(of.ModelSerializer):
    """An event under its frozen options; `state` is coming, running, over or final."""

    club = of.SlugField(source="club.slug")
    game = of.CharField(source="game_key")
    options = of.DictField(child=of.CharField())
    method = of.CharField(source="method_key")
    method_options = of.DictField(child=of.CharField())
    tiebreaks = of.ListField(child=of.CharField())
    state = of.SerializerMethodField()

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

    @extend_schema_field(of.ChoiceField(["coming", "running", "over", "final"]))
    def get_state(self, event: Event) -> str:
        """How far it is, in the words that readers of version 1 know."""
        return _STATES.get(state := get_event_state(event), state)


class SessionShape(of.ModelSerializer):
    """A sitting; `seed` is null until it is over."""

    event = of.IntegerField(source="stage.event_id")
    stage = of.IntegerField(source="stage.number")
    salt = of.CharField(allow_blank=True, allow_null=True)
    seed = of.SerializerMethodField()

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


class TableShape(of.ModelSerializer):
    """A table as it is called (`label`), with the code and the token that speak for it: for
    directors.

    Both are null while the session runs for a director who plays in the event.
    """

    section = of.IntegerField(source="section.number")
    label = of.CharField()
    code = of.SerializerMethodField()
    qr_token = of.SerializerMethodField()

    class Meta:
        model = Table
        fields = ("id", "section", "number", "label", "code", "qr_token")

    @extend_schema_field(of.CharField(allow_null=True))
    def get_code(self, table: Table) -> str | None:
        """Its present code."""
        return None if cast(Any, table).code_hidden else code_of(table)

    @extend_schema_field(of.CharField(allow_null=True))
    def get_qr_token(self, table: Table) -> str | None:
        """What its QR code carries, and may stand wherever the code may."""
        return None if cast(Any, table).code_hidden else qr_token_of(table)


class SitOutShape(of.Serializer):
    """Who was drawn no opponents, or whose opponents left, and why."""

    contestant = ContestantShape()
    why = Why(source="draw_reason")


class RoundShape(of.Serializer):
    """A round, and who rests in it; one that was drawn gives the reason for each sit-out."""

    id = of.IntegerField(source="round.pk")
    section = of.IntegerField(source="round.section.number")
    number = of.IntegerField(source="round.number")
    started_at = of.DateTimeField(source="round.started_at", allow_null=True)
    ended_at = of.DateTimeField(source="round.ended_at", allow_null=True)
    resting = ContestantShape(many=True)
    sit_outs = SitOutShape(many=True, source="round.sit_outs.all")


class PlayNumber(of.ModelSerializer):
    """A board of a seating, and the play by which its results are posted."""

    board = of.IntegerField(source="board.number")

    class Meta:
        model = Play
        fields = ("id", "board")


class SeatingShape(of.Serializer):
    """A table in a round: the contestants of each line, why they meet where that was drawn, and
    its plays."""

    id = of.IntegerField(source="seating.pk")
    table = of.IntegerField(source="seating.table.number")
    table_label = of.CharField(source="seating.table.label")
    lines = of.DictField(child=ContestantShape(many=True))
    why = Why()
    plays = PlayNumber(many=True, source="seating.plays.all")


SEALED_UNTIL = ["", "play", "round", "session", "organiser"]
"""What must end before a board opens; nothing where it is open, the organiser's word where it
travelled."""


class ListedBoardShape(of.Serializer):
    """A board of a list: its hands stand at its own address, as each has to be dealt from the
    seed."""

    number = of.IntegerField()
    dealer = of.CharField()
    sealed = of.BooleanField()


class BoardShape(ListedBoardShape):
    """A board; `hands` (seat to cards, high to low) and `talon` are null while it is sealed or
    unknown.

    So is `scenario`, the name of a list to what was drawn from it, and where a club has no lists.

    `sealed_until` is the end of its last play, of the round or of the session; empty once it is
    open.
    """

    sealed_until = of.ChoiceField(SEALED_UNTIL)
    hands = of.DictField(child=of.ListField(child=of.CharField()), allow_null=True)
    talon = of.ListField(child=of.CharField(), allow_null=True)
    scenario = of.DictField(child=of.ListField(child=of.CharField()), allow_null=True)
