"""Shapes of single values: most follow from the column that will hold them."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Field, Model

from tournaments.actions.event_file.schema.types import Leaf, Nullable, Schema

_SLUG = re.compile(r"[-a-zA-Z0-9_]+")
# JSON can say half a letter, which no file or database can.
_UNKEPT = re.compile("[\0\ud800-\udfff]")
_SMALL = 32767  # the largest number every database keeps in a small column
_LARGE = 2147483647
MAX_TEXT_LENGTH = 10_000
"""Letters where no column says how many: a note is read by people."""

MAX_OPTION_LENGTH = 4000
"""Letters of what an option is set to: it may be lists that a club has written."""

MAX_VALUE_LENGTH = 80
"""Letters of the name of an option, of a field of a game, or of what that is set to."""

_AMOUNT = re.compile(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8})?")


def column(model: type[Model], name: str) -> Schema:
    """The shape of what a column holds: its kind, its limits, and null where it may be."""
    field: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    shape = _OF[field.get_internal_type()](field)
    return Nullable(shape) if field.null else shape


def integer(least: int, most: int) -> Schema:
    """A whole number from `least` to `most`."""
    words = f"a whole number from {least} to {most}"
    return Leaf(lambda value: type(value) is int and least <= value <= most, words)


def one_of(*choices: str) -> Schema:
    """One of a few words."""
    return Leaf(
        lambda value: is_storable_text(value) and value in choices, f"one of {', '.join(choices)}"
    )


def is_storable_text(value: object, most: int = MAX_TEXT_LENGTH) -> bool:
    """Whether it is text that every database can keep, of `most` letters at most."""
    return isinstance(value, str) and len(value) <= most and not _UNKEPT.search(value)


def is_utc_time(value: object) -> bool:
    """Whether it is a moment in the one form in which files write it, and clocks everywhere can
    show."""
    try:
        at = datetime.fromisoformat(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return at.isoformat() == value and at.utcoffset() == timedelta(0) and 1900 <= at.year <= 2999


def is_fraction_text(value: object) -> bool:
    """Whether it is an exact number as text, in lowest terms."""
    return (
        isinstance(value, str) and bool(_AMOUNT.fullmatch(value)) and str(Fraction(value)) == value
    )


def parse_time(text: str | None) -> datetime | None:
    """The moment that a file writes so; None where it has none."""
    return datetime.fromisoformat(text) if text else None


def _text(field: "Field[Any, Any]") -> Schema:
    if field.choices:
        return one_of(*(key for key, _label in field.choices))
    least, most = int(not (field.blank or field.null)), field.max_length or MAX_TEXT_LENGTH
    words = f"a text of {least} to {most} letters"
    return Leaf(lambda value: is_storable_text(value) and least <= len(value) <= most, words)


def _slug(field: "Field[Any, Any]") -> Schema:
    most = field.max_length or 0
    words = f"a text of 1 to {most} of the letters a to z, digits, - and _"
    return Leaf(
        lambda value: (
            is_storable_text(value) and bool(_SLUG.fullmatch(value)) and len(value) <= most
        ),
        words,
    )


TIME = Leaf(is_utc_time, "a moment like 2026-11-20T21:30:00+00:00")

_OF: dict[str, Callable[[Any], Schema]] = {
    "CharField": _text,
    "TextField": _text,
    "SlugField": _slug,
    "PositiveSmallIntegerField": lambda _field: integer(0, _SMALL),
    "PositiveIntegerField": lambda _field: integer(0, _LARGE),
    "BooleanField": lambda _field: Leaf(lambda value: isinstance(value, bool), "true or false"),
    "DateTimeField": lambda _field: TIME,
}

FRACTION = Leaf(is_fraction_text, "an exact number as text, like 1/2 or -1")
PROPORTION = Leaf(
    lambda value: is_fraction_text(value) and 0 <= Fraction(str(value)) <= 1,
    "a part as text, from 0 to 1, like 1/3",
)
NUMBER = integer(1, _SMALL)
