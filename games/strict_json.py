"""A JSON parser for untrusted input: unique keys, and limits of numbers, size and depth."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _

# Nesting of lists and objects; an event file has sixteen levels.
MAX_DEPTH = 20

# Digits of an integer: more than any number of an event file has, and few enough for a database
# column of 64 bits.
MAX_DIGITS = 18


_TOO_DEEP = Problem(
    "too_deep",
    _("More than %(most)s lists and objects are nested."),
    {"most": MAX_DEPTH},
)

_LONE_SURROGATE = Problem(
    "parse_error", _("There is half a character in it, “\\ud800” to “\\udfff” by itself.")
)


def parse_json(content: bytes, max_value_count: int) -> Any:
    """Parse one JSON value in UTF-8, with or without a byte order mark.

    Raises `ValidationFailed` if it is invalid, or has more than `max_value_count` values.
    """
    try:
        value = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_object_with_unique_keys,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_reject_number,
        )
    except RecursionError:
        raise ValidationFailed([_TOO_DEEP]) from None
    except ValueError as error:
        reason = {"reason": str(error)}
        raise ValidationFailed(
            [Problem("not_json", _("This is not JSON: %(reason)s."), reason)]
        ) from None
    _check_size(value, max_value_count)
    _check_surrogates(value, content)
    return value


def _check_surrogates(value: Any, content: bytes) -> None:
    """Reject lone surrogates, which cannot be encoded; only a `\\ud…` escape can contain one."""
    if b"\\ud" in content.lower():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValidationFailed([_LONE_SURROGATE]) from None


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
    return number if math.isfinite(number) else _reject_number(text)


def _reject_number(text: str) -> float:
    raise ValueError(f"{text[:40]} is no number")


def _check_size(value: Any, max_value_count: int) -> None:
    """Check depth and number of values level by level, without recursion."""
    level, value_count = [value], 1
    for _level in range(MAX_DEPTH):
        level = [child for parent in level for child in _children(parent)]
        value_count += len(level)
    if any(isinstance(item, dict | list) for item in level):
        raise ValidationFailed([_TOO_DEEP])
    if value_count > max_value_count:
        template = _("There are more than %(most)s values in it.")
        raise ValidationFailed([Problem("too_many_values", template, {"most": max_value_count})])


def _children(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value
