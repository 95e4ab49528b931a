"""What an event file takes from a catalogue: a game, a method, a movement, each under its
options."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.options import InvalidOption, UnknownName
from games.problems import Problem
from games.text import gettext_noop as _


def catalogue_problems(
    get: Callable[[str, Mapping[str, str]], Any], key: str, options: Mapping[str, str], path: str
) -> Iterator[Problem]:
    """What a catalogue says against a key and its options."""
    try:
        get(key, options)
    except (UnknownName, InvalidOption) as wrong:
        params = {"path": path, "why": wrong.args[0]}
        yield Problem("not_in_catalogue", _("%(path)s: %(why)s."), params, path)
