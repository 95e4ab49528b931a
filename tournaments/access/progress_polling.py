"""What a browser that waits for an act is told of how far it is, under a key that the page made up.

It is kept for a moment in the cache, beside the transaction: what that does nobody sees before its
end.
"""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from tournaments.support.progress import report_progress_to

PROGRESS_FIELD = "progress"
"""The hidden field in which a page says under which key it asks: 32 hex digits, new for each
act."""

_KEY = re.compile(r"[0-9a-f]{32}")
_OFTEN = 0.3
"""Seconds between two that are kept: nobody sees more."""
_KEPT = 60
"""Seconds for which the last one is there: an act that takes longer says more in between."""


class Progress(NamedTuple):
    """What is going on, a text to be translated, and which part of it is done: from 0 to 1."""

    what: str
    part: float


def track_progress(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: what is sent with a key is done while its progress can be asked for."""

    def answer(request: HttpRequest) -> HttpResponse:
        key = request.POST.get(PROGRESS_FIELD, "") if request.method == "POST" else ""
        if not is_progress_key(key):
            return get_response(request)
        with report_progress_to(_keeping(key)):
            return get_response(request)

    return answer


def is_progress_key(text: str) -> bool:
    """Whether a page can have made it up."""
    return bool(_KEY.fullmatch(text))


def read_progress(key: str) -> Progress | None:
    """How far the act is that was sent with a key; None where nothing is known of it."""
    kept = cache.get(_name(key)) if is_progress_key(key) else None
    return Progress(*kept) if kept else None


def _keeping(key: str) -> Callable[[str, float], None]:
    last = 0.0

    def keep(what: str, part: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _OFTEN:
            last = now
            cache.set(_name(key), (what, part), _KEPT)

    return keep


def _name(key: str) -> str:
    return f"progress-{key}"
