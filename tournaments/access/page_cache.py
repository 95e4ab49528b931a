"""Cache public pages in the memory of the process for about a second.

If many readers reload a page at once, it is rendered only once. A view opts in with one of the
decorators below, which also declare its query parameters.
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


# Attributes that the decorators set on responses and the middleware reads.
_CACHEABLE, _ONLY_WITHOUT_SESSION = "is_cacheable", "is_for_requests_without_session"

# Attribute of views, and of view classes of the API, with the names of their query parameters.
QUERY_PARAMETERS = "parameters"

_CACHE = ResponseCache(PAGE_CACHE_MAX_PAGES, PAGE_CACHE_MAX_BYTES)


def public_page(view: View) -> View:
    """Decorate a view as a cached public page without query parameters.

    The page allows only GET and HEAD, and browsers revalidate it each time.
    """
    return public_page_with_query()(view)


def public_page_with_query(*parameters: str) -> Callable[[View], View]:
    """Decorate a view as a cached public page that has only these query parameters."""

    def decorator(view: View) -> View:
        wrapper = require_safe(cacheable(cache_control(no_cache=True)(view)))
        setattr(wrapper, QUERY_PARAMETERS, frozenset(parameters))
        return wrapper

    return decorator


def uncached_public_page(view: View) -> View:
    """Decorate a view as a public file that sets cache headers itself; it is not cached here."""
    wrapper = require_safe(view)
    setattr(wrapper, QUERY_PARAMETERS, frozenset())
    return wrapper


def page_varying_by_device(view: View) -> View:
    """Decorate a view as a public page that is cached only for browsers without a session.

    Phones of tables have a session, and the page shows more to them.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = public_page(view)(request, *args, **kwargs)
        setattr(response, _ONLY_WITHOUT_SESSION, True)
        setattr(
            response,
            _CACHEABLE,
            getattr(response, _CACHEABLE, False) and not _has_session_cookie(request),
        )
        return response

    setattr(wrapper, QUERY_PARAMETERS, frozenset())
    return wrapper


def cacheable(view: View) -> View:
    """Decorate a view whose successful responses are the same for everybody except members."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Cookie"])
        setattr(response, _CACHEABLE, response.status_code in (200, 204))
        return response

    return wrapper


def page_cache_middleware(get_response: GetResponse) -> GetResponse:
    """Middleware that serves a cached public page without touching the database.

    It answers with 304 if the browser already has the page. It runs before the session middleware,
    so that a cached page needs no query. Members, and browsers to which a message is still to be
    shown, never get a cached page. A phone that has opened the code of a table gets one, unless the
    page varies by device.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        key = _cache_key(request) if _is_public_after_normalizing(request) else None
        cached = _CACHE.get(key) if key else None
        if cached and cached.without_session_only and _has_session_cookie(request):
            return _with_etag_check(request, get_response(request))
        if cached and cached.is_fresh:
            return _with_etag_check(request, cached.to_response(request))
        if key and cached:
            _extend_while_rendering(key, cached)
        response = get_response(request)
        return _with_etag_check(request, _store(request, key, response) if key else response)

    return middleware


def _is_public_after_normalizing(request: HttpRequest) -> bool:
    """Return whether the request is for a public page, after normalizing its query string.

    Only the page's parameters remain, sorted and each once. Otherwise anybody could force the
    server to render the same page again and again by adding parameters.
    """
    if request.method not in SAFE_METHODS:
        return False
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return False
    parameters = getattr(view, QUERY_PARAMETERS, None)
    if parameters is None:  # for a view of the API the attribute belongs to the class
        parameters = getattr(getattr(view, "cls", None), QUERY_PARAMETERS, None)
    if parameters is None:
        return False
    if query := request.META.get("QUERY_STRING"):
        query_parameters = QueryDict(query)
        request.META["QUERY_STRING"] = urlencode(
            [
                (name, query_parameters[name])
                for name in sorted(parameters)
                if name in query_parameters
            ]
        )
    return True


def _cache_key(request: HttpRequest) -> CacheKey | None:
    """Return the cache key of a request, or None if it must not be answered from the cache."""
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
    """Return whether the browser has a session cookie, as members and phones of tables do."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _extend_while_rendering(key: CacheKey, cached: CachedResponse) -> None:
    """Serve the expired page to other requests while this request renders the next one.

    So the page is rendered once, although many readers request it when it expires. A page that
    expired more than a quarter of its lifetime ago is not extended: it has few readers, and each of
    them gets the current page.
    """
    lifetime, now = settings.PUBLIC_PAGE_CACHE_SECONDS, time.monotonic()
    if now < cached.fresh_until + lifetime / 4:
        _CACHE.put(key, cached.extended_until(now + lifetime))


def _store(request: HttpRequest, key: CacheKey, response: HttpResponse) -> HttpResponse:
    """Cache the response, or remove the cached page if the response is not cacheable."""
    if not getattr(response, _CACHEABLE, False) or response.cookies or response.streaming:
        _CACHE.drop(key)
        return response
    cached = to_cached_response(
        response,
        settings.PUBLIC_PAGE_CACHE_SECONDS,
        getattr(response, _ONLY_WITHOUT_SESSION, False),
    )
    _CACHE.put(key, cached)
    stored = cached.to_response(request)
    setattr(stored, _CACHEABLE, True)
    return stored


def _with_etag_check(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response, or 304 if the browser has sent its ETag."""
    if getattr(response, _CACHEABLE, False) and not response.has_header("ETag"):
        set_response_etag(response)
    return (
        get_conditional_response(request, etag=response.headers.get("ETag"), response=response)
        or response
    )
