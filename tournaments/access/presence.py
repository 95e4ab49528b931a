"""Which director has the page of a decision open: others see it and lose no time. No fact of the
event.

It is kept in the cache for a moment, and nobody is kept from anything by it.
"""

import time
from collections.abc import Collection, Mapping

from django.core.cache import cache

from tournaments.access.cache_limits import PRESENCE_SECONDS
from tournaments.queries.people.names import by_name

_Readers = dict[str, tuple[str, float]]
"""By user, as text since the cache holds JSON: the name, and until when."""


def mark_viewing(play: int, user: int, name: str) -> None:
    """Somebody has the page of a play before him."""
    cache.set(
        _key(play),
        {**_readers(play), str(user): (name, time.time() + PRESENCE_SECONDS)},
        PRESENCE_SECONDS,
    )


def unmark_viewing(play: int, user: int) -> None:
    """He has decided."""
    others = {who: told for who, told in _readers(play).items() if who != str(user)}
    cache.set(_key(play), others, PRESENCE_SECONDS)


def other_viewers(plays: Collection[int], user: int) -> Mapping[int, tuple[str, ...]]:
    """Who besides this user is on some plays: names in order; a play that nobody is on is not
    there."""
    kept = cache.get_many([_key(play) for play in plays])
    found = {play: _names(kept.get(_key(play), {}), user) for play in plays}
    return {play: names for play, names in found.items() if names}


def _names(readers: _Readers, user: int) -> tuple[str, ...]:
    now = time.time()
    names = (name for who, (name, until) in readers.items() if who != str(user) and now < until)
    return tuple(sorted(names, key=by_name))


def _readers(play: int) -> _Readers:
    readers: _Readers = cache.get(_key(play), {})
    return readers


def _key(play: int) -> str:
    return f"on-decision-{play}"
