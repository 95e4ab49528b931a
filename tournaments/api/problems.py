"""The body of every error: `{"problems": [{"code", "message", "field", "line"}]}`."""

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
    """Return the response to an exception of a view; None for a bug, which becomes HTTP 500."""
    if isinstance(exc, ValidationFailed):
        statuses = (status for kind, status in _STATUSES.items() if isinstance(exc, kind))
        return _problem_response(exc.problems, next(statuses, 422))
    if isinstance(exc, InvalidOption) and exc.problems:
        return _problem_response(exc.problems, 422)
    if isinstance(exc, InvalidOption | UnknownName):
        problem = Problem("unknown_option", "%(text)s", {"text": exc.args[0]})
        return _problem_response([problem], 422)
    response = exception_handler(exc, context)
    if response is None:
        return None
    if isinstance(exc, exceptions.ValidationError):
        return _problem_response(_field_problems(exc.detail), 422)
    problems = getattr(exc, "problems", None) or [_detail_problem(response.data["detail"])]
    return _problem_response(problems, response.status_code, response.headers)


def serialize_problems(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as JSON, with messages in the active language."""
    return [{**problem.as_json(), "message": problem_text(problem)} for problem in problems]


def _problem_response(problems: Iterable[Problem], status: int, headers: Any = None) -> Response:
    return Response({"problems": serialize_problems(problems)}, status=status, headers=headers)


def _detail_problem(
    detail: exceptions.ErrorDetail, field: str | None = None, line: int | None = None
) -> Problem:
    """Return an error of Django REST framework as a problem, with the framework's message."""
    return Problem(detail.code, "%(text)s", {"text": str(detail)}, field, line)


def _field_problems(
    detail: Any, field: str | None = None, line: int | None = None
) -> Iterator[Problem]:
    """Yield the nested errors of a body as problems.

    The field of a problem is the innermost one. Its line is the position in the outermost list,
    from 1: an error in the first contestant of the second section is on line 2.
    """
    if isinstance(detail, exceptions.ErrorDetail):
        yield _detail_problem(detail, field, line)
    elif isinstance(detail, dict):
        for key, inner_detail in detail.items():
            is_index = isinstance(key, int)
            inner_field = field if is_index else key
            yield from _field_problems(
                inner_detail, inner_field, line or key + 1 if is_index else line
            )
    else:
        for number, inner_detail in enumerate(detail, 1):
            is_record = isinstance(inner_detail, dict)
            yield from _field_problems(inner_detail, field, line or number if is_record else line)
