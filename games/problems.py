"""What is wrong with something said: every problem at once, each one translatable."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One thing wrong with an outcome, a plan, a file or a form.

    `code` is stable and for programs; `template` is English text marked for translation, with
    `%(name)s` places filled from `params`; `field` names the field it concerns, `line` the line
    of a file, or the record in a list of records, counted from 1.
    """

    code: str
    template: str
    params: Mapping[str, Any] = field(default_factory=dict)
    field: str | None = None
    line: int | None = None

    @property
    def message(self) -> str:
        """The English sentence."""
        return self.template % self.params if self.params else self.template

    def as_json(self) -> dict[str, Any]:
        """The form in which commands and the API give it."""
        return {"code": self.code, "message": self.message, "field": self.field, "line": self.line}


class ValidationFailed(Exception):
    """Something was refused as a whole; `problems` holds every reason, never none."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


def raise_if_any(problems: Iterable[Problem]) -> None:
    """Raises `ValidationFailed` with all of them, if there are any."""
    if all_problems := list(problems):
        raise ValidationFailed(all_problems)
