"""How numbers of results came about, told to who asks with `explained`."""

from typing import Any

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from tournaments.api.serializers.events import ExactNumberField
from tournaments.api.serializers.fields import TranslatedTextField

EXPLAINED_PARAMETER = OpenApiParameter(
    "explained", str, description="With how awards, totals and places came about, whatever it says."
)


class _ExplainedOnly(serializers.Field):
    """A field that is there only where it was asked for."""

    def get_attribute(self, instance: Any) -> Any:
        """See the class."""
        request: HttpRequest | None = self.context.get("request")
        if request is None or "explained" not in request.GET:
            raise serializers.SkipField
        return super().get_attribute(instance)


class FormulaSerializer(serializers.Serializer):
    """Arithmetic, once with what its numbers are called in the language asked for, once with
    them."""

    in_letters = TranslatedTextField()
    in_numbers = serializers.CharField()


class ExplanationListSerializer(_ExplainedOnly, serializers.ListSerializer):
    """Explanations that are there only where they were asked for."""


class ExplanationSerializer(_ExplainedOnly, serializers.Serializer):
    """How a number came about: `sentence` says it in the language asked for; `kind` stays the same.

    `value` is what the formula comes to: the number itself. Both are null where there is none.
    """

    kind = serializers.CharField()
    sentence = TranslatedTextField()
    formula = FormulaSerializer(allow_null=True)
    value = ExactNumberField(allow_null=True)

    class Meta:
        list_serializer_class = ExplanationListSerializer


class StandingExplanationsSerializer(_ExplainedOnly, serializers.Serializer):
    """How the numbers of a standing came about; null for one that it has not."""

    place = ExplanationSerializer()
    total = ExplanationSerializer()
    mean = ExplanationSerializer(allow_null=True)
    percent = ExplanationSerializer(allow_null=True)
