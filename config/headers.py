"""What every answer but a static file tells the browser, and a search engine, never to do."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex",
}
"""Scripts, styles and pictures come from our own files alone: nothing inline, nothing from
elsewhere.

Search engines list nothing: nearly every answer names people. A view says where a club wants it
otherwise.
"""


def browser_limits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: `HEADERS` on every answer, unless a view has set its own.

    That somebody has an answer already (304) says nothing of its headers: those that came with it
    hold.
    """

    def limited(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            return response
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return limited
