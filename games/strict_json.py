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

_HALF = Problem(
    "parse_error", _("There is half a character in it, “\\ud800” to “\\udfff” by itself.")
)


def parse_json(sent: bytes, max_values: int) -> Any:
    """The one JSON value in UTF-8, marked as such or not, made of `max_values` values at most.

    Raises `ValidationFailed` with what it has too much of, or why it is none.
    """
    try:
        value = json.loads(
            sent.decode("utf-8-sig"),
            object_pairs_hook=_each_key_once,
            parse_int=_whole,
            parse_float=_broken,
            parse_constant=_no_number,
        )
    except RecursionError:
        raise ValidationFailed([_TOO_DEEP]) from None
    except ValueError as error:
        reason = {"reason": str(error)}
        raise ValidationFailed(
            [Problem("not_json", _("This is not JSON: %(reason)s."), reason)]
        ) from None
    _refuse_beyond(value, max_values)
    _refuse_halves(value, sent)
    return value


def _refuse_halves(value: Any, sent: bytes) -> None:
    """Half a character, which only an escape can say, is text that nobody can write or hash."""
    if b"\\ud" in sent.lower():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValidationFailed([_HALF]) from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(first, _times)] = Counter(key for key, _value in pairs).most_common(1)
        template = _("The key %(key)s is there twice in one object.")
        raise ValidationFailed([Problem("repeated_key", template, {"key": first[:40]})])
    return found


def _whole(text: str) -> int:
    if len(text.removeprefix("-")) > MAX_DIGITS:
        template = _("A number has more than %(most)s digits.")
        raise ValidationFailed([Problem("number_too_long", template, {"most": MAX_DIGITS})])
    return int(text)


def _broken(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _no_number(text: str) -> float:
    raise ValueError(f"{text[:40]} is no number")


def _refuse_beyond(value: Any, max_values: int) -> None:
    """Level by level, so that no depth is too much for us either."""
    level, values = [value], 1
    for _level in range(MAX_DEPTH):
        level = [part for each in level for part in _parts(each)]
        values += len(level)
    if any(isinstance(each, dict | list) for each in level):
        raise ValidationFailed([_TOO_DEEP])
    if values > max_values:
        template = _("There are more than %(most)s values in it.")
        raise ValidationFailed([Problem("too_many_values", template, {"most": max_values})])


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value
