"""Answers that anybody is given, kept for a moment: what a whole room asks for at once is worked out once."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.translation import get_language_from_request
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.access.sessions import names_a_visit

View = Callable[..., HttpResponseBase]
Handler = Callable[[HttpRequest], HttpResponse]

MOST = 256
"""So many answers are kept by a process."""

_MARK, _STRANGERS = "is_for_anybody", "is_for_strangers"


@dataclass(frozen=True)
class Answer:
    """An answer as it was given, with its entity tag; `until` is on the clock of `time.monotonic`.

    One `for_strangers` is no answer to a phone that has opened a table's code.
    """

    until: float
    status: int
    content: bytes
    headers: tuple[tuple[str, str], ...]
    for_strangers: bool

    def again(self) -> HttpResponse:
        """The same answer."""
        response = HttpResponse(self.content, status=self.status)
        for name, value in self.headers:
            response.headers[name] = value
        return response


_KEPT: dict[tuple[str, ...], Answer] = {}
"""By what was asked; see `_key`."""


def page(view: View) -> View:
    """A page for anybody: read only, asked for anew each time, and kept for a moment."""
    return require_safe(for_anybody(cache_control(no_cache=True)(view)))


def page_by_reader(view: View) -> View:
    """The same of a page that tells a phone of a table more than others: its answer is its own."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = page(view)(request, *args, **kwargs)
        setattr(response, _STRANGERS, True)
        setattr(response, _MARK, getattr(response, _MARK, False) and not _is_known(request))
        return response

    return marked


def for_anybody(view: View) -> View:
    """What a view answers is the same for whoever is no member: `given_again` may keep it."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Cookie"])
        setattr(response, _MARK, response.status_code in (200, 204))
        return response

    return marked


def given_again(get_response: Handler) -> Handler:
    """Middleware: what is for anybody stays the same for a moment, and is 304 to whoever has it already.

    It stands before the sessions, so that nothing is looked up for an answer that is there. A member is told
    more, and so is who is still to be told what he has just done: their answers are theirs. A phone that has
    opened a table's code is anybody here, but where a page tells it more.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        key = _key(request)
        answer = _KEPT.get(key) if key else None
        if answer and answer.for_strangers and _is_known(request):
            return _unless_had(request, get_response(request))
        if answer and time.monotonic() < answer.until:
            return _unless_had(request, answer.again())
        if key and answer:
            _have_others_go_on(key, answer)
        response = get_response(request)
        if key:
            _keep(key, response)
        return _unless_had(request, response)

    return answered


def _key(request: HttpRequest) -> tuple[str, ...] | None:
    """What is asked, where it is what anybody may; else None."""
    if not settings.PUBLIC_PAGES_KEPT or request.method not in ("GET", "HEAD"):
        return None
    member = names_a_visit(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    if member or "Authorization" in request.headers or CookieStorage.cookie_name in request.COOKIES:
        return None
    language = get_language_from_request(request)
    return request.scheme or "", request.get_host(), request.get_full_path(), language


def _is_known(request: HttpRequest) -> bool:
    """Whether the site keeps anything of the browser that asks."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _have_others_go_on(key: tuple[str, ...], earlier: Answer) -> None:
    """While one works a page out anew, the room is given the earlier one: it all comes in that moment.

    Not what nobody has asked for since: where few come, each is given what is true now.
    """
    moment, now = settings.PUBLIC_PAGES_KEPT, time.monotonic()
    if now < earlier.until + moment / 4:
        _KEPT[key] = replace(earlier, until=now + moment)


def _keep(key: tuple[str, ...], response: HttpResponse) -> None:
    """Have it given again for a moment; what is there no more is given again neither."""
    _KEPT.pop(key, None)
    if not getattr(response, _MARK, False) or response.cookies:
        return
    if len(_KEPT) >= MOST:
        _KEPT.clear()
    set_response_etag(response)
    until = time.monotonic() + settings.PUBLIC_PAGES_KEPT
    headers, strangers = tuple(response.items()), getattr(response, _STRANGERS, False)
    _KEPT[key] = Answer(until, response.status_code, response.content, headers, strangers)


def _unless_had(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer; 304 to whoever names its tag, which one for anybody always has."""
    if getattr(response, _MARK, False) and not response.has_header("ETag"):
        set_response_etag(response)
    return get_conditional_response(request, etag=response.headers.get("ETag"), response=response) or response
