"""Explanations of results, included in responses to requests with `explained`."""

from typing import Any

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from tournaments.api.serializers.fields import ExactField, TranslatedTextField

EXPLAINED_PARAMETER = OpenApiParameter(
    "explained",
    str,
    description="With explanations of awards, totals and places; any value is accepted.",
)


class _OnlyIfExplained(serializers.Field):
    """A field that is left out unless the request has the parameter `explained`."""

    def get_attribute(self, instance: Any) -> Any:
        """Return the value, or skip the field."""
        request: HttpRequest | None = self.context.get("request")
        if request is None or "explained" not in request.GET:
            raise serializers.SkipField
        return super().get_attribute(instance)


class FormulaSerializer(serializers.Serializer):
    """A formula, once with the names of its numbers and once with the numbers themselves.

    The names are in the active language.
    """

    in_letters = TranslatedTextField(source="with_names")
    in_numbers = serializers.CharField(source="with_numbers")


class ExplanationListSerializer(_OnlyIfExplained, serializers.ListSerializer):
    """A list of explanations, left out unless requested."""


class ExplanationSerializer(_OnlyIfExplained, serializers.Serializer):
    """How a number was computed: a sentence in the active language, and the formula.

    `kind` is the same in every language. `value` is the result of the formula. Formula and value
    are null if there is none.
    """

    kind = serializers.CharField()
    sentence = TranslatedTextField()
    formula = FormulaSerializer(allow_null=True)
    value = ExactField(allow_null=True)

    class Meta:
        list_serializer_class = ExplanationListSerializer


class StandingExplanationsSerializer(_OnlyIfExplained, serializers.Serializer):
    """How the numbers of a row of the standings were computed; null for a number it lacks."""

    place = ExplanationSerializer()
    total = ExplanationSerializer()
    mean = ExplanationSerializer(allow_null=True)
    percent = ExplanationSerializer(allow_null=True)
