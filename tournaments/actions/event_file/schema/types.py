"""Building blocks of a schema of JSON values; each yields the problems of a value."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.problems import Problem
from games.text import gettext_noop as _

_MAX_EXCERPT_LENGTH = 40


class Schema(Protocol):
    """Interface of all building blocks."""

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Yield every problem of the value at `path`."""


@dataclass(frozen=True)
class Leaf:
    """A value that passes `is_valid`; `words` is an English description of valid values."""

    is_valid: Callable[[Any], bool]
    words: str

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Yield a problem if the value is invalid."""
        if not self.is_valid(value):
            params = {"path": path, "words": self.words, "said": json_excerpt(value)}
            yield Problem(
                "wrong_value", _("%(path)s must be %(words)s, not %(said)s."), params, path
            )


@dataclass(frozen=True)
class Nullable:
    """Null, or a value of the schema."""

    schema: Schema

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Yield the problems that `schema` finds, none for null."""
        if value is not None:
            yield from self.schema.problems(value, path)


@dataclass(frozen=True)
class EmptyOr:
    """An object without keys, or a value of the schema."""

    schema: Schema

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Yield the problems that `schema` finds, none for an empty object."""
        if value != {}:
            yield from self.schema.problems(value, path)


@dataclass(frozen=True)
class ListOf:
    """A list whose items have the same schema; items of a list that is too long are ignored."""

    schema: Schema
    max_length: int | None = None

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Yield the problems of every item, or one problem if the value is no valid list."""
        if not isinstance(value, list):
            yield Problem("not_a_list", _("%(path)s is not a list."), {"path": path}, path)
            return
        if self.max_length is not None and len(value) > self.max_length:
            params = {"path": path, "most": self.max_length, "said": len(value)}
            template = _("%(path)s has %(said)s items; at most %(most)s are allowed.")
            yield Problem("too_many_parts", template, params, path)
            return
        for index, item in enumerate(value):
            yield from self.schema.problems(item, f"{path}[{index}]")


@dataclass(frozen=True)
class ObjectOf:
    """An object with exactly these keys; only `optional_keys` may be missing."""

    properties: Mapping[str, Schema]
    optional_keys: Collection[str] = ()

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Yield problems of missing and unknown keys, and those of every value."""
        if not isinstance(value, dict):
            params = {"path": path or "the file"}
            yield Problem("not_an_object", _("%(path)s is not an object."), params, path)
            return
        for key in sorted(value.keys() - self.properties.keys()):
            params = {"path": path or "the file", "key": json_excerpt(key)}
            yield Problem("unknown_key", _("%(path)s has an unknown key: %(key)s."), params, path)
        for key, schema in self.properties.items():
            if key not in value and key in self.optional_keys:
                continue
            yield from _value_problems(value, key, schema, f"{path}.{key}".removeprefix("."))


def _value_problems(
    value: Mapping[str, Any], key: str, schema: Schema, path: str
) -> Iterator[Problem]:
    if key in value:
        yield from schema.problems(value[key], path)
    else:
        yield Problem("missing_key", _("%(path)s is missing."), {"path": path}, path)


def json_excerpt(value: Any) -> str:
    """Return a value as JSON text of at most `_MAX_EXCERPT_LENGTH` characters."""
    text = json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()
    return text if len(text) <= _MAX_EXCERPT_LENGTH else text[:_MAX_EXCERPT_LENGTH] + "…"
