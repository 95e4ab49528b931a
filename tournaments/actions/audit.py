"""The audit: one line for each act, written in its transaction."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.models import AuditEntry, Club, Event, Verb
from tournaments.queries.history.descriptions import FREE_WORDS

_READ_ONLY = _(
    "This event was imported before it was over, without its seed: it can only be looked at."
)
_THE_ORGANISERS = _(
    "This section came as a file: that is done by the organiser, where it came from."
)
_NO_WORDS = _("There are no words in this line, or they are blank already.")

_AT_HOME = {
    Verb.CHOOSE_MOVEMENT,
    Verb.GO_ON,
    Verb.PUBLISH_EVENT,
    Verb.ADD_CONTESTANTS,
    Verb.REGISTER_CONTESTANTS,
    Verb.WITHDRAW_CONTESTANT,
    Verb.REPLACE_CONTESTANT,
    Verb.NAME_CONTESTANT,
    Verb.DIVIDE_SESSION,
    Verb.MISS_SESSION,
    Verb.COME_TO_SESSION,
    Verb.LEAVE_EVENT,
    Verb.JOIN_EVENT,
    Verb.GIVE_PENALTY,
    Verb.TAKE_NO_PLACE,
    Verb.TAKE_PLACE,
    Verb.SET_CATEGORIES,
    Verb.CREATE_SESSION,
    Verb.PLAN_ANEW,
    Verb.DROP_LAST_ROUND,
    Verb.DROP_BOARDS,
    Verb.MERGE_TABLES,
}
"""What is done where a section came from: who plays, in which rounds, and what becomes of the
field."""

# An event that can only be looked at can be put out of sight all the same.
_OF_READ_ONLY = {Verb.ARCHIVE_EVENT, Verb.RESTORE_EVENT, Verb.DELETE_EVENT}


def record(actor: Actor, verb: Verb, where: Event | Club, **data: Any) -> None:
    """Write down that `actor` did `verb`; `data` holds numbers and words, never a name, a card or a
    seed.

    People are told by the numbers of their rows: who is forgotten there is forgotten here.

    Raises `Refused`, and so undoes the act, where the event is read-only, or where a section that
    travelled would no longer be the one that was sent: no act can forget to ask.
    """
    event = where if isinstance(where, Event) else None
    if event and verb not in _OF_READ_ONLY:
        refuse_read_only(event)
    if event and event.travelled and verb in _AT_HOME:
        raise Refused([Problem("the_organisers", _THE_ORGANISERS)])
    club_id = where.club_id if isinstance(where, Event) else where.pk
    AuditEntry.objects.create(
        club_id=club_id, event=event, verb=verb, data=data, at=timezone.now(), **actor.columns()
    )


def refuse_read_only(event: Event) -> None:
    """Raises `Refused` where an event was imported only to be looked at."""
    if event.read_only:
        raise Refused([Problem("read_only", _READ_ONLY)])


def blank_words(club: Club, number: int, actor: Actor) -> None:
    """Take what somebody wrote himself out of a line of the club's audit, as for who asks to be
    forgotten.

    The line stays, and another one says who did it. Raises `Refused` where there are no such words.
    """
    with transaction.atomic():
        line = AuditEntry.objects.select_for_update().filter(club=club, pk=number).first()
        key = FREE_WORDS.get(line.verb) if line else None
        if line is None or not line.data.get(key):
            raise Refused([Problem("no_words", _NO_WORDS)])
        AuditEntry.objects.filter(pk=number).blank(line.data | {key: ""})
        record(actor, Verb.BLANK_WORDS, club, line=number)
