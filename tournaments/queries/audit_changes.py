"""What a line of the audit says of changes: the values before and after, by field, in sentences."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.text import Words, listed
from games.text import gettext_noop as _
from scoring.catalogue import get_tiebreaks
from tournaments.models import Event

_FIELDS = {
    "name": _("Name: %(before)s → %(after)s"),
    "starts_at": _("Begins: %(before)s → %(after)s"),
    "place": _("Place: %(before)s → %(after)s"),
    "note": _("Note: %(before)s → %(after)s"),
    "results_shown": _("Results shown: %(before)s → %(after)s"),
    "standings_from": _("No standings for the public before: %(before)s → %(after)s"),
    "missed": _("Who misses one session of several is: %(before)s → %(after)s"),
    "objection_minutes": _(
        "Minutes after a session to say that a result is wrong: %(before)s → %(after)s"
    ),
    "fee_cents": _("Fee: %(before)s → %(after)s"),
    "tiebreaks": _("Tie-breaks: %(before)s → %(after)s"),
}
_UNTIL_PUBLICATION = _("until the standings are published")
_NOTHING = Words("–")
_MOMENTS = {
    Event.ResultsShown.AT_ONCE: _("at once, to whoever has played the board"),
    Event.ResultsShown.ROUND: _("when the round ends"),
    Event.ResultsShown.SESSION: _("when the session ends"),
}
_MISSED = {
    Event.Missed.MEAN: _("ranked by the mean per board"),
    Event.Missed.UNRANKED: _("listed without a place"),
}
_CHOICES: Mapping[str, Mapping[Any, str]] = {"results_shown": _MOMENTS, "missed": _MISSED}


def changes_in_words(data: Mapping[str, Any]) -> Iterator[Words]:
    """Each field that was changed; nothing where its words were blanked."""
    for key, (before, after) in (data.get("changed") or {}).items():
        yield Words(_FIELDS[key], {"before": _said(key, before), "after": _said(key, after)})


def _said(key: str, value: Any) -> object:
    if key == "fee_cents":
        return f"{value // 100}.{value % 100:02}"
    if key == "objection_minutes":
        return Words(_UNTIL_PUBLICATION) if value is None else value
    if not value:
        return _NOTHING
    if key in ("starts_at", "standings_from"):
        return f"{timezone.localtime(datetime.fromisoformat(value)):%Y-%m-%d %H:%M}"
    if key in _CHOICES:
        return Words(_CHOICES[key][value])
    if key == "tiebreaks":
        return listed(Words(each.name) for each in get_tiebreaks(value))
    return value
