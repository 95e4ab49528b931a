"""The audit: one line for each deed, written in its transaction."""

from typing import Any

from django.utils import timezone

from tournaments.actions.actor import Actor
from tournaments.models import AuditEntry, Club, Event


def record(actor: Actor, verb: str, where: Event | Club, **data: Any) -> None:
    """Write down that `actor` did `verb`; `data` holds numbers and words, never a card or a seed."""
    event = where if isinstance(where, Event) else None
    club = where.club if isinstance(where, Event) else where
    AuditEntry.objects.create(
        club=club, event=event, verb=verb, data=data, at=timezone.now(), **actor.columns()
    )
