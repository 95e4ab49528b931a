"""Limit and cache long pages and files of an event.

For a field of a hundred tables some take half a second of processor time. Sixteen readers at once
would take every thread of the server, and phones would have to wait.
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
    """The limit of readers of heavy pages is reached."""


class ReaderLimit:
    """A limit on concurrent readers, and on how many may queue."""

    def __init__(self, readers: int, waiting: int, patience: float) -> None:
        self._reading = BoundedSemaphore(readers)
        self._admitted = BoundedSemaphore(readers + waiting)
        self.patience = patience

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot for the block; raise `TooManyReaders` if none becomes free in time."""
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
    """Limit the concurrent readers of a view.

    Members are exempt, as the desk reads the same pages.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if _is_exempt(request):
            return view(request, *args, **kwargs)
        with READER_LIMIT.slot():
            return view(request, *args, **kwargs)

    return wrapper


def cache_per_version(view: View) -> AnyView:
    """Cache a view's response for each version of its event; render one at a time.

    For views with keyword arguments `club_slug` and `event_slug`, whose response is the same for
    everybody but members. `limit_readers` applies as well.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _may_store(request):
            return view(request, *args, **kwargs)
        events = Event.objects.filter(club__slug=kwargs["club_slug"], slug=kwargs["event_slug"])
        version = event_version(events)
        if version is None:
            return view(request, *args, **kwargs)
        key = (version, request.scheme, request.get_host(), request.get_full_path(), get_language())
        if cached := _fresh(key):
            return cached.to_response(request)
        with _RENDER_LOCK:
            if cached := _fresh(key):  # built while this reader waited
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


def _fresh(key: Hashable) -> CachedResponse | None:
    """Return the stored response if it is fresh."""
    stored = HEAVY_PAGE_CACHE.get(key)
    return stored if stored and stored.is_fresh else None


def _store(
    key: Hashable, response: HttpResponse, request: HttpRequest, seconds: float
) -> HttpResponse:
    """Store a successful response without cookies, and return it."""
    if response.status_code != 200 or response.cookies:
        return response
    cached = to_cached_response(response, seconds)
    HEAVY_PAGE_CACHE.put(key, cached)
    return cached.to_response(request)


def _is_exempt(request: HttpRequest) -> bool:
    """Return whether a member or an API client with credentials sends the request."""
    is_api_client = request.path_info.startswith("/api/") and "Authorization" in request.headers
    return is_api_client or request.user.is_authenticated


def _may_store(request: HttpRequest) -> bool:
    """Return whether the response is the public one: no member, no message to show."""
    return not (
        request.user.is_authenticated
        or CookieStorage.cookie_name in request.COOKIES
        or not settings.PUBLIC_PAGE_CACHE_SECONDS
    )
