"""What an entry form asks again for every seat: rows of numbers, and parts folded away."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.forms import ShownField
from tournaments.web.results.one_of import OneOf, grouped
from tournaments.web.results.running_sums import RunningSum

STEPS = 13
"""Several numbers of one owner that have no more steps than this go up and down by keys."""

Names = Mapping[str, str]
"""Who sits on each line and at each seat, in lower case."""


@dataclass(frozen=True)
class AskedCell:
    """A number in a row: `head` tells it from the others there, `steps` says whether keys move
    it."""

    shown: ShownField
    head: str
    steps: bool


@dataclass(frozen=True)
class AskedRow:
    """The numbers asked of one line or seat, with who sits there, and what they make where that
    is told."""

    of: str
    names: str
    cells: list[AskedCell]
    total: RunningSum | None


@dataclass(frozen=True)
class Folded:
    """Fields of one part, those of one line or seat together."""

    part: str
    of: str
    names: str
    fields: list[ShownField]

    @property
    def usual(self) -> list[ShownField | OneOf]:
        """What is often said, a choice for fields that exclude each other."""
        return [each for each in grouped(self.fields) if not each.is_rare]

    @property
    def rare(self) -> list[ShownField | OneOf]:
        """What is seldom said, folded away once more."""
        return [each for each in grouped(self.fields) if each.is_rare]

    @property
    def is_open(self) -> bool:
        """Whether something in it is said or wrong."""
        return _speak(self.fields)

    @property
    def is_rare_open(self) -> bool:
        """The same of what is seldom said."""
        return _speak(each for each in self.fields if each.field.rare)


def rows_asked(
    shown: Iterable[ShownField], names: Names, sums: Iterable[RunningSum]
) -> list[AskedRow]:
    """A row for every line or seat of which numbers are asked, with its own of the `sums`."""
    numbers = [each for each in shown if is_asked_of_somebody(each)]
    owners = dict.fromkeys(each.field.of for each in numbers)
    rows = {of: [each for each in numbers if each.field.of == of] for of in owners}
    totals = {each.of: each for each in sums if each.of}
    return [
        AskedRow(of, names.get(of, ""), _cells(each), totals.get(of)) for of, each in rows.items()
    ]


def is_asked_of_somebody(shown: ShownField) -> bool:
    """Whether it is a number that stands in the row of its line or seat; one that leaves a rest
    does not."""
    field = shown.field
    return field.kind == "number" and bool(field.of) and not field.part and field.whole is None


def folded(shown: Sequence[ShownField], names: Names) -> list[Folded]:
    """The parts of a form, those of one line or seat together."""
    parts = [each for each in shown if each.field.part and not each.field.once]
    heads = dict.fromkeys(map(_head, parts))
    return [
        Folded(
            gettext(part),
            of,
            names.get(of, ""),
            [each for each in parts if _head(each) == (of, part)],
        )
        for of, part in heads
    ]


def _speak(fields: Iterable[ShownField]) -> bool:
    return any(each.problems or each.is_said for each in fields)


def _head(shown: ShownField) -> tuple[str, str]:
    return shown.field.of, shown.field.part


def _cells(fields: Sequence[ShownField]) -> list[AskedCell]:
    """Told apart by their leg where all are called the same, else by what they are called."""
    by_leg = len({each.label for each in fields}) == 1
    steps = len(fields) > 1 and all(_has_few_steps(each) for each in fields)
    return [
        AskedCell(each, each.leg if by_leg and each.leg else each.label, steps) for each in fields
    ]


def _has_few_steps(shown: ShownField) -> bool:
    low, high = shown.field.min, shown.field.max
    return low is not None and high is not None and high - low <= STEPS
