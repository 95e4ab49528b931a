"""The room that a reader's desk was shown last, for a moment: a poll without news need not read
it again."""

from collections.abc import Sequence
from typing import NamedTuple

from django.core.cache import cache

# Time alone changes a room, and so does what happens in the club: it is read anew after so many
# seconds.
ROOM_CACHE_SECONDS = 30


class CachedRoom(NamedTuple):
    """A room as it was read at a stamp: its version, its step, and the plays that wait in it."""

    stamp: str
    version: str
    step: str
    waiting: Sequence[int]


def cached_room(session: int, reader: int, section: int) -> CachedRoom | None:
    """Return what a user's desk was shown last of a session, or of one section of it; 0 stands
    for all."""
    stored = cache.get(_key(session, reader, section))
    return CachedRoom(*stored) if stored else None


def cache_room(session: int, reader: int, section: int, room: CachedRoom) -> None:
    """Store what a user's desk is shown."""
    cache.set(_key(session, reader, section), list(room), ROOM_CACHE_SECONDS)


def _key(session: int, reader: int, section: int) -> str:
    return f"desk-room-{session}-{reader}-{section}"
