"""Compute the version of an event, which differs whenever its cached pages are outdated."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, OuterRef, QuerySet, Subquery

from tournaments.models import AuditEntry, Event, Play, Snapshot, Stage
from tournaments.permissions.visibility.results_shown import is_embargoed


class EventVersion(NamedTuple):
    """A value that differs whenever anything shown of an event may differ.

    `audit_entries` counts the event's lines in the audit, since every action writes one in its
    transaction. `stages` has the id, the awards revision and the id of the latest public snapshot
    of each stage. `is_up_to_date` is False while results are not yet scored or not in the
    standings, which may then change without an action.
    """

    event: int
    audit_entries: int
    stages: tuple[tuple[int, int, int | None], ...]
    published_at: datetime | None
    is_embargoed: bool
    is_up_to_date: bool


def audit_entry_count(event_id: int) -> int:
    """Return the number of lines about an event in the audit."""
    return AuditEntry.objects.filter(event=event_id).order_by().count()


def event_version(events: QuerySet[Event]) -> EventVersion | None:
    """Return the version of the only event of a query set, None if it is empty."""
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
    unscored_plays = Play.objects.filter(
        board__session__stage__event=event, revision__gt=F("scored_revision")
    )
    return EventVersion(
        event.pk,
        audit_entry_count(event.pk),
        tuple((pk, revision, snapshot) for pk, revision, snapshot, _counted in rows),
        event.published_at,
        is_embargoed(event),
        all(revision == (counted or 0) for _pk, revision, _snapshot, counted in rows)
        and not unscored_plays.exists(),
    )
