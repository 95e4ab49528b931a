"""Limit the readers of long pages and files of an event, and cache them.

With a hundred tables some of these pages take half a second of processor time. Sixteen readers at
once would occupy all threads of the server, and phones would have to wait.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import BoundedSemaphore, Lock
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language

from tournaments.access.cache_limits import (
    HEAVY_PAGE_CACHE_MAX_BYTES,
    HEAVY_PAGE_CACHE_MAX_PAGES,
    HEAVY_PAGE_MAX_AGE_SECONDS,
    HEAVY_PAGE_MAX_AGE_UNSETTLED_SECONDS,
    HEAVY_PAGE_PATIENCE_SECONDS,
    HEAVY_PAGE_READERS,
    HEAVY_PAGE_WAITING,
)
from tournaments.access.cached_responses import CachedResponse, ResponseCache, to_cached_response
from tournaments.models import Event
from tournaments.queries.events.event_version import event_version

HEAVY_PAGE_CACHE = ResponseCache(HEAVY_PAGE_CACHE_MAX_PAGES, HEAVY_PAGE_CACHE_MAX_BYTES)

View = Callable[..., HttpResponse]
AnyView = Callable[..., HttpResponseBase]


class TooManyReaders(Exception):
    """Raised if too many readers request heavy pages; the middleware answers with HTTP 503."""


class ReaderLimit:
    """A limit on concurrent readers, and on the readers who wait for one of them to finish.

    `patience` is how many seconds a reader waits.
    """

    def __init__(self, readers: int, waiting: int, patience: float) -> None:
        self._reading = BoundedSemaphore(readers)
        self._admitted = BoundedSemaphore(readers + waiting)
        self.patience = patience

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Context manager that holds a slot; raise `TooManyReaders` if none gets free in time."""
        if not self._admitted.acquire(blocking=False):
            raise TooManyReaders
        try:
            if not self._reading.acquire(timeout=self.patience):
                raise TooManyReaders
            try:
                yield
            finally:
                self._reading.release()
        finally:
            self._admitted.release()


READER_LIMIT = ReaderLimit(HEAVY_PAGE_READERS, HEAVY_PAGE_WAITING, HEAVY_PAGE_PATIENCE_SECONDS)
_RENDER_LOCK = Lock()


def limit_readers(view: AnyView) -> AnyView:
    """Decorate a view so that only a limited number of readers use it at once.

    Members are exempt, because the desk has links to these pages.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if _is_exempt(request):
            return view(request, *args, **kwargs)
        with READER_LIMIT.slot():
            return view(request, *args, **kwargs)

    return wrapper


def cache_per_version(view: View) -> AnyView:
    """Decorate a view to cache its response for each version of the event.

    The view needs keyword arguments `club_slug` and `event_slug`, and its response must be the same
    for everybody except members. Only one response is rendered at a time. `limit_readers` applies
    as well.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _is_public_request(request):
            return view(request, *args, **kwargs)
        events = Event.objects.filter(club__slug=kwargs["club_slug"], slug=kwargs["event_slug"])
        version = event_version(events)
        if version is None:
            return view(request, *args, **kwargs)
        key = (version, request.scheme, request.get_host(), request.get_full_path(), get_language())
        if cached := _get_fresh(key):
            return cached.to_response(request)
        with _RENDER_LOCK:
            if cached := _get_fresh(key):  # another request rendered it while this one waited
                return cached.to_response(request)
            response = view(request, *args, **kwargs)
        return _store(
            key,
            response,
            request,
            HEAVY_PAGE_MAX_AGE_SECONDS
            if version.is_up_to_date
            else HEAVY_PAGE_MAX_AGE_UNSETTLED_SECONDS,
        )

    return limit_readers(wrapper)


def _get_fresh(key: Hashable) -> CachedResponse | None:
    """Return the cached response if it is fresh, else None."""
    cached = HEAVY_PAGE_CACHE.get(key)
    return cached if cached and cached.is_fresh else None


def _store(
    key: Hashable, response: HttpResponse, request: HttpRequest, seconds: float
) -> HttpResponse:
    """Cache the response if it is successful and sets no cookie; return the response to send."""
    if response.status_code != 200 or response.cookies:
        return response
    cached = to_cached_response(response, seconds)
    HEAVY_PAGE_CACHE.put(key, cached)
    return cached.to_response(request)


def _is_exempt(request: HttpRequest) -> bool:
    """Return whether the sender is a member, or an API client with credentials."""
    is_api_client = request.path_info.startswith("/api/") and "Authorization" in request.headers
    return is_api_client or request.user.is_authenticated


def _is_public_request(request: HttpRequest) -> bool:
    """Return whether the request gets the public response, which has no message to a member."""
    return not (
        request.user.is_authenticated
        or CookieStorage.cookie_name in request.COOKIES
        or not settings.PUBLIC_PAGE_CACHE_SECONDS
    )
