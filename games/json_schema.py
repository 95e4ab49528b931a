"""The shape of JSON values read from files: which parts are texts, lists or objects."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.problems import Problem

Schema = Mapping[str, tuple[Callable[[object], bool], str]]
"""For each part its test and the sentence that says how to write it."""


def schema_problems(
    values: Mapping[str, Any], schema: Schema, defaults: Mapping[str, object]
) -> Iterator[Problem]:
    """A problem for each part of the wrong shape; `defaults` holds what a part left out stands
    for."""
    for name, (is_valid, template) in schema.items():
        if not is_valid(values.get(name, defaults.get(name))):
            yield Problem("wrong_shape", template, field=name)


def is_string(value: object) -> bool:
    """Whether the value is a text."""
    return isinstance(value, str)


def is_string_list(value: object) -> bool:
    """Whether the value is a list of texts."""
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def is_string_dict(value: object) -> bool:
    """Whether the value is an object of texts, as options are."""
    return isinstance(value, dict) and is_string_list(list(value.values()))


def is_card_lists(value: object) -> bool:
    """Whether the value is an object of lists of texts, as hands are."""
    return isinstance(value, dict) and all(is_string_list(hand) for hand in value.values())


def is_dict_or_none(value: object) -> bool:
    """Whether the value is an object, as an outcome is, or none."""
    return value is None or isinstance(value, dict)
