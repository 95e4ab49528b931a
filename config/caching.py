"""What an answer that depends on who asks tells caches: nobody between keeps it, a member's
nobody at all."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.cache import (
    add_never_cache_headers,
    has_vary_header,
    patch_cache_control,
    patch_vary_headers,
)

_WHO_ASKS = ("Cookie", "Authorization")
_REFUSED = 400
"""Statuses from here on refuse what was asked."""


def own_answers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, outside that of sessions: by then an answer says whether a cookie was looked at
    for it.

    After a member has signed out, the key Back shows none of his pages to whoever has the computer
    next.
    """

    def told(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code >= _REFUSED:  # in the language of who asks, by his cookie too
            patch_vary_headers(response, ["Cookie"])
        if any(has_vary_header(response, header) for header in _WHO_ASKS):
            patch_cache_control(response, private=True, no_cache=True)
            if SESSION_KEY in request.session:
                add_never_cache_headers(response)
        return response

    return told
