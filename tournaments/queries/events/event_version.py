"""What tells whether anything about an event has changed since an answer was built."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, OuterRef, QuerySet, Subquery

from tournaments.models import AuditEntry, Event, Play, Snapshot, Stage
from tournaments.permissions.visibility.results_shown import is_embargoed


class EventVersion(NamedTuple):
    """Different whenever anybody may be shown something else of an event.

    `acts` is how many lines the audit has about it: every act adds one in its transaction. `stages`
    has for each stage its revision of awards and the row of its latest public snapshot.
    """

    event: int
    audit_entries: int
    stages: tuple[tuple[int, int, int | None], ...]
    published_at: datetime | None
    is_embargoed: bool
    is_up_to_date: bool
    """Whether every result is counted and in the standings; otherwise they may change without an
    act."""


def audit_entry_count(event_id: int) -> int:
    """Count the audit's lines about an event."""
    return AuditEntry.objects.filter(event=event_id).order_by().count()


def event_version(events: QuerySet[Event]) -> EventVersion | None:
    """Return the version of the only event of a query set; None where there is none."""
    event = events.order_by("pk").first()
    if event is None:
        return None
    latest = Snapshot.objects.filter(stage=OuterRef("pk"), audience=Snapshot.Audience.PUBLIC)
    stages = (
        Stage.objects.filter(event=event)
        .order_by("pk")
        .annotate(
            snapshot=Subquery(latest.order_by("-number").values("pk")[:1]),
            counted=Subquery(latest.order_by("-number").values("awards_revision")[:1]),
        )
    )
    rows = list(stages.values_list("pk", "awards_revision", "snapshot", "counted"))
    waiting = Play.objects.filter(
        board__session__stage__event=event, revision__gt=F("scored_revision")
    )
    return EventVersion(
        event.pk,
        audit_entry_count(event.pk),
        tuple((pk, revision, snapshot) for pk, revision, snapshot, _counted in rows),
        event.published_at,
        is_embargoed(event),
        all(revision == (counted or 0) for _pk, revision, _snapshot, counted in rows)
        and not waiting.exists(),
    )
