"""JSON as somebody sent it: each key once in its object, no number and no nesting beyond any of
ours."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _

MAX_DEPTH = 20
"""Lists and objects inside one another; an event file has sixteen."""

MAX_DIGITS = 18
"""Of a whole number: more than any of ours has, and as many as fit a column."""


_TOO_DEEP = Problem(
    "too_deep",
    _("More than %(most)s lists and objects are nested."),
    {"most": MAX_DEPTH},
)

_HALF_CHARACTER = Problem(
    "parse_error", _("There is half a character in it, “\\ud800” to “\\udfff” by itself.")
)


def parse_json(content: bytes, max_values: int) -> Any:
    """The one JSON value in UTF-8, marked as such or not, made of `max_values` values at most.

    Raises `ValidationFailed` with what it has too much of, or why it is none.
    """
    try:
        value = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_object_with_unique_keys,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_reject_constant,
        )
    except RecursionError:
        raise ValidationFailed([_TOO_DEEP]) from None
    except ValueError as error:
        reason = {"reason": str(error)}
        raise ValidationFailed(
            [Problem("not_json", _("This is not JSON: %(reason)s."), reason)]
        ) from None
    _check_size(value, max_values)
    _check_characters(value, content)
    return value


def _check_characters(value: Any, content: bytes) -> None:
    """Half a character, which only an escape can say, is text that nobody can write or hash."""
    if b"\\ud" in content.lower():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValidationFailed([_HALF_CHARACTER]) from None


def _object_with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        [(repeated, _times)] = Counter(key for key, _value in pairs).most_common(1)
        template = _("The key %(key)s is there twice in one object.")
        raise ValidationFailed([Problem("repeated_key", template, {"key": repeated[:40]})])
    return values


def _parse_int(text: str) -> int:
    if len(text.removeprefix("-")) > MAX_DIGITS:
        template = _("A number has more than %(most)s digits.")
        raise ValidationFailed([Problem("number_too_long", template, {"most": MAX_DIGITS})])
    return int(text)


def _parse_float(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _reject_constant(text)


def _reject_constant(text: str) -> float:
    raise ValueError(f"{text[:40]} is no number")


def _check_size(value: Any, max_values: int) -> None:
    """Level by level, so that no depth is too much for us either."""
    level, value_count = [value], 1
    for _level in range(MAX_DEPTH):
        level = [child for value in level for child in _children(value)]
        value_count += len(level)
    if any(isinstance(value, dict | list) for value in level):
        raise ValidationFailed([_TOO_DEEP])
    if value_count > max_values:
        template = _("There are more than %(most)s values in it.")
        raise ValidationFailed([Problem("too_many_values", template, {"most": max_values})])


def _children(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value
