"""Cache the state of the desk that was last shown to a member.

While nothing has changed, polls of the desk read the state from the cache.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.core.cache import cache

# Seconds after which the state is read again. Some changes do not change the stamp: those that
# depend on the time, and those in the club.
DESK_STATE_CACHE_SECONDS = 30


class CachedDeskState(NamedTuple):
    """The desk's state: the stamp when it was read, its version, its step, undecided plays."""

    stamp: str
    version: str
    step: str
    undecided_plays: Sequence[int]


def cached_desk_state(session_id: int, reader_id: int, section_id: int) -> CachedDeskState | None:
    """Return the state that a user's desk last showed of a session or one section.

    `section_id` is 0 for all sections.
    """
    stored = cache.get(_key(session_id, reader_id, section_id))
    return CachedDeskState(*stored) if stored else None


def cache_desk_state(
    session_id: int, reader_id: int, section_id: int, state: CachedDeskState
) -> None:
    """Store the state that a user's desk shows."""
    cache.set(_key(session_id, reader_id, section_id), list(state), DESK_STATE_CACHE_SECONDS)


def _key(session_id: int, reader_id: int, section_id: int) -> str:
    return f"desk-room-{session_id}-{reader_id}-{section_id}"
