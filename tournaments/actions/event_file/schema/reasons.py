"""Reasons in a file: a sentence to translate, which its parameters must fill."""

import re
from collections.abc import Iterator
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import Value
from tournaments.actions.event_file.schema.columns import is_storable_text
from tournaments.actions.event_file.schema.types import EmptyOr, Leaf, ObjectOf

_LONGEST = 500
_MOST_PLACES = 20
_PLACE = re.compile(r"%\((\w+)\)([sd])")


def _is_template(value: Any) -> bool:
    return is_storable_text(value, _LONGEST) and value != ""


def _are_params(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= _MOST_PLACES
        and all(
            is_storable_text(key, _LONGEST)
            and (each is None or type(each) is int or is_storable_text(each, _LONGEST))
            for key, each in value.items()
        )
    )


REASON = EmptyOr(
    ObjectOf(
        {
            "template": Leaf(_is_template, f"a text of 1 to {_LONGEST} letters"),
            "params": Leaf(_are_params, "an object of texts, whole numbers and null"),
        }
    )
)
"""Nothing in a plan that was fixed beforehand."""


def reason_problems(why: Value, path: str) -> Iterator[Problem]:
    """One where a page could not say the sentence: it asks for what is not there, or in a form
    of its own."""
    if why and not _can_be_said(why["template"], why["params"]):
        template = _(
            "%(path)s: write each placeholder as %%(name)s, or as %%(name)d where params has "
            "a number."
        )
        yield Problem("unfilled", template, {"path": f"{path}.template"}, f"{path}.template")


def _can_be_said(template: str, params: Value) -> bool:
    if "%" in _PLACE.sub("", template.replace("%%", "")):
        return False
    return all(
        name in params and (form == "s" or type(params[name]) is int)
        for name, form in _PLACE.findall(template)
    )
