"""What may still be changed about an event after it was made, and what of it has become fixed."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from tournaments.models import Entry, Event
from tournaments.support.digests import digest


class EventDetails(TypedDict, total=False):
    """What an event is called, when and where it is, and how it is run; whatever is not named
    stays.

    `starts_at` is None where it is not known yet, `fee_cents` what each contestant pays, in cents;
    `tiebreaks` are keys of scoring's tie-breaks, the first decides first. `standings_from` is until
    when the public is shown no standings, None where they are not held back; `missed` what becomes
    of who has missed a session. `objection_minutes` is how long after a session its players may
    object to results, 0 for never, None until the standings are published.
    """

    name: str
    starts_at: datetime | None
    place: str
    note: str
    results_shown: str
    fee_cents: int
    tiebreaks: Sequence[str]
    standings_from: datetime | None
    missed: str
    objection_minutes: int | None


def event_details(event: Event) -> EventDetails:
    """All of them, as they are now."""
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
    """Another text as soon as one of them is another: by it a form knows what it showed."""
    return digest(sorted(event_details(event).items()))


def fixed_details(event: Event) -> frozenset[str]:
    """Which of them stay as they are: tie-breaks once there is a result; published, also when it
    is shown."""
    if event.published_at:
        return frozenset(
            {"results_shown", "tiebreaks", "standings_from", "missed", "objection_minutes"}
        )
    return frozenset({"tiebreaks"} if has_results(event) else ())


def has_results(event: Event) -> bool:
    """Whether anything was ever said about a board of the event."""
    return Entry.objects.filter(play__board__session__stage__event=event).exists()
