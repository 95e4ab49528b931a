"""Answers that anybody is given, kept for a moment: what a whole room asks for at once is worked out once."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.access.sessions import names_a_visit

View = Callable[..., HttpResponseBase]

MOST = 256
"""So many answers are kept by a process."""


@dataclass(frozen=True)
class Answer:
    """An answer as it was given, with its entity tag; `until` is on the clock of `time.monotonic`."""

    until: float
    status: int
    content: bytes
    headers: tuple[tuple[str, str], ...]
    tag: str


_KEPT: dict[tuple[str, ...], Answer] = {}


def page(view: View) -> View:
    """A page for anybody: read only, asked for anew each time, and kept for a moment."""
    return require_safe(kept_for_a_moment(cache_control(no_cache=True)(view)))


def kept_for_a_moment(view: View) -> View:
    """An answer for anybody: the same for a moment, told by its tag, and 304 to whoever has it already.

    A member is told more, and so is who is still to be told what he has just done: their answers are theirs.
    A phone that has opened a table's code is anybody here.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _asks_what_anybody_may(request):
            return view(request, *args, **kwargs)
        key = (request.scheme or "", request.get_host(), request.get_full_path(), get_language() or "")
        answer = _KEPT.get(key)
        if answer is None or answer.until < time.monotonic():
            _have_others_go_on(key, answer)
            response = view(request, *args, **kwargs)
            if not isinstance(response, HttpResponse) or response.status_code not in (200, 204):
                return response
            if isinstance(response, SimpleTemplateResponse):  # as the API answers
                response.render()
            answer = _keep(key, response)
        again = _again(answer)
        return get_conditional_response(request, etag=answer.tag, response=again) or again

    return answered


def _asks_what_anybody_may(request: HttpRequest) -> bool:
    if not settings.PUBLIC_PAGES_KEPT or request.method not in ("GET", "HEAD"):
        return False
    member = names_a_visit(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    return not (member or "Authorization" in request.headers or CookieStorage.cookie_name in request.COOKIES)


def _have_others_go_on(key: tuple[str, ...], earlier: Answer | None) -> None:
    """While one works a page out anew, the room is given the earlier one: it all comes in that moment.

    Not what nobody has asked for since: where few come, each is given what is true now.
    """
    moment, now = settings.PUBLIC_PAGES_KEPT, time.monotonic()
    if earlier and now < earlier.until + moment / 4:
        _KEPT[key] = replace(earlier, until=now + moment)


def _keep(key: tuple[str, ...], response: HttpResponse) -> Answer:
    tag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = tag
    patch_vary_headers(response, ["Cookie"])
    headers = tuple(response.items())
    answer = Answer(
        time.monotonic() + settings.PUBLIC_PAGES_KEPT, response.status_code, response.content, headers, tag
    )
    if len(_KEPT) >= MOST:
        _KEPT.clear()
    _KEPT[key] = answer
    return answer


def _again(answer: Answer) -> HttpResponse:
    response = HttpResponse(answer.content, status=answer.status)
    for name, value in answer.headers:
        response.headers[name] = value
    return response
