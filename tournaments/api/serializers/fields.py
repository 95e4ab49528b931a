"""Words of a result, as every shape tells them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.text import Text
from tournaments.forms import translate_text


@extend_schema_field(serializers.CharField(allow_blank=True))
class TranslatedTextField(serializers.Field):
    """A result in the reader's words; empty where none counts."""

    def get_attribute(self, instance: Any) -> Text:
        """Words even for no result: an absent value would be null."""
        return super().get_attribute(instance) or Text("")

    def to_representation(self, value: Text) -> str:
        """See the class."""
        return translate_text(value) if value.template else ""
