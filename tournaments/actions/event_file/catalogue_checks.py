"""Check keys and options in an event file against the catalogues."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.options import InvalidOption, UnknownName
from games.problems import Problem
from games.text import gettext_noop as _


def catalogue_problems(
    get_item: Callable[[str, Mapping[str, str]], Any],
    key: str,
    options: Mapping[str, str],
    path: str,
) -> Iterator[Problem]:
    """Yield a problem if `get_item` raises an error for the key with these options."""
    try:
        get_item(key, options)
    except (UnknownName, InvalidOption) as error:
        params = {"path": path, "why": error.args[0]}
        yield Problem("not_in_catalogue", _("%(path)s: %(why)s."), params, path)
