"""Codes of the problems for which an action is refused."""

from collections.abc import Callable

import pytest

from games.problems import ValidationFailed


def problem_codes(refused: pytest.ExceptionInfo[ValidationFailed]) -> list[str]:
    """Return the codes of the problems that `pytest.raises` has caught, in order."""
    return [problem.code for problem in refused.value.problems]


def refused_codes(action: Callable[[], object]) -> list[str]:
    """Run an action that must be refused; return the codes of its problems, in order."""
    with pytest.raises(ValidationFailed) as refused:
        action()
    return problem_codes(refused)
