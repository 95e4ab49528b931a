"""Checks of the types of JSON values that are read from files."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.problems import Problem

# For each key, a predicate and the message that says how to write the value.
Schema = Mapping[str, tuple[Callable[[object], bool], str]]


def schema_problems(
    values: Mapping[str, Any], schema: Schema, defaults: Mapping[str, object]
) -> Iterator[Problem]:
    """Yield a problem for each value of the wrong type; `defaults` replace missing keys."""
    for name, (is_valid, template) in schema.items():
        if not is_valid(values.get(name, defaults.get(name))):
            yield Problem("wrong_shape", template, field=name)


def is_string(value: object) -> bool:
    """Return whether a JSON value is a string."""
    return isinstance(value, str)


def is_string_list(value: object) -> bool:
    """Return whether a JSON value is a list of which every item is a string."""
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def is_string_dict(value: object) -> bool:
    """Return whether a JSON value is an object with strings as values, such as options."""
    return isinstance(value, dict) and is_string_list(list(value.values()))


def is_dict_of_string_lists(value: object) -> bool:
    """Return whether a JSON value is an object with lists of strings as values, such as hands."""
    return isinstance(value, dict) and all(is_string_list(strings) for strings in value.values())


def is_dict_or_none(value: object) -> bool:
    """Return whether a JSON value is an object, or null for a value that may be left out."""
    return value is None or isinstance(value, dict)
