"""What a value of a file has to look like; everything wrong with one that does not, each with
its path."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.problems import Problem
from games.text import gettext_noop as _

_LONGEST_TOLD = 40


class Schema(Protocol):
    """A shape of JSON values."""

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Everything that keeps the value at `path` from having this shape."""


@dataclass(frozen=True)
class Leaf:
    """A value without parts that passes `test`; `words` says what to write in its place."""

    test: Callable[[Any], bool]
    words: str

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """One, or none."""
        if not self.test(value):
            params = {"path": path, "words": self.words, "said": json_excerpt(value)}
            yield Problem(
                "wrong_value", _("%(path)s must be %(words)s, not %(said)s."), params, path
            )


@dataclass(frozen=True)
class Nullable:
    """Null, or a value of the shape."""

    shape: Schema

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Those of the shape."""
        if value is not None:
            yield from self.shape.problems(value, path)


@dataclass(frozen=True)
class EmptyOr:
    """An object without any key, or a value of the shape."""

    shape: Schema

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Those of the shape."""
        if value != {}:
            yield from self.shape.problems(value, path)


@dataclass(frozen=True)
class ListOf:
    """A list in which every value has the shape; of one with more than `most` no value is looked
    at."""

    shape: Schema
    most: int | None = None

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Those of every value."""
        if not isinstance(value, list):
            yield Problem("not_a_list", _("%(path)s is not a list."), {"path": path}, path)
            return
        if self.most is not None and len(value) > self.most:
            params = {"path": path, "most": self.most, "said": len(value)}
            template = _("%(path)s has %(said)s items; at most %(most)s are allowed.")
            yield Problem("too_many_parts", template, params, path)
            return
        for place, each in enumerate(value):
            yield from self.shape.problems(each, f"{path}[{place}]")


@dataclass(frozen=True)
class ObjectOf:
    """An object with exactly these keys, but for those that it `may_lack`."""

    properties: Mapping[str, Schema]
    optional: Collection[str] = ()

    def problems(self, value: Any, path: str) -> Iterator[Problem]:
        """Keys that are missing, keys nobody knows, and the problems of every part."""
        if not isinstance(value, dict):
            params = {"path": path or "the file"}
            yield Problem("not_an_object", _("%(path)s is not an object."), params, path)
            return
        for key in sorted(value.keys() - self.properties.keys()):
            params = {"path": path or "the file", "key": json_excerpt(key)}
            yield Problem("unknown_key", _("%(path)s has an unknown key: %(key)s."), params, path)
        for key, shape in self.properties.items():
            if key not in value and key in self.optional:
                continue
            yield from _part_problems(value, key, shape, f"{path}.{key}".removeprefix("."))


def _part_problems(
    value: Mapping[str, Any], key: str, shape: Schema, path: str
) -> Iterator[Problem]:
    if key in value:
        yield from shape.problems(value[key], path)
    else:
        yield Problem("missing_key", _("%(path)s is missing."), {"path": path}, path)


def json_excerpt(value: Any) -> str:
    """A value as the file has it, its beginning when it is long."""
    text = json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()
    return text if len(text) <= _LONGEST_TOLD else text[:_LONGEST_TOLD] + "…"
