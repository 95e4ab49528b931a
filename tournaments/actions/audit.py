"""Write the audit: one entry for each action, in the action's transaction."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import AuditAction, AuditEntry, Club, Event
from tournaments.permissions.actor import Actor
from tournaments.queries.history.descriptions import FREE_TEXT_KEYS

_NO_FREE_TEXT = _("There are no words in this line, or they are blank already.")


def record_audit(actor: Actor, action: AuditAction, subject: Event | Club, /, **data: Any) -> None:
    """Write an audit entry: `actor` did `action` in an event or a club (`subject`).

    `data` holds ids and short words, never a name, a card or a seed. People are identified only by
    their ids, so that deleting their data elsewhere removes them from the audit as well.
    """
    event = subject if isinstance(subject, Event) else None
    club_id = subject.club_id if isinstance(subject, Event) else subject.pk
    AuditEntry.objects.create(
        club_id=club_id,
        event=event,
        verb=action,
        data=data,
        at=timezone.now(),
        **actor.audit_columns(),
    )


def redact_audit_text(club: Club, entry_id: int, actor: Actor) -> None:
    """Remove the free text from the audit entry with primary key `entry_id`.

    A club does this for people who ask for their data to be deleted. The entry itself remains, and
    another entry records who removed the text. Raises `ValidationFailed` if the entry does not
    exist or has no free text.
    """
    with transaction.atomic():
        entry = AuditEntry.objects.select_for_update().filter(club=club, pk=entry_id).first()
        key = FREE_TEXT_KEYS.get(entry.verb) if entry else None
        if entry is None or not entry.data.get(key):
            raise ValidationFailed([Problem("no_words", _NO_FREE_TEXT)])
        AuditEntry.objects.filter(pk=entry_id).blank(entry.data | {key: ""})
        record_audit(actor, AuditAction.REDACT_TEXT, club, line=entry_id)
