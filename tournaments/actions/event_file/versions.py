"""Files of versions before: what was not asked then is filled in."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tournaments.queries.event_file import VERSION


class _Added(NamedTuple):
    """A key that a version added to every object at the end of `way`, and what it was before."""

    way: Sequence[str]
    key: str
    before: Any


_SECTIONS = ("stages", "sessions", "sections")
_ROUNDS = (*_SECTIONS, "rounds")

_ADDED = {
    2: (_Added(("event",), "players_each", 2),),  # every contestant was a pair
    3: (
        _Added(("contestants",), "withdrawn_at", None),
        _Added(("stages",), "qualifiers", []),
        _Added(_ROUNDS, "sit_outs", []),
        _Added((*_ROUNDS, "seatings"), "why", {}),
    ),
    4: (_Added(("event",), "results_shown", "at_once"),),
    5: (_Added((*_ROUNDS, "seatings", "plays", "entries"), "contradicted", False),),  # it was refused
    6: (  # nobody said when and where; a session was one section, by the movement of its stage, and stayed
        _Added(_SECTIONS, "name", ""),
        _Added(_SECTIONS, "venue", None),
        _Added(_SECTIONS, "movement", ""),
        _Added(_SECTIONS, "movement_options", {}),
        _Added(_SECTIONS, "rounds_planned", None),
        _Added(_SECTIONS, "allotments", []),
        _Added(_ROUNDS, "line_ups", []),
        _Added(_SECTIONS, "copies", []),
        _Added((*_ROUNDS, "seatings", "plays", "entries"), "origin", ""),
        _Added(("event",), "arrival", None),
        _Added(("event",), "missed", "mean"),
        _Added(("event",), "standings_from", None),
        _Added(("event",), "starts_at", None),
        _Added(("event",), "place", ""),
        _Added(("stages",), "halves", 1),
        _Added(("stages",), "sections_apart", False),
        _Added(("stages",), "carried", "0"),
    ),
    7: (  # clocks of their own, entries taken back, awards given, fouled boards, substitutes came with it
        _Added(("event",), "objection_minutes", 0),  # nobody objected
        _Added(("stages", "penalties"), "kind", ""),
        _Added(("contestants",), "no_place", ""),  # everybody took a place
        _Added((), "categories", []),
        _Added(("stages", "sessions"), "minutes_per_round", None),
        _Added(("stages", "sessions"), "breaks", []),
        _Added(("stages", "sessions"), "kept_sealed", []),
        _Added(_SECTIONS, "rounds_left_out", 0),
        _Added(_SECTIONS, "boards_left_out", []),
        _Added(_SECTIONS, "pauses", []),
        _Added(_ROUNDS, "given", []),
        _Added((*_ROUNDS, "seatings", "plays", "entries"), "withdraws", None),
        _Added((*_ROUNDS, "seatings", "plays", "entries"), "given", {}),
        _Added((*_ROUNDS, "seatings", "plays"), "group", 1),
        _Added((*_ROUNDS, "seatings", "places"), "substitutes", []),  # who sat down played all of the round
    ),
}
"""By the version that came with them."""


class _NotOfThen(Exception):
    """A file has a key that its version did not have."""


def as_now(values: Any) -> Any:
    """A file of an earlier version as one of today; whatever else it is given, unchanged."""
    version = values.get("version") if isinstance(values, dict) else None
    if type(version) is not int or version not in range(1, VERSION):
        return values
    now = {**_with_sections(values), "version": VERSION}
    try:
        for later in range(version + 1, VERSION + 1):
            for added in _ADDED[later]:
                now = _with(now, added.way, added)
    except _NotOfThen:
        return values
    return now


_SECTION = {"number": 1, "tables": [], "rounds": []}
"""What every session has had since version 6, before its deal too."""


def _with_sections(values: Any) -> Any:
    """The file with a section in each session that has none; parts of a wrong shape stay as they are."""
    stages = values.get("stages")
    if not isinstance(stages, list):
        return values
    return {**values, "stages": [_in_each(stage, "sessions", _sectioned) for stage in stages]}


def _in_each(value: Any, key: str, change: Callable[[Any], Any]) -> Any:
    inner = value.get(key) if isinstance(value, dict) else None
    return {**value, key: [change(each) for each in inner]} if isinstance(inner, list) else value


def _sectioned(session: Any) -> Any:
    lacks = isinstance(session, dict) and session.get("sections") == []
    return {**session, "sections": [dict(_SECTION)]} if lacks else session


def _with(value: Any, way: Sequence[str], added: _Added) -> Any:
    """The value with what was added; parts of a wrong shape are left for whoever judges shapes."""
    if not isinstance(value, dict):
        return value
    if not way:
        if added.key in value:
            raise _NotOfThen
        return {**value, added.key: added.before}
    step, *rest = way
    inner = value.get(step)
    if isinstance(inner, list):
        return {**value, step: [_with(each, rest, added) for each in inner]}
    return {**value, step: _with(inner, rest, added)} if isinstance(inner, dict) else value
