"""Progress of a long action, which the browser polls with a key that its page has.

Progress is stored in the cache, because other requests do not see changes of the action's
transaction until its end.
"""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from tournaments.support.progress import report_progress_to

# Name of the hidden form field with the key, which is 32 hex digits and new for each action.
PROGRESS_FIELD = "progress"

_KEY = re.compile(r"[0-9a-f]{32}")
# Minimum seconds between two stored values; browsers do not poll more often.
_MIN_STORE_INTERVAL = 0.3
# Seconds for which a value is stored; a step that takes longer stores further values.
_LIFETIME_SECONDS = 60


class Progress(NamedTuple):
    """A description of what is being done, to be translated, and the fraction done, 0 to 1."""

    description: str
    fraction: float


def track_progress(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that stores the progress of requests with a progress key."""

    def middleware(request: HttpRequest) -> HttpResponse:
        key = request.POST.get(PROGRESS_FIELD, "") if request.method == "POST" else ""
        if not is_progress_key(key):
            return get_response(request)
        with report_progress_to(_storing_function(key)):
            return get_response(request)

    return middleware


def is_progress_key(text: str) -> bool:
    """Return whether the text is 32 hex digits, as progress keys are."""
    return bool(_KEY.fullmatch(text))


def read_progress(key: str) -> Progress | None:
    """Return the progress of the action with this key, or None if there is none."""
    stored = cache.get(_cache_key(key)) if is_progress_key(key) else None
    return Progress(*stored) if stored else None


def _storing_function(key: str) -> Callable[[str, float], None]:
    last_stored_at = 0.0

    def store(description: str, fraction: float) -> None:
        nonlocal last_stored_at
        now = time.monotonic()
        if now - last_stored_at >= _MIN_STORE_INTERVAL:
            last_stored_at = now
            cache.set(_cache_key(key), (description, fraction), _LIFETIME_SECONDS)

    return store


def _cache_key(key: str) -> str:
    return f"progress-{key}"
