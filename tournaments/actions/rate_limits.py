"""How often a device may write, so that nobody fills the director's pages: more is refused with
429.

The limits are far above what an honest table does, and count what is stored: what is sent again
under the same key has its answer already and counts once. They are for a device or a table and
never for an address, since all phones of a hall may have one.
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

_ENTRIES = _(
    "Too much was sent about board %(board)s from here. The director can enter its result."
)
_ENTRIES_A_MINUTE = _("This device has sent too much in a minute. It can send again in a minute.")
_DRAFTS = _("This device has stored too much in a minute. It can store again in a minute.")
_CALLS = _("This table has called too often. Go to the director, or call again in ten minutes.")
_OPEN_OBJECTIONS = _("%(most)s objections from this device wait for an answer. Go to the director.")
_OBJECTIONS = _("Too many objections came from this device. Go to the director.")


class RateLimitExceeded(ValidationFailed):
    """More than a device or a table may write now (HTTP 429)."""


def check_entry_rate(play: Play, actor: Actor) -> None:
    """Raise `RateLimitExceeded` for a device or table that has said too much about a play, or a device at
    all.

    The first two entries of a play cost no query: each side has one.
    """
    if actor.table_id is None or play.revision < 2:
        return
    of_device = Q(table=actor.table_id, device=actor.device)
    entries = play.entries.filter(kind=Entry.Kind.TABLE)
    said = entries.aggregate(all_said=Count("pk"), own_said=Count("pk", filter=of_device))
    is_full = said["all_said"] >= MAX_ENTRIES_PER_TABLE and not _is_bound(play, actor)
    if is_full or said["own_said"] >= MAX_ENTRIES_PER_DEVICE:
        raise RateLimitExceeded(
            [Problem("too_many_entries", _ENTRIES, {"board": play.board.number})]
        )
    lately = Entry.objects.filter(of_device, at__gt=timezone.now() - _MINUTE)
    if lately.count() >= MAX_ENTRIES_PER_MINUTE:
        raise RateLimitExceeded([Problem("too_many_entries", _ENTRIES_A_MINUTE)])


def _is_bound(play: Play, actor: Actor) -> bool:
    """Return whether the device is bound at the table: what strangers sent does not stop it."""
    return read_device_access(actor.device, play.board.session).is_linked_at(play.seating)


def check_draft_rate(actor: Actor) -> None:
    """Raise `RateLimitExceeded` for a device that stores drafts without end.

    They are counted in the cache, since each takes the place of the one before.
    """
    key = f"drafts-{actor.table_id}-{actor.device}"
    if cache.add(key, 1, _MINUTE.total_seconds()):
        return
    try:
        stored = cache.incr(key)
    except ValueError:  # the minute ended in between
        return
    if stored > MAX_DRAFTS_PER_MINUTE:
        raise RateLimitExceeded([Problem("too_many_drafts", _DRAFTS)])


def check_call_rate(table: Table, seating: Seating | None, actor: Actor) -> None:
    """Raise `RateLimitExceeded` for a table that calls again and again; one more reason for an open call
    is none.

    `seating` sits there now. A device that is bound there is stopped by its own calls alone.
    """
    calls = Call.objects.filter(table=table, at__gt=timezone.now() - CALL_LIMIT_WINDOW)
    if read_device_access(actor.device, table.section.session).is_linked_at(seating):
        calls = calls.filter(device=actor.device)
    if calls.count() >= MAX_CALLS:
        raise RateLimitExceeded([Problem("too_many_calls", _CALLS)])


def check_objection_rate(actor: Actor) -> None:
    """Raise `RateLimitExceeded` for a device with too many objections open, or in an hour."""
    if not actor.device:
        return
    own = Objection.objects.filter(device=actor.device)
    if own.filter(answered_at=None).count() >= MAX_OPEN_OBJECTIONS:
        raise RateLimitExceeded(
            [Problem("too_many_objections", _OPEN_OBJECTIONS, {"most": MAX_OPEN_OBJECTIONS})]
        )
    if own.filter(at__gt=timezone.now() - timedelta(hours=1)).count() >= MAX_OBJECTIONS_PER_HOUR:
        raise RateLimitExceeded([Problem("too_many_objections", _OBJECTIONS)])
