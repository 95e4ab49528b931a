"""Schemas of single values; most are derived from the database column of the value."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Field, Model

from tournaments.actions.event_file.schema.types import Leaf, Nullable, Schema

_SLUG = re.compile(r"[-a-zA-Z0-9_]+")
# JSON can contain lone surrogates, which databases and UTF-8 files cannot store.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")

# The largest numbers that every database stores in columns of these types.
_MAX_SMALL_INTEGER = 32767
_MAX_INTEGER = 2147483647

# Maximum number of characters of texts whose column has no limit, such as notes.
MAX_TEXT_LENGTH = 10_000

# Maximum number of characters of an option's value, which may be a list that a club has written.
MAX_OPTION_LENGTH = 4000

# Maximum number of characters of an option's key, of a game's field, and of a field's value.
MAX_VALUE_LENGTH = 80

_AMOUNT = re.compile(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8})?")


def column(model: type[Model], name: str) -> Schema:
    """Return the schema of a model's column, with its type and limits, and null if allowed."""
    field: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]  # a column, never a relation
    schema = _SCHEMA_OF_FIELD[field.get_internal_type()](field)
    return Nullable(schema) if field.null else schema


def integer(minimum: int, maximum: int) -> Schema:
    """Return the schema of an integer from `minimum` to `maximum`."""
    description = f"a whole number from {minimum} to {maximum}"
    return Leaf(lambda value: type(value) is int and minimum <= value <= maximum, description)


def one_of(*choices: str) -> Schema:
    """Return the schema of a text that is one of `choices`."""
    return Leaf(
        lambda value: is_storable_text(value) and value in choices, f"one of {', '.join(choices)}"
    )


def is_storable_text(value: object, max_length: int = MAX_TEXT_LENGTH) -> bool:
    """Return whether the value is a text that every database can store."""
    return isinstance(value, str) and len(value) <= max_length and not _UNSTORABLE.search(value)


def is_utc_time(value: object) -> bool:
    """Return whether the value is a UTC time from 1900 to 2999, written as exports do.

    Exports write ISO 8601 with the offset `+00:00`.
    """
    try:
        time = datetime.fromisoformat(value)  # type: ignore[arg-type]  # caught below
    except (TypeError, ValueError):
        return False
    is_canonical = time.isoformat() == value and time.utcoffset() == timedelta(0)
    return is_canonical and 1900 <= time.year <= 2999


def is_fraction_text(value: object) -> bool:
    """Return whether the value is a text with an integer or a fraction in lowest terms."""
    return (
        isinstance(value, str) and bool(_AMOUNT.fullmatch(value)) and str(Fraction(value)) == value
    )


def parse_time(text: str | None) -> datetime | None:
    """Return the time that a text from a file contains; None for None or an empty text."""
    return datetime.fromisoformat(text) if text else None


def _text_schema(field: "Field[Any, Any]") -> Schema:
    if field.choices:
        return one_of(*(key for key, _label in field.choices))
    min_length, max_length = (
        int(not (field.blank or field.null)),
        field.max_length or MAX_TEXT_LENGTH,
    )
    description = f"a text of {min_length} to {max_length} letters"
    return Leaf(
        lambda value: is_storable_text(value) and min_length <= len(value) <= max_length,
        description,
    )


def _slug_schema(field: "Field[Any, Any]") -> Schema:
    max_length = field.max_length or 0
    description = f"a text of 1 to {max_length} of the letters a to z, digits, - and _"
    return Leaf(
        lambda value: (
            is_storable_text(value) and bool(_SLUG.fullmatch(value)) and len(value) <= max_length
        ),
        description,
    )


TIME = Leaf(is_utc_time, "a moment like 2026-11-20T21:30:00+00:00")

_SCHEMA_OF_FIELD: dict[str, Callable[[Any], Schema]] = {
    "CharField": _text_schema,
    "TextField": _text_schema,
    "SlugField": _slug_schema,
    "PositiveSmallIntegerField": lambda _field: integer(0, _MAX_SMALL_INTEGER),
    "PositiveIntegerField": lambda _field: integer(0, _MAX_INTEGER),
    "BooleanField": lambda _field: Leaf(lambda value: isinstance(value, bool), "true or false"),
    "DateTimeField": lambda _field: TIME,
}

FRACTION = Leaf(is_fraction_text, "an exact number as text, like 1/2 or -1")
PROPORTION = Leaf(
    lambda value: is_fraction_text(value) and 0 <= Fraction(str(value)) <= 1,
    "a part as text, from 0 to 1, like 1/3",
)
NUMBER = integer(1, _MAX_SMALL_INTEGER)
