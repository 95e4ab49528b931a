"""The catalogue: every scoring method, one line each."""

from collections.abc import Mapping

from games.options import UnknownName
from scoring.method import Method
from scoring.min_max import MinMax

METHODS: tuple[type[Method], ...] = (MinMax,)

TIEBREAKS: tuple[()] = ()
"""What parts contestants with equal means, in the order it is tried. Nothing does: they share the place."""


def get_method(key: str, options: Mapping[str, str] | None = None) -> Method:
    """The method under `options`; raises `UnknownName` or `OptionProblem`."""
    for method in METHODS:
        if method.key == key:
            return method(options)
    raise UnknownName(f"no method {key!r} (methods: {', '.join(method.key for method in METHODS)})")
