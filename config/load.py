"""What the site takes on at once: bodies of a size, and so many writers that readers still find
a thread."""

import logging
from collections.abc import Callable
from threading import BoundedSemaphore

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.access.heavy_pages import RETRY_SECONDS, TooManyReaders
from tournaments.api.problems import problem_json
from tournaments.forms import number_in, sentence

logger = logging.getLogger(__name__)

FOR_READERS = 4
"""Threads that no writer gets: all of them may wait for the database, and phones must still be
answered."""

SECONDS = 3
"""After which who was sent away may come again."""

READING = {"GET", "HEAD", "OPTIONS"}
API = "/api/"

_BUSY = Problem(
    "busy", _("Too many are writing at once. Nothing was stored: try again in a moment.")
)
_AWAY = Problem(
    "database_away",
    _(
        "The site cannot read or store anything at the moment. Nothing was stored: try again in a "
        "moment."
    ),
)
_MANY_READERS = Problem(
    "many_readers",
    _("Many are reading long pages at the moment. Please try again in a few seconds."),
)
_TOO_LARGE = (
    "too_large",
    _("This is more than %(most)s MB, which is more than anybody writes. Nothing was stored."),
)
_UNKEPT = Problem(
    "unkept_letter", _("A text has a letter in it that cannot be kept. Nothing was stored.")
)
_UNREADABLE = Problem("unreadable", _("This cannot be read. Nothing was stored."))

Answering = Callable[[HttpRequest], HttpResponse]


def bodies_of_a_size(get_response: Answering) -> Answering:
    """Middleware: 413 for a body that is too large, before any of it is read."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def measured(request: HttpRequest) -> HttpResponse:
        if number_in(request.META.get("CONTENT_LENGTH")) <= most:
            return get_response(request)
        return refusal(request, Problem(*_TOO_LARGE, {"most": most / 1_000_000}), 413)

    return measured


def so_many_writers(get_response: Answering) -> Answering:
    """Middleware: 503 for who would write while as many do as there are threads to spare."""
    places = BoundedSemaphore(settings.SERVER_THREADS - FOR_READERS)

    def admitted(request: HttpRequest) -> HttpResponse:
        if request.method in READING:
            return get_response(request)
        if not places.acquire(blocking=False):
            answer = refusal(request, _BUSY, 503)
            answer.headers["Retry-After"] = str(SECONDS)
            return answer
        try:
            return get_response(request)
        finally:
            places.release()

    return admitted


def texts_to_keep(get_response: Answering) -> Answering:
    """Middleware: 400 for a form with a letter that no database keeps; the API reads its bodies
    itself."""

    def looked_through(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(API) or not _has_null(request.POST):
            return get_response(request)
        return refusal(request, _UNKEPT, 400)

    return looked_through


class DatabaseAway:
    """Middleware: 503 where the database does not answer, is held for too long, or its disk is
    full."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Whatever is asked."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page of its own: every other one would ask the database who reads it."""
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("%s %s: %s", request.method, request.path_info, exception, exc_info=exception)
        if request.path_info.startswith(API):
            answer: HttpResponse = JsonResponse({"problems": problem_json([_AWAY])}, status=503)
        else:
            page = render_to_string("database_away.html", {"sentence": sentence(_AWAY)})
            answer = HttpResponse(page, status=503)
        answer.headers["Retry-After"] = str(SECONDS)
        return answer


class FewReaders:
    """Middleware: 503 for a long page or file while as many read them as the site serves at a
    time."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Whatever is asked."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page without a template of the site around it: it costs next to nothing."""
        if not isinstance(exception, TooManyReaders):
            return None
        if request.path_info.startswith(API):
            answer: HttpResponse = JsonResponse(
                {"problems": problem_json([_MANY_READERS])}, status=503
            )
        else:
            page = render_to_string("many_readers.html", {"sentence": sentence(_MANY_READERS)})
            answer = HttpResponse(page, status=503)
            answer.headers["Refresh"] = str(RETRY_SECONDS)
        answer.headers["Retry-After"] = str(RETRY_SECONDS)
        return answer


def unreadable_view(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django answers to a request that it cannot read, such as one of thousands of fields."""
    return refusal(request, _UNREADABLE, 400)


def refusal(request: HttpRequest, problem: Problem, status: int) -> HttpResponse:
    """The problem in the shape of whoever asks: a program, or somebody with a page before him."""
    if request.path_info.startswith(API):
        return JsonResponse({"problems": problem_json([problem])}, status=status)
    return render(request, "refused.html", {"sentence": sentence(problem)}, status=status)


def _has_null(posted: QueryDict) -> bool:
    return any("\0" in value for _name, values in posted.lists() for value in values)
