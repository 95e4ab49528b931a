"""Number fields that must add up to a total; forms show the sum while a result is entered."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.fields import Outcome
from games.problems import Problem
from games.text import Text
from games.text import gettext_noop as _


@dataclass(frozen=True)
class FieldSum:
    """Fields whose numbers add up to `total`; None if the total is unknown.

    `label` names what the fields count, in the plural. `line` is the owner of the fields, or empty
    if they have different owners.
    """

    label: str
    fields: tuple[str, ...]
    total: int | None
    line: str = ""

    def total_of(self, outcome: Outcome) -> int | None:
        """Return the sum of the fields in `outcome`; None while one of the numbers is missing."""
        values = [outcome[name] for name in self.fields]
        return None if None in values else sum(int(value or 0) for value in values)


def sum_problems(sums: Iterable[FieldSum], outcome: Outcome) -> Iterator[Problem]:
    """Yield a problem for every wrong sum, on its last field."""
    for field_sum in sums:
        actual = field_sum.total_of(outcome)
        if actual is not None and field_sum.total is not None and actual != field_sum.total:
            template = _("%(label)s make %(made)s together, not %(total)s.")
            params = {"label": Text(field_sum.label), "made": actual, "total": field_sum.total}
            yield Problem("wrong_sum", template, params, field_sum.fields[-1])
