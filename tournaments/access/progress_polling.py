"""Progress of a long action, polled by the browser under a key that the page generated.

It is stored in the cache, as the action's transaction is invisible to others until its end.
"""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from tournaments.support.progress import report_progress_to

# The hidden form field with the key: 32 hex digits, new for each action.
PROGRESS_FIELD = "progress"

_KEY = re.compile(r"[0-9a-f]{32}")
# Minimum seconds between two stored values: browsers poll no faster.
_MIN_STORE_INTERVAL = 0.3
# Seconds for which the last value is stored; a longer step stores a new one in between.
_LIFETIME_SECONDS = 60


class Progress(NamedTuple):
    """What is being done, a text to translate, and the fraction done, from 0 to 1."""

    description: str
    fraction: float


def track_progress(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Store the progress of requests that carry a key (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        key = request.POST.get(PROGRESS_FIELD, "") if request.method == "POST" else ""
        if not is_progress_key(key):
            return get_response(request)
        with report_progress_to(_store_under(key)):
            return get_response(request)

    return middleware


def is_progress_key(text: str) -> bool:
    """Return whether the text has the form of a key."""
    return bool(_KEY.fullmatch(text))


def read_progress(key: str) -> Progress | None:
    """Return the progress of the action sent with a key, or None if unknown."""
    stored = cache.get(_cache_key(key)) if is_progress_key(key) else None
    return Progress(*stored) if stored else None


def _store_under(key: str) -> Callable[[str, float], None]:
    last = 0.0

    def store(description: str, part: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _MIN_STORE_INTERVAL:
            last = now
            cache.set(_cache_key(key), (description, part), _LIFETIME_SECONDS)

    return store


def _cache_key(key: str) -> str:
    return f"progress-{key}"
