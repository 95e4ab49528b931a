"""The catalogues: every scoring method and every tie-break, one line each."""

from collections.abc import Iterable, Mapping

from games.options import UnknownName
from scoring.butler import Butler
from scoring.matchpoints import Matchpoints
from scoring.method import Method
from scoring.min_max import MinMax
from scoring.tiebreaks import HEAD_TO_HEAD, OPPONENTS, POINTS, SUM_X, TOPS, TieBreak
from scoring.total import Total
from scoring.wins import Wins

METHODS: tuple[type[Method], ...] = (MinMax, Matchpoints, Butler, Total, Wins)

TIEBREAKS: tuple[TieBreak, ...] = (TOPS, HEAD_TO_HEAD, SUM_X, POINTS, OPPONENTS)
"""What can part equal contestants; an event names those it uses, in the order they are tried."""


def get_method(key: str, options: Mapping[str, str] | None = None) -> Method:
    """The method under `options`; raises `UnknownName` or `OptionProblem`."""
    for method in METHODS:
        if method.key == key:
            return method(options)
    raise UnknownName(f"no method {key!r} (methods: {', '.join(method.key for method in METHODS)})")


def get_tiebreaks(keys: Iterable[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks of these keys in their order; raises `UnknownName`."""
    known = {tiebreak.key: tiebreak for tiebreak in TIEBREAKS}
    try:
        return tuple(known[key] for key in keys)
    except KeyError as error:
        raise UnknownName(f"no tie-break {error} (tie-breaks: {', '.join(known)})") from None
