"""Fields that several serializers share: exact numbers, translated texts, reasons, outcomes."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.text import Text
from tournaments.forms import translate_text
from tournaments.queries.rounds.rounds import draw_reason_text

EXACT_NUMBER_SCHEMA = {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}
_VALUE_SCHEMAS = [{"type": "string", "nullable": True}, {"type": "integer"}, {"type": "boolean"}]
PARAMS_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": _VALUE_SCHEMAS[:2]}}
OUTCOME_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": _VALUE_SCHEMAS}}


@extend_schema_field(EXACT_NUMBER_SCHEMA)
class ExactField(serializers.Field):
    """An exact number as text: whole (`-3`), or numerator and denominator (`5/3`)."""

    def to_representation(self, value: object) -> str:
        """Return the number as text."""
        return str(value)


@extend_schema_field(serializers.CharField(allow_blank=True))
class TranslatedTextField(serializers.Field):
    """A text in the active language; empty for no text."""

    def get_attribute(self, instance: Any) -> Text:
        """Return the text, or an empty one instead of None, which would become null."""
        return super().get_attribute(instance) or Text("")

    def to_representation(self, value: Text) -> str:
        """Return the translated text."""
        return translate_text(value) if value.template else ""


@extend_schema_field(PARAMS_SCHEMA)
class ParamsField(serializers.DictField):
    """The parameters of a message template."""


class ReasonSerializer(serializers.Serializer):
    """A reason: its English template with parameters, and the message in the active language."""

    template = serializers.CharField()
    params = ParamsField()
    message = serializers.CharField()


@extend_schema_field(ReasonSerializer(allow_null=True))
class ReasonField(serializers.Field):
    """The reason for a draw as it is stored; null if nothing was drawn."""

    def to_representation(self, stored: Mapping[str, Any]) -> Any:
        """Return the stored reason with its message."""
        text = draw_reason_text(stored)
        return text and {**stored, "message": translate_text(text)}


@extend_schema_field(OUTCOME_SCHEMA)
class OutcomeField(serializers.JSONField):
    """An outcome: the value of each field of the game."""
