"""Schema of reasons in event files: a template to translate, with its parameters."""

import re
from collections.abc import Iterator
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import JsonObject, problem_at
from tournaments.actions.event_file.schema.columns import is_storable_text
from tournaments.actions.event_file.schema.types import EmptyOr, Leaf, ObjectOf

_MAX_LENGTH = 500
_MAX_PARAMS = 20
_PLACEHOLDER = re.compile(r"%\((\w+)\)([sd])")


def _is_template(value: Any) -> bool:
    return is_storable_text(value, _MAX_LENGTH) and value != ""


def _are_params(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= _MAX_PARAMS
        and all(
            is_storable_text(key, _MAX_LENGTH)
            and (param is None or type(param) is int or is_storable_text(param, _MAX_LENGTH))
            for key, param in value.items()
        )
    )


# A seating, sit-out or qualifier that no draw has made has an empty reason.
REASON = EmptyOr(
    ObjectOf(
        {
            "template": Leaf(_is_template, f"a text of 1 to {_MAX_LENGTH} letters"),
            "params": Leaf(_are_params, "an object of texts, whole numbers and null"),
        }
    )
)


def reason_problems(reason: JsonObject, path: str) -> Iterator[Problem]:
    """Yield a problem if a placeholder of the template has no parameter of its type."""
    if reason and not _has_all_params(reason["template"], reason["params"]):
        template = _(
            "%(path)s: write each placeholder as %%(name)s, or as %%(name)d where params has "
            "a number."
        )
        yield problem_at(f"{path}.template", "unfilled", template)


def _has_all_params(template: str, params: JsonObject) -> bool:
    if "%" in _PLACEHOLDER.sub("", template.replace("%%", "")):
        return False
    return all(
        name in params and (form == "s" or type(params[name]) is int)
        for name, form in _PLACEHOLDER.findall(template)
    )
