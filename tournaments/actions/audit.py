"""The audit: one line for each act, written in its transaction."""

from typing import Any

from django.utils import timezone

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.models import AuditEntry, Club, Event, Verb

_READ_ONLY = _("This event was imported before it was over, without its seed: it can only be looked at.")


def record(actor: Actor, verb: Verb, where: Event | Club, **data: Any) -> None:
    """Write down that `actor` did `verb`; `data` holds numbers and words, never a name, a card or a seed.

    People are told by the numbers of their rows: who is forgotten there is forgotten here.

    Raises `Refused`, and so undoes the act, where the event is read-only: no act can forget to ask.
    """
    event = where if isinstance(where, Event) else None
    if event and event.read_only:
        raise Refused([Problem("read_only", _READ_ONLY)])
    club = where.club if isinstance(where, Event) else where
    AuditEntry.objects.create(
        club=club, event=event, verb=verb, data=data, at=timezone.now(), **actor.columns()
    )
