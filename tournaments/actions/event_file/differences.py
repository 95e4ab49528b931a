"""Where two JSON values differ."""

from collections.abc import Iterator
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.schema.values import as_written


def file_differences(values: Any, kept: Any, path: str = "") -> Iterator[Problem]:
    """A problem for every part of `values` that `kept` has otherwise; a list of another length
    is one."""
    if isinstance(values, dict):
        for key in values:
            yield from file_differences(values[key], kept[key], f"{path}.{key}".removeprefix("."))
    elif isinstance(values, list) and len(values) == len(kept):
        for place, (each, other) in enumerate(zip(values, kept, strict=True)):
            yield from file_differences(each, other, f"{path}[{place}]")
    elif values != kept:
        params = {"path": path, "said": as_written(values), "kept": as_written(kept)}
        template = _("%(path)s: %(said)s would be written as %(kept)s by an export.")
        yield Problem("not_as_exported", template, params, path)
