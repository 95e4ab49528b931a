"""What an event may be called, when and where it may be, and what else may be said of it."""

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

_FIXED = {
    "tiebreaks": _("There are results, so the tie-breaks can no longer change."),
    "results_shown": _(
        "The standings are published: when results are shown can no longer be changed."
    ),
}
_FIXED |= dict.fromkeys(
    ("standings_from", "missed", "objection_minutes"),
    _("The standings are published, so this can no longer change."),
)
_TOO_LONG = _("Use at most %(most)s characters.")


def normalize_details(details: EventDetails) -> EventDetails:
    """The same as it is stored: nothing stands around texts, and lines end in one way."""
    tidy = details.copy()
    if "name" in tidy:
        tidy["name"] = clean_text(tidy["name"])
    if "place" in tidy:
        tidy["place"] = clean_text(tidy["place"])
    if "note" in tidy:
        tidy["note"] = "\n".join(tidy["note"].strip().splitlines())
    if "tiebreaks" in tidy:
        tidy["tiebreaks"] = list(tidy["tiebreaks"])
    return tidy


def changed_details(event: Event, details: EventDetails) -> dict[str, Any]:
    """What would be another, by field, of details in order."""
    now: Mapping[str, Any] = event_details(event)
    return {key: value for key, value in details.items() if value != now[key]}


def change_problems(event: Event, details: EventDetails) -> Iterator[Problem]:
    """Everything against changing an event so; raises `UnknownName` for a tie-break that there
    is not."""
    changed = changed_details(event, details)
    fixed = fixed_details(event) & changed.keys()
    yield from (Problem("fixed_already", _FIXED[key], field=key) for key in sorted(fixed))
    if "fee_cents" in changed:
        yield from fee_problems(event, changed.pop("fee_cents"))
    yield from detail_problems({key: value for key, value in changed.items() if key not in fixed})
    if "tiebreaks" in changed.keys() - fixed:
        yield from unsuitable_tiebreak_problems(changed["tiebreaks"], event.method)


def detail_problems(details: Mapping[str, Any]) -> Iterator[Problem]:
    """Everything wrong with details in themselves; raises `UnknownName` for a tie-break that
    there is not."""
    for key, value in details.items():
        yield from _CHECKS[key](value)


def unsuitable_tiebreak_problems(keys: Sequence[str], method: Method) -> Iterator[Problem]:
    """The tie-breaks that cannot part whom a method ranks; raises `UnknownName` like
    `detail_problems`."""
    for each in get_tiebreaks(keys):
        if each not in tiebreaks_for(type(method)):
            template = _("%(tiebreak)s cannot separate teams: choose another tie-break.")
            yield Problem("tiebreak_not_for_teams", template, {"tiebreak": each.name}, "tiebreaks")


def _name_problems(name: str) -> Iterable[Problem]:
    if not name:
        return [Problem("name_missing", _("Give the event a name."), field="name")]
    return _length_problems(name, MAX_EVENT_NAME_LENGTH, "name")


def _length_problems(text: str, most: int, key: str) -> list[Problem]:
    return [Problem(f"{key}_too_long", _TOO_LONG, {"most": most}, key)] if len(text) > most else []


def _moment_problems(moment: datetime | None, key: str) -> Iterator[Problem]:
    if moment is not None and moment.year not in EVENT_YEARS:
        params = {"first": EVENT_YEARS[0], "last": EVENT_YEARS[-1]}
        template = _("Enter a day in the years %(first)s to %(last)s.")
        yield Problem(f"{key}_far", template, params, key)


def _missed_problems(missed: str) -> Iterator[Problem]:
    if missed not in Event.Missed.values:
        template = _("Choose what happens to anybody who misses a session.")
        yield Problem("no_such_choice", template, field="missed")


def _objection_problems(minutes: int | None) -> Iterator[Problem]:
    if minutes is not None and not 0 <= minutes <= MAX_OBJECTION_MINUTES:
        template = _("Write a number of minutes from 0 to %(most)s, or leave it empty.")
        yield Problem(
            "minutes_outside", template, {"most": MAX_OBJECTION_MINUTES}, "objection_minutes"
        )


def _shown_problems(results_shown: str) -> Iterator[Problem]:
    if results_shown not in Event.ResultsShown.values:
        yield Problem(
            "no_such_moment", _("Choose when the results are shown."), field="results_shown"
        )


def _tiebreak_problems(keys: Sequence[str]) -> Iterator[Problem]:
    get_tiebreaks(keys)
    if len(set(keys)) < len(keys):
        template = _("A tie-break is chosen twice: choose another, or none.")
        yield Problem("tiebreak_twice", template, field="tiebreaks")


_CHECKS: Mapping[str, Callable[[Any], Iterable[Problem]]] = {
    "name": _name_problems,
    "starts_at": lambda moment: _moment_problems(moment, "starts_at"),
    "standings_from": lambda moment: _moment_problems(moment, "standings_from"),
    "missed": _missed_problems,
    "objection_minutes": _objection_problems,
    "place": lambda place: _length_problems(place, MAX_PLACE_LENGTH, "place"),
    "note": lambda note: _length_problems(note, MAX_NOTE_LENGTH, "note"),
    "results_shown": _shown_problems,
    "tiebreaks": _tiebreak_problems,
}
