"""Rate limits of devices and tables, so that nobody can flood the director's pages.

Most limits count stored rows, so a request that is repeated with the same idempotency key counts
once. They apply to a device or a table, never to an IP address, which all phones of a hall may
share.
"""

from datetime import timedelta

from django.core.cache import cache
from django.db.models import Count, Q
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.limits import (
    CALL_LIMIT_WINDOW,
    MAX_CALLS,
    MAX_DRAFTS_PER_MINUTE,
    MAX_ENTRIES_PER_DEVICE,
    MAX_ENTRIES_PER_MINUTE,
    MAX_ENTRIES_PER_TABLE,
    MAX_OBJECTIONS_PER_HOUR,
    MAX_OPEN_OBJECTIONS,
)
from tournaments.models import Call, Entry, Objection, Play, Seating, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.devices import read_device_access

_MINUTE = timedelta(minutes=1)

_TOO_MANY_ENTRIES = _(
    "Too much was sent about board %(board)s from here. The director can enter its result."
)
_TOO_MANY_ENTRIES_PER_MINUTE = _(
    "This device has sent too much in a minute. It can send again in a minute."
)
_TOO_MANY_DRAFTS = _("This device has stored too much in a minute. It can store again in a minute.")
_TOO_MANY_CALLS = _(
    "This table has called too often. Go to the director, or call again in ten minutes."
)
_TOO_MANY_OPEN_OBJECTIONS = _(
    "%(most)s objections from this device wait for an answer. Go to the director."
)
_TOO_MANY_OBJECTIONS = _("Too many objections came from this device. Go to the director.")


class RateLimitExceeded(ValidationFailed):
    """A device or a table has written too often and must wait (HTTP 429)."""


def check_entry_rate(play: Play, actor: Actor) -> None:
    """Raise `RateLimitExceeded` after too many entries.

    There is a limit for a device and a play, one for a table and a play, and one for a device in a
    minute. The first two entries of a play, usually one of each side, are not checked, which saves
    queries.
    """
    if actor.table_id is None or play.revision < 2:
        return
    of_device = Q(table=actor.table_id, device=actor.device)
    entries = play.entries.filter(kind=Entry.Kind.TABLE)
    counts = entries.aggregate(of_table=Count("pk"), of_device=Count("pk", filter=of_device))
    # The limit of the table does not apply to a linked device, as strangers may have used it up.
    is_full = counts["of_table"] >= MAX_ENTRIES_PER_TABLE and not _is_linked(play, actor)
    if is_full or counts["of_device"] >= MAX_ENTRIES_PER_DEVICE:
        raise RateLimitExceeded(
            [Problem("too_many_entries", _TOO_MANY_ENTRIES, {"board": play.board.number})]
        )
    entries_in_last_minute = Entry.objects.filter(of_device, at__gt=timezone.now() - _MINUTE)
    if entries_in_last_minute.count() >= MAX_ENTRIES_PER_MINUTE:
        raise RateLimitExceeded([Problem("too_many_entries", _TOO_MANY_ENTRIES_PER_MINUTE)])


def _is_linked(play: Play, actor: Actor) -> bool:
    return read_device_access(actor.device, play.board.session).is_linked_at(play.seating)


def check_draft_rate(actor: Actor) -> None:
    """Raise `RateLimitExceeded` after too many drafts of a device in a minute.

    Drafts are counted in the cache: rows cannot be counted, since a draft replaces the one before.
    """
    key = f"drafts-{actor.table_id}-{actor.device}"
    if cache.add(key, 1, _MINUTE.total_seconds()):
        return
    try:
        count = cache.incr(key)
    except ValueError:  # the minute ended in between
        return
    if count > MAX_DRAFTS_PER_MINUTE:
        raise RateLimitExceeded([Problem("too_many_drafts", _TOO_MANY_DRAFTS)])


def check_call_rate(table: Table, seating: Seating | None, actor: Actor) -> None:
    """Raise `RateLimitExceeded` after too many calls of a table.

    `seating` is the table's seating in the current round. For a device that is linked to the table,
    only calls from this device count. A reason that is added to an open call does not count.
    """
    calls = Call.objects.filter(table=table, at__gt=timezone.now() - CALL_LIMIT_WINDOW)
    if read_device_access(actor.device, table.section.session).is_linked_at(seating):
        calls = calls.filter(device=actor.device)
    if calls.count() >= MAX_CALLS:
        raise RateLimitExceeded([Problem("too_many_calls", _TOO_MANY_CALLS)])


def check_objection_rate(actor: Actor) -> None:
    """Raise `RateLimitExceeded` after too many unanswered or recent objections of a device."""
    if not actor.device:
        return
    objections = Objection.objects.filter(device=actor.device)
    if objections.filter(answered_at=None).count() >= MAX_OPEN_OBJECTIONS:
        raise RateLimitExceeded(
            [
                Problem(
                    "too_many_objections", _TOO_MANY_OPEN_OBJECTIONS, {"most": MAX_OPEN_OBJECTIONS}
                )
            ]
        )
    hour_ago = timezone.now() - timedelta(hours=1)
    if objections.filter(at__gt=hour_ago).count() >= MAX_OBJECTIONS_PER_HOUR:
        raise RateLimitExceeded([Problem("too_many_objections", _TOO_MANY_OBJECTIONS)])
