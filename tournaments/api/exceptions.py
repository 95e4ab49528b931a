"""What the API refuses before any action is called."""

from collections.abc import Sequence

from rest_framework import exceptions

from games.problems import Problem


class InvalidCredentials(exceptions.AuthenticationFailed):
    """A code or token that belongs to nobody now: 401."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        super().__init__()


class Throttled(exceptions.Throttled):
    """Too many wrong codes came from this address: 429, with the seconds to wait."""

    def __init__(self, problems: Sequence[Problem], wait: int) -> None:
        self.problems = problems
        super().__init__(wait)


class BadRequest(exceptions.ParseError):
    """A request that cannot be read, or lacks a header it needs: 400."""

    def __init__(self, problem: Problem) -> None:
        self.problems = [problem]
        super().__init__()
