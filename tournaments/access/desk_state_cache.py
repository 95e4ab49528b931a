"""Cache the state of the desk that a member was shown last.

A poll to which nothing has changed need not read it again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.core.cache import cache

# The state also changes with time alone, and with what happens in the club, so it is read again
# after this time.
DESK_STATE_CACHE_SECONDS = 30


class CachedDeskState(NamedTuple):
    """The state as read at a stamp: its version, its step, and the plays that need a decision."""

    stamp: str
    version: str
    step: str
    undecided_plays: Sequence[int]


def cached_desk_state(session_id: int, reader_id: int, section_id: int) -> CachedDeskState | None:
    """Return what a user's desk showed last of a session, or of one section; 0 means all."""
    stored = cache.get(_key(session_id, reader_id, section_id))
    return CachedDeskState(*stored) if stored else None


def cache_desk_state(
    session_id: int, reader_id: int, section_id: int, state: CachedDeskState
) -> None:
    """Store what a user's desk shows."""
    cache.set(_key(session_id, reader_id, section_id), list(state), DESK_STATE_CACHE_SECONDS)


def _key(session_id: int, reader_id: int, section_id: int) -> str:
    return f"desk-room-{session_id}-{reader_id}-{section_id}"
