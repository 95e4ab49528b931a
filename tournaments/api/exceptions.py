"""Errors of requests that do not reach an action, with the problems to report."""

from collections.abc import Sequence

from rest_framework import exceptions

from games.problems import Problem


class InvalidCredentials(exceptions.AuthenticationFailed):
    """The table code or token is wrong or revoked (HTTP 401)."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        super().__init__()


class Throttled(exceptions.Throttled):
    """Too many wrong codes came from this address (HTTP 429, with the seconds to wait)."""

    def __init__(self, problems: Sequence[Problem], wait_seconds: int) -> None:
        self.problems = problems
        super().__init__(wait_seconds)


class BadRequest(exceptions.ParseError):
    """The request cannot be parsed, or lacks a required header (HTTP 400)."""

    def __init__(self, problem: Problem) -> None:
        self.problems = [problem]
        super().__init__()
