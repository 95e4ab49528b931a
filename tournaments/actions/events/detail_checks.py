"""Normalize and check the editable details of an event, such as name, day and tie-breaks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from games.typed_text import clean_text
from scoring.catalogue import get_tiebreaks, tiebreaks_for
from scoring.method import Method
from tournaments.actions.contestants.fees import fee_problems
from tournaments.actions.limits import (
    EVENT_YEARS,
    MAX_EVENT_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_OBJECTION_MINUTES,
    MAX_PLACE_LENGTH,
)
from tournaments.models import Event
from tournaments.queries.events.details import EventDetails, event_details, fixed_details

# Messages of details that can no longer change, by the key of the detail.
_FIXED_MESSAGES = {
    "tiebreaks": _("There are results, so the tie-breaks can no longer change."),
    "results_shown": _(
        "The standings are published: when results are shown can no longer be changed."
    ),
}
_FIXED_MESSAGES |= dict.fromkeys(
    ("standings_from", "missed", "objection_minutes"),
    _("The standings are published, so this can no longer change."),
)
_TEXT_TOO_LONG = _("Use at most %(most)s characters.")


def normalize_details(details: EventDetails) -> EventDetails:
    """Return the details as they are stored: texts stripped, one kind of line ending."""
    normalized = details.copy()
    if "name" in normalized:
        normalized["name"] = clean_text(normalized["name"])
    if "place" in normalized:
        normalized["place"] = clean_text(normalized["place"])
    if "note" in normalized:
        normalized["note"] = "\n".join(normalized["note"].strip().splitlines())
    if "tiebreaks" in normalized:
        normalized["tiebreaks"] = list(normalized["tiebreaks"])
    return normalized


def changed_details(event: Event, details: EventDetails) -> dict[str, Any]:
    """Return those of the normalized details that differ from the event's."""
    stored: Mapping[str, Any] = event_details(event)
    return {key: value for key, value in details.items() if value != stored[key]}


def change_problems(event: Event, details: EventDetails) -> Iterator[Problem]:
    """Yield every problem of changing the details of an event; each names its detail.

    Raises `UnknownName` for an unknown tie-break.
    """
    changes = changed_details(event, details)
    fixed_keys = fixed_details(event) & changes.keys()
    yield from (
        Problem("fixed_already", _FIXED_MESSAGES[key], field=key) for key in sorted(fixed_keys)
    )
    if "fee_cents" in changes:
        yield from fee_problems(event, changes.pop("fee_cents"))
    yield from detail_problems(
        {key: value for key, value in changes.items() if key not in fixed_keys}
    )
    if "tiebreaks" in changes.keys() - fixed_keys:
        yield from unsuitable_tiebreak_problems(changes["tiebreaks"], event.method)


def detail_problems(details: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield every problem of the details of a new event.

    Raises `UnknownName` for an unknown tie-break.
    """
    for key, value in details.items():
        yield from _CHECK_BY_DETAIL[key](value)


def unsuitable_tiebreak_problems(keys: Sequence[str], method: Method) -> Iterator[Problem]:
    """Yield a problem for each tie-break that cannot be used with the method.

    Raises `UnknownName` for an unknown tie-break.
    """
    for tiebreak in get_tiebreaks(keys):
        if tiebreak not in tiebreaks_for(type(method)):
            template = _("%(tiebreak)s cannot separate teams: choose another tie-break.")
            params = {"tiebreak": tiebreak.name}
            yield Problem("tiebreak_not_for_teams", template, params, "tiebreaks")


def _name_problems(name: str) -> Iterable[Problem]:
    if not name:
        return [Problem("name_missing", _("Give the event a name."), field="name")]
    return _length_problems(name, MAX_EVENT_NAME_LENGTH, "name")


def _length_problems(text: str, max_length: int, key: str) -> list[Problem]:
    if len(text) <= max_length:
        return []
    return [Problem(f"{key}_too_long", _TEXT_TOO_LONG, {"most": max_length}, key)]


def _date_problems(value: datetime | None, key: str) -> Iterator[Problem]:
    if value is not None and value.year not in EVENT_YEARS:
        params = {"first": EVENT_YEARS[0], "last": EVENT_YEARS[-1]}
        template = _("Enter a day in the years %(first)s to %(last)s.")
        yield Problem(f"{key}_far", template, params, key)


def _missed_problems(missed: str) -> Iterator[Problem]:
    if missed not in Event.Missed.values:
        template = _("Choose what happens to anybody who misses a session.")
        yield Problem("no_such_choice", template, field="missed")


def _objection_minutes_problems(minutes: int | None) -> Iterator[Problem]:
    if minutes is not None and not 0 <= minutes <= MAX_OBJECTION_MINUTES:
        template = _("Write a number of minutes from 0 to %(most)s, or leave it empty.")
        yield Problem(
            "minutes_outside", template, {"most": MAX_OBJECTION_MINUTES}, "objection_minutes"
        )


def _results_shown_problems(results_shown: str) -> Iterator[Problem]:
    if results_shown not in Event.ResultsShown.values:
        yield Problem(
            "no_such_moment", _("Choose when the results are shown."), field="results_shown"
        )


def _tiebreak_problems(keys: Sequence[str]) -> Iterator[Problem]:
    get_tiebreaks(keys)
    if len(set(keys)) < len(keys):
        template = _("A tie-break is chosen twice: choose another, or none.")
        yield Problem("tiebreak_twice", template, field="tiebreaks")


_CHECK_BY_DETAIL: Mapping[str, Callable[[Any], Iterable[Problem]]] = {
    "name": _name_problems,
    "starts_at": lambda value: _date_problems(value, "starts_at"),
    "standings_from": lambda value: _date_problems(value, "standings_from"),
    "missed": _missed_problems,
    "objection_minutes": _objection_minutes_problems,
    "place": lambda place: _length_problems(place, MAX_PLACE_LENGTH, "place"),
    "note": lambda note: _length_problems(note, MAX_NOTE_LENGTH, "note"),
    "results_shown": _results_shown_problems,
    "tiebreaks": _tiebreak_problems,
}
