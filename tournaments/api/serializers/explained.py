"""How numbers of results came about, told to who asks with `explained`."""

from typing import Any

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as of

from tournaments.api.serializers.facts import Exact
from tournaments.api.serializers.notation import Notation

EXPLAINED = OpenApiParameter(
    "explained", str, description="With how awards, totals and places came about, whatever it says."
)


class _IfAsked(of.Field):
    """A field that is there only where it was asked for."""

    def get_attribute(self, instance: Any) -> Any:
        """See the class."""
        request: HttpRequest | None = self.context.get("request")
        if request is None or "explained" not in request.GET:
            raise of.SkipField
        return super().get_attribute(instance)


class FormulaShape(of.Serializer):
    """Arithmetic, once with what its numbers are called in the language asked for, once with
    them."""

    in_letters = Notation()
    in_numbers = of.CharField()


class SeveralIfAsked(_IfAsked, of.ListSerializer):
    """Explanations that are there only where they were asked for."""


class ExplanationShape(_IfAsked, of.Serializer):
    """How a number came about: `sentence` says it in the language asked for; `kind` stays the same.

    `value` is what the formula comes to: the number itself. Both are null where there is none.
    """

    kind = of.CharField()
    sentence = Notation()
    formula = FormulaShape(allow_null=True)
    value = Exact(allow_null=True)

    class Meta:
        list_serializer_class = SeveralIfAsked


class StandingExplainedShape(_IfAsked, of.Serializer):
    """How the numbers of a standing came about; null for one that it has not."""

    place = ExplanationShape()
    total = ExplanationShape()
    mean = ExplanationShape(allow_null=True)
    percent = ExplanationShape(allow_null=True)
