"""Cache public pages in the process for about a second.

A full room that reloads at once costs one rendering. Views opt in with a decorator, which also
names the query parameters they take.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.translation import get_language_from_request
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.access.cache_limits import PAGE_CACHE_MAX_BYTES, PAGE_CACHE_MAX_PAGES
from tournaments.access.cached_responses import CachedResponse, ResponseCache, to_cached_response
from tournaments.access.login_session_store import is_login_session_key

View = Callable[..., HttpResponseBase]
GetResponse = Callable[[HttpRequest], HttpResponse]
CacheKey = tuple[str, str, str, str]

SAFE_METHODS = ("GET", "HEAD")


# Attributes of responses, set by the decorators for the middleware.
_CACHEABLE, _WITHOUT_SESSION_ONLY = "is_cacheable", "is_for_requests_without_session"

# Attribute of views, and of view classes of the API: the query parameters they take.
QUERY_PARAMETERS = "parameters"

_CACHE = ResponseCache(PAGE_CACHE_MAX_PAGES, PAGE_CACHE_MAX_BYTES)


def public_page(view: View) -> View:
    """Make a view a cached public page: safe methods only, revalidated by the browser."""
    return public_page_with_query()(view)


def public_page_with_query(*parameters: str) -> Callable[[View], View]:
    """Make a view a public page that takes these query parameters, and no others."""

    def decorator(view: View) -> View:
        wrapper = require_safe(cacheable(cache_control(no_cache=True)(view)))
        setattr(wrapper, QUERY_PARAMETERS, frozenset(parameters))
        return wrapper

    return decorator


def uncached_public_page(view: View) -> View:
    """Make a view a public file that sets its own cache headers and has its own cache."""
    wrapper = require_safe(view)
    setattr(wrapper, QUERY_PARAMETERS, frozenset())
    return wrapper


def page_varying_by_device(view: View) -> View:
    """Make a view a public page that is cached only for browsers without a session.

    It shows more to the phone of a table than to others.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = public_page(view)(request, *args, **kwargs)
        setattr(response, _WITHOUT_SESSION_ONLY, True)
        setattr(
            response,
            _CACHEABLE,
            getattr(response, _CACHEABLE, False) and not _has_session_cookie(request),
        )
        return response

    setattr(wrapper, QUERY_PARAMETERS, frozenset())
    return wrapper


def cacheable(view: View) -> View:
    """Mark a view's successful responses as equal for everybody who is not a member."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Cookie"])
        setattr(response, _CACHEABLE, response.status_code in (200, 204))
        return response

    return wrapper


def serve_cached_page(get_response: GetResponse) -> GetResponse:
    """Serve a cached public page without touching the database, or 304 if unchanged.

    This middleware runs before the session middleware, so that a cached page costs no query.
    Members, and browsers with a message still to show, always get a page of their own. A phone that
    has opened the code of a table gets the public page, unless the page varies by device.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        key = _cache_key(request) if _drop_unknown_parameters(request) else None
        cached = _CACHE.get(key) if key else None
        if cached and cached.without_session_only and _has_session_cookie(request):
            return _conditional(request, get_response(request))
        if cached and cached.is_fresh:
            return _conditional(request, cached.to_response(request))
        if key and cached:
            _extend_while_rendering(key, cached)
        response = get_response(request)
        return _conditional(request, _store(request, key, response) if key else response)

    return middleware


def _drop_unknown_parameters(request: HttpRequest) -> bool:
    """Reduce the query string to the parameters of a public page, sorted and without repeats.

    Otherwise anybody could force the same page to be rendered again under other URLs. Return
    whether the request is for a public page.
    """
    if request.method not in SAFE_METHODS:
        return False
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return False
    parameters = getattr(view, QUERY_PARAMETERS, None)
    if parameters is None:
        parameters = getattr(
            getattr(view, "cls", None), QUERY_PARAMETERS, None
        )  # of a view of the API
    if parameters is None:
        return False
    if query := request.META.get("QUERY_STRING"):
        submitted = QueryDict(query)
        request.META["QUERY_STRING"] = urlencode(
            [(name, submitted[name]) for name in sorted(parameters) if name in submitted]
        )
    return True


def _cache_key(request: HttpRequest) -> CacheKey | None:
    """Return the cache key of a request that may be answered from the cache, or None."""
    if not settings.PUBLIC_PAGE_CACHE_SECONDS:
        return None
    is_member = is_login_session_key(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    if (
        is_member
        or "Authorization" in request.headers
        or CookieStorage.cookie_name in request.COOKIES
    ):
        return None
    language = get_language_from_request(request)
    return request.scheme or "", request.get_host(), request.get_full_path(), language


def _has_session_cookie(request: HttpRequest) -> bool:
    """Return whether the browser has a session cookie."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _extend_while_rendering(key: CacheKey, cached: CachedResponse) -> None:
    """Serve the expired page to others while this request renders the next one.

    This avoids a thundering herd when a page expires in a full room. A page that expired longer ago
    is not extended: where few people look, everybody gets the current one.
    """
    lifetime, now = settings.PUBLIC_PAGE_CACHE_SECONDS, time.monotonic()
    if now < cached.fresh_until + lifetime / 4:
        _CACHE.put(key, cached.extended_until(now + lifetime))


def _store(request: HttpRequest, key: CacheKey, response: HttpResponse) -> HttpResponse:
    """Cache the response, or drop the cached page if the response is no longer cacheable."""
    if not getattr(response, _CACHEABLE, False) or response.cookies or response.streaming:
        _CACHE.drop(key)
        return response
    cached = to_cached_response(
        response,
        settings.PUBLIC_PAGE_CACHE_SECONDS,
        getattr(response, _WITHOUT_SESSION_ONLY, False),
    )
    _CACHE.put(key, cached)
    stored = cached.to_response(request)
    setattr(stored, _CACHEABLE, True)
    return stored


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response, or 304 if the request names its ETag."""
    if getattr(response, _CACHEABLE, False) and not response.has_header("ETag"):
        set_response_etag(response)
    return (
        get_conditional_response(request, etag=response.headers.get("ETag"), response=response)
        or response
    )
