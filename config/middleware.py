"""Middleware: the names of the site, response headers, and how much is taken on at once."""

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

from config.security import HEADERS
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.access.cache_limits import HEAVY_PAGE_RETRY_SECONDS
from tournaments.access.heavy_pages import TooManyReaders
from tournaments.api.problems import problem_json
from tournaments.forms import parse_number, problem_text

LOCAL_HOSTS = ["localhost"]
"""A health check asks from inside the machine."""

_IN_THE_NETWORK = [".local"]
_NOT_OURS = _(
    "This site does not answer to the name %(host)s. Open it by the IP address of its "
    "computer, or add the name to MANILLA_HOSTS."
)


def check_host(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: 400 for who asks under a name that is not the site's.

    Otherwise any page of the internet whose name leads to this computer could read what its visitor
    may.
    """

    def named(request: HttpRequest) -> HttpResponse:
        host = _host(request)
        return get_response(request) if is_allowed_host(host) else _refused(request, host)

    return named


def is_allowed_host(host: str) -> bool:
    """Whether the site answers to `host`, a name without its port."""
    if settings.SITE_HOSTS:
        return validate_host(host, [*settings.SITE_HOSTS, *LOCAL_HOSTS])
    return validate_host(host, [*LOCAL_HOSTS, *_IN_THE_NETWORK]) or _is_literal(host)


def _host(request: HttpRequest) -> str:
    """Under which name he asks; one that cannot be any is told as it was sent."""
    try:
        return str(split_domain_port(request.get_host())[0])
    except DisallowedHost:
        return str(request.META.get("HTTP_HOST", ""))


def _is_literal(host: str) -> bool:
    """Whether it is an address, which leads nowhere but to itself."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _refused(request: HttpRequest, host: str) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        text = problem_text(Problem("unknown_host", _NOT_OURS, {"host": host[:80]}))
    return HttpResponse(f"{text}\n", status=400, content_type="text/plain; charset=utf-8")


def security_headers(
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


logger = logging.getLogger(__name__)

READER_THREADS = 4
"""Threads that no writer gets: all of them may wait for the database, and phones must still be
answered."""

RETRY_AFTER_SECONDS = 3
"""After which who was sent away may come again."""

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
API_PREFIX = "/api/"

_BUSY = Problem(
    "busy", _("Too many people are saving at once. Nothing was saved: try again in a moment.")
)
_AWAY = Problem(
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
_UNKEPT = Problem(
    "unkept_letter",
    _(
        "A text contains a character that cannot be stored. Remove it and try "
        "again. Nothing was saved."
    ),
)
_UNREADABLE = Problem("unreadable", _("What was sent cannot be read. Nothing was saved."))

GetResponse = Callable[[HttpRequest], HttpResponse]


def limit_body_size(get_response: GetResponse) -> GetResponse:
    """Middleware: 413 for a body that is too large, before any of it is read."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def measured(request: HttpRequest) -> HttpResponse:
        if parse_number(request.META.get("CONTENT_LENGTH")) <= most:
            return get_response(request)
        return error_response(request, Problem(*_TOO_LARGE, {"most": most / 1_000_000}), 413)

    return measured


def limit_concurrent_writes(get_response: GetResponse) -> GetResponse:
    """Middleware: 503 for who would write while as many do as there are threads to spare."""
    places = BoundedSemaphore(settings.SERVER_THREADS - READER_THREADS)

    def admitted(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE_METHODS:
            return get_response(request)
        if not places.acquire(blocking=False):
            answer = error_response(request, _BUSY, 503)
            answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
            return answer
        try:
            return get_response(request)
        finally:
            places.release()

    return admitted


def reject_unstorable_text(get_response: GetResponse) -> GetResponse:
    """Middleware: 400 for a form with a letter that no database keeps; the API reads its bodies
    itself."""

    def looked_through(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(API_PREFIX) or not _has_null(request.POST):
            return get_response(request)
        return error_response(request, _UNKEPT, 400)

    return looked_through


class DatabaseUnavailable:
    """Middleware: 503 where the database does not answer, is held for too long, or its disk is
    full."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Whatever is asked."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page of its own: every other one would ask the database who reads it."""
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("%s %s: %s", request.method, request.path_info, exception, exc_info=exception)
        if request.path_info.startswith(API_PREFIX):
            answer: HttpResponse = JsonResponse({"problems": problem_json([_AWAY])}, status=503)
        else:
            page = render_to_string("database_away.html", {"sentence": problem_text(_AWAY)})
            answer = HttpResponse(page, status=503)
        answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
        return answer


class LimitConcurrentReads:
    """Middleware: 503 for a long page or file while as many read them as the site serves at a
    time."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Whatever is asked."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page without a template of the site around it: it costs next to nothing."""
        if not isinstance(exception, TooManyReaders):
            return None
        if request.path_info.startswith(API_PREFIX):
            answer: HttpResponse = JsonResponse(
                {"problems": problem_json([_MANY_READERS])}, status=503
            )
        else:
            page = render_to_string("many_readers.html", {"sentence": problem_text(_MANY_READERS)})
            answer = HttpResponse(page, status=503)
            answer.headers["Refresh"] = str(HEAVY_PAGE_RETRY_SECONDS)
        answer.headers["Retry-After"] = str(HEAVY_PAGE_RETRY_SECONDS)
        return answer


def bad_request_view(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django answers to a request that it cannot read, such as one of thousands of fields."""
    return error_response(request, _UNREADABLE, 400)


def error_response(request: HttpRequest, problem: Problem, status: int) -> HttpResponse:
    """The problem in the shape of whoever asks: a program, or somebody with a page before him."""
    if request.path_info.startswith(API_PREFIX):
        return JsonResponse({"problems": problem_json([problem])}, status=status)
    return render(request, "refused.html", {"sentence": problem_text(problem)}, status=status)


def _has_null(posted: QueryDict) -> bool:
    return any("\0" in value for _name, values in posted.lists() for value in values)


_WHO_ASKS = ("Cookie", "Authorization")
_REFUSED = 400
"""Statuses from here on refuse what was asked."""


def private_responses(
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
