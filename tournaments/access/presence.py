"""Presence: which members are viewing the page on which a play is decided.

The page shows the other viewers, so that two members do not decide the same play. Presence is
stored in the cache for a short time and does not prevent anybody from deciding.
"""

import time
from collections.abc import Collection, Mapping

from django.core.cache import cache

from tournaments.access.cache_limits import PRESENCE_SECONDS
from tournaments.queries.people.names import name_sort_key

# Name of the viewer, and when their presence expires, by user id. The ids are texts, because the
# cache stores JSON.
_Viewers = dict[str, tuple[str, float]]


def mark_viewing(play_id: int, user_id: int, name: str) -> None:
    """Store that a member is viewing the page of a play."""
    cache.set(
        _key(play_id),
        {**_viewers_of(play_id), str(user_id): (name, time.time() + PRESENCE_SECONDS)},
        PRESENCE_SECONDS,
    )


def unmark_viewing(play_id: int, user_id: int) -> None:
    """Store that a member no longer views the page of a play."""
    other_entries = {
        viewer_id: viewer
        for viewer_id, viewer in _viewers_of(play_id).items()
        if viewer_id != str(user_id)
    }
    cache.set(_key(play_id), other_entries, PRESENCE_SECONDS)


def other_viewers(play_ids: Collection[int], user_id: int) -> Mapping[int, tuple[str, ...]]:
    """Return the names of other members by the id of the play that they view."""
    stored = cache.get_many([_key(play) for play in play_ids])
    viewers_by_play = {
        play: _names_of_others(stored.get(_key(play), {}), user_id) for play in play_ids
    }
    return {play: names for play, names in viewers_by_play.items() if names}


def _names_of_others(viewers: _Viewers, user_id: int) -> tuple[str, ...]:
    now = time.time()
    names = (
        name
        for viewer_id, (name, until) in viewers.items()
        if viewer_id != str(user_id) and now < until
    )
    return tuple(sorted(names, key=name_sort_key))


def _viewers_of(play_id: int) -> _Viewers:
    viewers: _Viewers = cache.get(_key(play_id), {})
    return viewers


def _key(play_id: int) -> str:
    return f"on-decision-{play_id}"
