"""What acts came to, one with another: which columns of which rows are not as they were before
the first."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.models import Act

THERE = ""
"""In place of a column: whether there was such a row at all."""

Key = tuple[str, int]
Row = dict[str, Any]


def rows_changed(acts: Iterable[Act]) -> dict[Key, Row]:
    """Of every row that differs, by its model and number, the columns that do, as they were.

    The acts are given in their order; what was changed and changed back, by whatever act, is not in
    it.
    """
    was: dict[Key, Row] = defaultdict(dict)
    now: dict[Key, Row] = defaultdict(dict)
    for change in (each for act in acts for each in act.changes):
        key = change["model"], change["pk"]
        was[key] = _whole(change["before"]) | was[key]
        now[key] |= _whole(change["after"])
    differing = {key: _differing(was[key], now[key]) for key in was}
    return {key: columns for key, columns in differing.items() if columns}


def _whole(row: Mapping[str, Any] | None) -> Row:
    return {THERE: row is not None, **(row or {})}


def _differing(was: Row, now: Row) -> Row:
    """Nothing of a row that came and went."""
    if not (was[THERE] or now[THERE]):
        return {}
    return {column: value for column, value in was.items() if now.get(column) != value}
