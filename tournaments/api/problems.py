"""Every refusal has one shape: `{"problems": [{"code", "message", "field", "line"}]}`."""

from collections.abc import Iterable, Iterator
from typing import Any

from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.options import InvalidOption, UnknownName
from games.problems import Problem, ValidationFailed
from tournaments.actions.idempotency import Conflict
from tournaments.actions.rate_limits import RateLimitExceeded
from tournaments.forms import problem_text
from tournaments.permissions.actor import NotPermitted

_STATUSES = {Conflict: 409, NotPermitted: 403, RateLimitExceeded: 429}


def exception_response(exc: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to whatever a view raised; None for what is our own fault."""
    if isinstance(exc, ValidationFailed):
        statuses = (status for kind, status in _STATUSES.items() if isinstance(exc, kind))
        return _answer(exc.problems, next(statuses, 422))
    if isinstance(exc, InvalidOption) and exc.problems:
        return _answer(exc.problems, 422)
    if isinstance(exc, InvalidOption | UnknownName):
        return _answer([Problem("unknown_option", "%(text)s", {"text": exc.args[0]})], 422)
    response = exception_handler(exc, context)
    if response is None:
        return None
    if isinstance(exc, exceptions.ValidationError):
        return _answer(_wrong_shapes(exc.detail), 422)
    problems = getattr(exc, "problems", None) or [_plain(response.data["detail"])]
    return _answer(problems, response.status_code, response.headers)


def serialize_problems(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems in the one shape, their messages in the reader's language."""
    return [{**problem.as_json(), "message": problem_text(problem)} for problem in problems]


def _answer(problems: Iterable[Problem], status: int, headers: Any = None) -> Response:
    return Response({"problems": serialize_problems(problems)}, status=status, headers=headers)


def _plain(
    detail: exceptions.ErrorDetail, field: str | None = None, line: int | None = None
) -> Problem:
    """What Django REST framework says, in its own words."""
    return Problem(detail.code, "%(text)s", {"text": str(detail)}, field, line)


def _wrong_shapes(
    detail: Any, field: str | None = None, line: int | None = None
) -> Iterator[Problem]:
    """Problems of a body's shape, nested as the body is: the field is the innermost, the line the
    outermost.

    It counts from 1: whatever is wrong in the second section is of line 2, also in its first
    contestant.
    """
    if isinstance(detail, exceptions.ErrorDetail):
        yield _plain(detail, field, line)
    elif isinstance(detail, dict):
        for key, inner in detail.items():
            of_item = isinstance(key, int)
            yield from _wrong_shapes(
                inner, field if of_item else key, line or key + 1 if of_item else line
            )
    else:
        for number, inner in enumerate(detail, 1):
            of_record = isinstance(inner, dict)
            yield from _wrong_shapes(inner, field, line or number if of_record else line)
