"""Answers that anybody is given, stored for a moment: what a whole hall asks for at once is
built once."""

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
    """A page for anybody: read only, asked for anew each time, and kept for a moment."""
    return public_page_with_query()(view)


def public_page_with_query(*parameters: str) -> Callable[[View], View]:
    """The same of a page whose address may have these query parameters; it is not given any
    others."""

    def decorated(view: View) -> View:
        answering = require_safe(cacheable(cache_control(no_cache=True)(view)))
        setattr(answering, QUERY_PARAMETERS, frozenset(parameters))
        return answering

    return decorated


def uncached_public_page(view: View) -> View:
    """The same of a file that says itself how long it may be kept, and that the site stores
    itself."""
    answering = require_safe(view)
    setattr(answering, QUERY_PARAMETERS, frozenset())
    return answering


def page_varying_by_device(view: View) -> View:
    """The same of a page that tells a phone of a table more than others: its answer is its own."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = public_page(view)(request, *args, **kwargs)
        setattr(response, _STRANGERS, True)
        setattr(response, _MARK, getattr(response, _MARK, False) and not _is_known(request))
        return response

    setattr(marked, QUERY_PARAMETERS, frozenset())
    return marked


def cacheable(view: View) -> View:
    """What a view answers is the same for whoever is no member: `serve_cached_page` may keep it."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Cookie"])
        setattr(response, _MARK, response.status_code in (200, 204))
        return response

    return marked


def serve_cached_page(get_response: Handler) -> Handler:
    """Middleware: what is for anybody stays the same for a moment, and is 304 to whoever has it
    already.

    It stands before the sessions, so that nothing is looked up for an answer that is there. A
    member is told more, and so is who is still to be told what he has just done: their answers are
    theirs. A phone that has opened a table's code is anybody here, but where a page tells it more.
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
    """Leave in the query of a page for anybody what its view knows, in one order and each once.

    Otherwise anybody could have the same page built again and again under other addresses. Return
    whether it is such a page.
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
    """What is asked, where it is what anybody may; else None."""
    if not settings.PUBLIC_PAGE_CACHE_SECONDS:
        return None
    member = is_login_session_key(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    if member or "Authorization" in request.headers or CookieStorage.cookie_name in request.COOKIES:
        return None
    language = get_language_from_request(request)
    return request.scheme or "", request.get_host(), request.get_full_path(), language


def _is_known(request: HttpRequest) -> bool:
    """Whether the site keeps anything of the browser that asks."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _have_others_go_on(key: Key, earlier: CachedResponse) -> None:
    """While one works a page out anew, the room is given the earlier one: it all comes in that
    moment.

    Not what nobody has asked for since: where few come, each is given what is true now.
    """
    moment, now = settings.PUBLIC_PAGE_CACHE_SECONDS, time.monotonic()
    if now < earlier.fresh_until + moment / 4:
        _CACHE.put(key, earlier.extended_until(now + moment))


def _keep(request: HttpRequest, key: Key, response: HttpResponse) -> HttpResponse:
    """Have it given again for a moment; what is there no more is given again neither."""
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
    """The answer; 304 to whoever names its tag, which one for anybody always has."""
    if getattr(response, _MARK, False) and not response.has_header("ETag"):
        set_response_etag(response)
    return (
        get_conditional_response(request, etag=response.headers.get("ETag"), response=response)
        or response
    )
