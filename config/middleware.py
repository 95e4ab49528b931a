"""Middleware: allowed hosts, response headers, request limits, and error responses."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from ipaddress import ip_address
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.http.request import split_domain_port, validate_host
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import (
    add_never_cache_headers,
    has_vary_header,
    patch_cache_control,
    patch_vary_headers,
)

from config.security import RESPONSE_HEADERS
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.access.cache_limits import HEAVY_PAGE_RETRY_SECONDS
from tournaments.access.heavy_pages import TooManyReaders
from tournaments.api.problems import serialize_problems
from tournaments.forms import parse_number, problem_text

# Health checks are requested from this computer itself.
LOCAL_HOSTS = ["localhost"]

_LOCAL_NETWORK_SUFFIXES = [".local"]
_UNKNOWN_HOST = _(
    "This site does not answer to the name %(host)s. Open it by the IP address of its "
    "computer, or add the name to MANILLA_HOSTS."
)


def check_host(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Reject requests for a host that is not one of the site's with 400 (middleware).

    Otherwise a web page whose name resolves to this computer could read everything that its visitor
    can read (DNS rebinding).
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        host = _host_of(request)
        return (
            get_response(request) if is_allowed_host(host) else _wrong_host_response(request, host)
        )

    return middleware


def is_allowed_host(host: str) -> bool:
    """Return whether the site can be requested by a host name, given without port."""
    if settings.SITE_HOSTS:
        return validate_host(host, [*settings.SITE_HOSTS, *LOCAL_HOSTS])
    return validate_host(host, [*LOCAL_HOSTS, *_LOCAL_NETWORK_SUFFIXES]) or _is_ip_address(host)


def _host_of(request: HttpRequest) -> str:
    """Return the host name of the request; an invalid Host header is returned unchanged."""
    try:
        return str(split_domain_port(request.get_host())[0])
    except DisallowedHost:
        return str(request.META.get("HTTP_HOST", ""))


def _is_ip_address(host: str) -> bool:
    """Return whether the host is an IP address: DNS rebinding needs a name."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _wrong_host_response(request: HttpRequest, host: str) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        text = problem_text(Problem("unknown_host", _UNKNOWN_HOST, {"host": host[:80]}))
    return HttpResponse(f"{text}\n", status=400, content_type="text/plain; charset=utf-8")


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add `RESPONSE_HEADERS` to every response; a view can set other values (middleware).

    A 304 gets none, because the browser uses the headers of its cached response.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            return response
        for name, value in RESPONSE_HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


logger = logging.getLogger(__name__)

# Threads reserved for reading: phones must still get responses while all other threads wait for the
# database.
READER_THREADS = 4

# When a rejected client may try again.
RETRY_AFTER_SECONDS = 3

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
API_PREFIX = "/api/"

_BUSY = Problem(
    "busy", _("Too many people are saving at once. Nothing was saved: try again in a moment.")
)
_DATABASE_UNAVAILABLE = Problem(
    "database_away",
    _(
        "The site cannot reach its database at the moment. Nothing was saved: try again in a "
        "moment."
    ),
)
_MANY_READERS = Problem(
    "many_readers",
    _("The site is busy. Please try again in a few seconds."),
)
_TOO_LARGE = (
    "too_large",
    _("This is larger than %(most)s MB. Nothing was saved."),
)
_UNSTORABLE_TEXT = Problem(
    "unkept_letter",
    _(
        "A text contains a character that cannot be stored. Remove it and try "
        "again. Nothing was saved."
    ),
)
_UNREADABLE = Problem("unreadable", _("What was sent cannot be read. Nothing was saved."))

GetResponse = Callable[[HttpRequest], HttpResponse]


def limit_body_size(get_response: GetResponse) -> GetResponse:
    """Reject a request body that is too large with 413, without reading it (middleware)."""
    max_bytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def middleware(request: HttpRequest) -> HttpResponse:
        if parse_number(request.META.get("CONTENT_LENGTH")) <= max_bytes:
            return get_response(request)
        return error_response(request, Problem(*_TOO_LARGE, {"most": max_bytes / 1_000_000}), 413)

    return middleware


def limit_concurrent_writes(get_response: GetResponse) -> GetResponse:
    """Reject a write with 503 while all threads for writing are busy (middleware)."""
    slots = BoundedSemaphore(settings.SERVER_THREADS - READER_THREADS)

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE_METHODS:
            return get_response(request)
        if not slots.acquire(blocking=False):
            response = error_response(request, _BUSY, 503)
            response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
            return response
        try:
            return get_response(request)
        finally:
            slots.release()

    return middleware


def reject_unstorable_text(get_response: GetResponse) -> GetResponse:
    """Reject a form that contains null characters with 400 (middleware).

    The API checks request bodies itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(API_PREFIX) or not _has_null(request.POST):
            return get_response(request)
        return error_response(request, _UNSTORABLE_TEXT, 400)

    return middleware


class DatabaseUnavailable:
    """Respond with 503 if the database is unreachable, full, or locked for too long."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the problem as JSON, or a page that needs no database.

        The site's base template cannot be used: it queries the database for the current user.
        """
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("%s %s: %s", request.method, request.path_info, exception, exc_info=exception)
        if request.path_info.startswith(API_PREFIX):
            response: HttpResponse = JsonResponse(
                {"problems": serialize_problems([_DATABASE_UNAVAILABLE])}, status=503
            )
        else:
            page = render_to_string(
                "database_away.html", {"sentence": problem_text(_DATABASE_UNAVAILABLE)}
            )
            response = HttpResponse(page, status=503)
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
        return response


class TooManyReadersMiddleware:
    """Respond with 503 if too many readers request heavy pages at once (middleware)."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return a page without the site's base template, because it must be cheap."""
        if not isinstance(exception, TooManyReaders):
            return None
        if request.path_info.startswith(API_PREFIX):
            response: HttpResponse = JsonResponse(
                {"problems": serialize_problems([_MANY_READERS])}, status=503
            )
        else:
            page = render_to_string("many_readers.html", {"sentence": problem_text(_MANY_READERS)})
            response = HttpResponse(page, status=503)
            response.headers["Refresh"] = str(HEAVY_PAGE_RETRY_SECONDS)
        response.headers["Retry-After"] = str(HEAVY_PAGE_RETRY_SECONDS)
        return response


def bad_request_view(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 400 for a request that Django cannot read, such as one with too many fields."""
    return error_response(request, _UNREADABLE, 400)


def error_response(request: HttpRequest, problem: Problem, status: int) -> HttpResponse:
    """Return the problem as JSON to clients of the API, and as a page to browsers."""
    if request.path_info.startswith(API_PREFIX):
        return JsonResponse({"problems": serialize_problems([problem])}, status=status)
    return render(request, "refused.html", {"sentence": problem_text(problem)}, status=status)


def _has_null(form: QueryDict) -> bool:
    return any("\0" in value for _name, values in form.lists() for value in values)


_CREDENTIAL_HEADERS = ("Cookie", "Authorization")


def page_for_method_not_allowed(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return a page for a GET of a URL that accepts only POST (middleware).

    The status remains 405, with its Allow header. Without this, a user who reopens the page of a
    rejected form by its URL, or changes the language there, would see the error page of the
    browser, which has no link back.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page_visit = request.method == "GET" and "HX-Request" not in request.headers
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not is_page_visit:
            return response
        if response.content or not request.accepts("text/html"):
            return response
        page = render(request, "404.html", status=response.status_code)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware


# Statuses from this one on are errors.
_FIRST_ERROR_STATUS = 400


def private_responses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Mark responses that depend on the cookie or credentials as private (middleware).

    It is listed before the session middleware, so that it sees the Vary header that this one adds.
    Responses to signed-in members are not stored at all, so that the Back button shows none of
    their pages after they sign out.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Error pages are in the language of the cookie.
        if response.status_code >= _FIRST_ERROR_STATUS:
            patch_vary_headers(response, ["Cookie"])
        if any(has_vary_header(response, header) for header in _CREDENTIAL_HEADERS):
            patch_cache_control(response, private=True, no_cache=True)
            if SESSION_KEY in request.session:
                add_never_cache_headers(response)
        return response

    return middleware
