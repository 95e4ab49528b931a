"""The audit: one line for each act, written in its transaction."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import AuditAction, AuditEntry, Club, Event
from tournaments.permissions.actor import Actor
from tournaments.queries.history.descriptions import FREE_TEXT_KEYS

_NO_WORDS = _("There are no words in this line, or they are blank already.")


def record_audit(actor: Actor, verb: AuditAction, where: Event | Club, **data: Any) -> None:
    """Write down that `actor` did `verb`; `data` holds numbers and words, never a name, a card or a
    seed.

    People are told by the numbers of their rows: who is forgotten there is forgotten here.
    """
    event = where if isinstance(where, Event) else None
    club_id = where.club_id if isinstance(where, Event) else where.pk
    AuditEntry.objects.create(
        club_id=club_id, event=event, verb=verb, data=data, at=timezone.now(), **actor.columns()
    )


def redact_audit_text(club: Club, number: int, actor: Actor) -> None:
    """Take what somebody wrote himself out of a line of the club's audit, as for who asks to be
    forgotten.

    The line stays, and another one says who did it. Raises `ValidationFailed` where there are no
    such words.
    """
    with transaction.atomic():
        line = AuditEntry.objects.select_for_update().filter(club=club, pk=number).first()
        key = FREE_TEXT_KEYS.get(line.verb) if line else None
        if line is None or not line.data.get(key):
            raise ValidationFailed([Problem("no_words", _NO_WORDS)])
        AuditEntry.objects.filter(pk=number).blank(line.data | {key: ""})
        record_audit(actor, AuditAction.BLANK_WORDS, club, line=number)
