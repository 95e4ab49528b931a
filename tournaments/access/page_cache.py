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
Handler = Callable[[HttpRequest], HttpResponse]
Key = tuple[str, str, str, str]

SAFE_METHODS = ("GET", "HEAD")


_MARK, _STRANGERS, QUERY_PARAMETERS = "is_for_anybody", "is_for_strangers", "parameters"

_CACHE = ResponseCache(PAGE_CACHE_MAX_PAGES, PAGE_CACHE_MAX_BYTES)


def public_page(view: View) -> View:
    """Make a view a cached public page: safe methods only, revalidated by the browser."""
    return public_page_with_query()(view)


def public_page_with_query(*parameters: str) -> Callable[[View], View]:
    """Make a view a public page that takes these query parameters, and no others."""

    def decorated(view: View) -> View:
        answering = require_safe(cacheable(cache_control(no_cache=True)(view)))
        setattr(answering, QUERY_PARAMETERS, frozenset(parameters))
        return answering

    return decorated


def uncached_public_page(view: View) -> View:
    """Make a view a public file that sets its own cache headers and has its own cache."""
    answering = require_safe(view)
    setattr(answering, QUERY_PARAMETERS, frozenset())
    return answering


def page_varying_by_device(view: View) -> View:
    """Make a view a public page that is cached only for browsers without a session.

    It shows more to the phone of a table than to others.
    """

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = public_page(view)(request, *args, **kwargs)
        setattr(response, _STRANGERS, True)
        setattr(response, _MARK, getattr(response, _MARK, False) and not _is_known(request))
        return response

    setattr(marked, QUERY_PARAMETERS, frozenset())
    return marked


def cacheable(view: View) -> View:
    """Mark a view's successful responses as equal for everybody who is not a member."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Cookie"])
        setattr(response, _MARK, response.status_code in (200, 204))
        return response

    return marked


def serve_cached_page(get_response: Handler) -> Handler:
    """Serve a cached public page without touching the database, or 304 if unchanged.

    This middleware runs before the session middleware, so that a cached page costs no query.
    Members, and browsers with a message still to show, always get a page of their own. A phone that
    has opened the code of a table gets the public page, unless the page varies by device.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        key = _key(request) if _drop_unknown_parameters(request) else None
        answer = _CACHE.get(key) if key else None
        if answer and answer.without_session_only and _is_known(request):
            return _unless_had(request, get_response(request))
        if answer and answer.is_fresh:
            return _unless_had(request, answer.to_response(request))
        if key and answer:
            _have_others_go_on(key, answer)
        response = get_response(request)
        return _unless_had(request, _keep(request, key, response) if key else response)

    return answered


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
        given = QueryDict(query)
        request.META["QUERY_STRING"] = urlencode(
            [(name, given[name]) for name in sorted(parameters) if name in given]
        )
    return True


def _key(request: HttpRequest) -> Key | None:
    """Return the cache key of a request that may be answered from the cache, or None."""
    if not settings.PUBLIC_PAGE_CACHE_SECONDS:
        return None
    member = is_login_session_key(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    if member or "Authorization" in request.headers or CookieStorage.cookie_name in request.COOKIES:
        return None
    language = get_language_from_request(request)
    return request.scheme or "", request.get_host(), request.get_full_path(), language


def _is_known(request: HttpRequest) -> bool:
    """Return whether the browser has a session cookie."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _have_others_go_on(key: Key, earlier: CachedResponse) -> None:
    """Serve the expired page to others while this request renders the next one.

    This avoids a thundering herd when a page expires in a full room. A page that expired longer ago
    is not extended: where few people look, everybody gets the current one.
    """
    moment, now = settings.PUBLIC_PAGE_CACHE_SECONDS, time.monotonic()
    if now < earlier.fresh_until + moment / 4:
        _CACHE.put(key, earlier.extended_until(now + moment))


def _keep(request: HttpRequest, key: Key, response: HttpResponse) -> HttpResponse:
    """Cache the response, or drop the cached page if the response is no longer cacheable."""
    if not getattr(response, _MARK, False) or response.cookies or response.streaming:
        _CACHE.drop(key)
        return response
    answer = to_cached_response(
        response, settings.PUBLIC_PAGE_CACHE_SECONDS, getattr(response, _STRANGERS, False)
    )
    _CACHE.put(key, answer)
    given = answer.to_response(request)
    setattr(given, _MARK, True)
    return given


def _unless_had(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response, or 304 if the request names its ETag."""
    if getattr(response, _MARK, False) and not response.has_header("ETag"):
        set_response_etag(response)
    return (
        get_conditional_response(request, etag=response.headers.get("ETag"), response=response)
        or response
    )
