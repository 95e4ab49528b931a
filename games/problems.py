"""Validation errors: all problems of an input at once, each one translatable."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One problem of an outcome, a plan, a file or a form.

    `code` is stable, for programs; `template` is English text marked for translation, formatted
    with `params`. `field` is the name of the field. `line` is the number, from 1, of the line in a
    file or of the record in a list.
    """

    code: str
    template: str
    params: Mapping[str, Any] = field(default_factory=dict)
    field: str | None = None
    line: int | None = None

    @property
    def message(self) -> str:
        """The English message."""
        return self.template % self.params if self.params else self.template

    def as_json(self) -> dict[str, Any]:
        """Return the problem as commands and the API report it."""
        return {"code": self.code, "message": self.message, "field": self.field, "line": self.line}


class ValidationFailed(Exception):
    """An input was rejected; `problems` has all the reasons."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


def raise_if_any(problems: Iterable[Problem]) -> None:
    """Raise `ValidationFailed` if there are any problems."""
    if all_problems := list(problems):
        raise ValidationFailed(all_problems)
