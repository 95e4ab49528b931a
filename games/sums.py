"""Numbers of an outcome that must add up: a form shows the running total, and a wrong one is a
problem."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.fields import Outcome
from games.problems import Problem
from games.text import Text
from games.text import gettext_noop as _


@dataclass(frozen=True)
class FieldSum:
    """The number fields named `fields` make `total` together; None where that is not known.

    `label` is what they count, in the plural; `line` whose they all are, if they are of one.
    """

    label: str
    fields: tuple[str, ...]
    total: int | None
    line: str = ""

    def total_of(self, outcome: Outcome) -> int | None:
        """What they make in `outcome`; None while one of them is missing."""
        values = [outcome[name] for name in self.fields]
        return None if None in values else sum(int(value or 0) for value in values)


def sum_problems(sums: Iterable[FieldSum], outcome: Outcome) -> Iterator[Problem]:
    """A problem for every sum that is wrong, at its last field."""
    for field_sum in sums:
        actual = field_sum.total_of(outcome)
        if actual is not None and field_sum.total is not None and actual != field_sum.total:
            template = _("%(label)s make %(made)s together, not %(total)s.")
            params = {"label": Text(field_sum.label), "made": actual, "total": field_sum.total}
            yield Problem("wrong_sum", template, params, field_sum.fields[-1])
