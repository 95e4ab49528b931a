"""Read the details of an event that can be edited, and which of them can no longer change."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from tournaments.models import Entry, Event
from tournaments.support.digests import digest


class EventDetails(TypedDict, total=False):
    """Details of an event: its name, when and where it is, and how it is run.

    All keys are optional: details that are left out stay as they are.
    """

    name: str
    # None if it is not known yet.
    starts_at: datetime | None
    place: str
    note: str
    results_shown: str
    # Per contestant.
    fee_cents: int
    # Keys of the scoring catalogue; the first decides first.
    tiebreaks: Sequence[str]
    # The end of the standings embargo; None without one.
    standings_from: datetime | None
    # How boards of a missed session count: a value of `Event.Missed`.
    missed: str
    # Minutes after a session in which its results can be reported as wrong. 0 means never; None
    # means until the standings are published.
    objection_minutes: int | None


def event_details(event: Event) -> EventDetails:
    """Return all details of an event."""
    return {
        "name": event.name,
        "starts_at": event.starts_at,
        "place": event.place,
        "note": event.note,
        "results_shown": event.results_shown,
        "fee_cents": event.fee_cents,
        "tiebreaks": list(event.tiebreaks),
        "standings_from": event.standings_from,
        "missed": event.missed,
        "objection_minutes": event.objection_minutes,
    }


def details_digest(event: Event) -> str:
    """Return a digest of all details, by which a form detects that they changed meanwhile."""
    return digest(sorted(event_details(event).items()))


def fixed_details(event: Event) -> frozenset[str]:
    """Return the details that can no longer change.

    Tie-breaks are fixed once there is a result. Once the event is published, so are everything
    else that changes standings, and when results are shown and can be reported.
    """
    if event.published_at:
        return frozenset(
            {"results_shown", "tiebreaks", "standings_from", "missed", "objection_minutes"}
        )
    return frozenset({"tiebreaks"} if has_results(event) else ())


def has_results(event: Event) -> bool:
    """Return whether any entry was made for a board of the event."""
    return Entry.objects.filter(play__board__session__stage__event=event).exists()
