"""Where two JSON values differ."""

from collections.abc import Iterator
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.exchange.shapes import as_said


def differences(said: Any, kept: Any, path: str = "") -> Iterator[Problem]:
    """A problem for every part of `said` that `kept` has otherwise; a list of another length is one part."""
    if isinstance(said, dict):
        for key in said:
            yield from differences(said[key], kept[key], f"{path}.{key}".removeprefix("."))
    elif isinstance(said, list) and len(said) == len(kept):
        for place, (each, other) in enumerate(zip(said, kept, strict=True)):
            yield from differences(each, other, f"{path}[{place}]")
    elif said != kept:
        params = {"path": path, "said": as_said(said), "kept": as_said(kept)}
        template = _("%(path)s: %(said)s would be written as %(kept)s by an export.")
        yield Problem("not_as_exported", template, params, path)
