"""What an entry form asks again for every seat: rows of numbers, parts folded away, running totals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from games.fields import read_outcome
from games.game import Game
from games.sums import Sum
from tournaments.forms import ShownField

STEPS = 13
"""Several numbers of one owner that have no more steps than this go up and down by keys."""

Names = Mapping[str, str]
"""Who sits on each line and at each seat, in lower case."""


@dataclass(frozen=True)
class AskedCell:
    """A number in a row: `head` tells it from the others there, `steps` says whether keys move it."""

    shown: ShownField
    head: str
    steps: bool


@dataclass(frozen=True)
class AskedRow:
    """The numbers asked of one line or seat, with who sits there."""

    of: str
    names: str
    cells: list[AskedCell]


@dataclass(frozen=True)
class Folded:
    """Fields of one part, those of one line or seat together."""

    part: str
    of: str
    names: str
    fields: list[ShownField]

    @property
    def is_open(self) -> bool:
        """Whether something in it is said or wrong."""
        return any(each.problems or not each.field.is_untouched(each.submitted) for each in self.fields)


@dataclass(frozen=True)
class RunningSum:
    """What the numbers of a form make together, and what they should, which is None where it is not known."""

    label: str
    ids: str
    made: int
    total: int | None

    @property
    def apart(self) -> int:
        """How far it is from its total."""
        return abs(self.made - (self.total or 0))

    @property
    def verdict(self) -> str:
        """`right`, `missing` or `over`; nothing before anything is said, or where no total is known."""
        if self.total is None or not self.made:
            return ""
        return "right" if self.made == self.total else "over" if self.made > self.total else "missing"

    @property
    def in_words(self) -> str:
        """The verdict in the reader's language, with how far it is from its total."""
        if self.verdict == "right":
            return gettext("it adds up")
        off = {"missing": pgettext("points", "missing"), "over": pgettext("points", "too many")}
        return f"{off[self.verdict]}: {self.apart}" if self.verdict else ""


def rows_asked(shown: Iterable[ShownField], names: Names) -> list[AskedRow]:
    """A row for every line or seat of which numbers are asked."""
    numbers = [each for each in shown if is_asked_of_somebody(each)]
    owners = dict.fromkeys(each.field.of for each in numbers)
    rows = {of: [each for each in numbers if each.field.of == of] for of in owners}
    return [AskedRow(of, names.get(of, ""), _cells(each)) for of, each in rows.items()]


def is_asked_of_somebody(shown: ShownField) -> bool:
    """Whether it is a number that stands in the row of its line or seat; one that leaves a rest does not."""
    field = shown.field
    return field.kind == "number" and bool(field.of) and not field.part and field.whole is None


def folded(shown: Sequence[ShownField], names: Names) -> list[Folded]:
    """The parts of a form, those of one line or seat together."""
    heads = dict.fromkeys((each.field.of, each.field.part) for each in shown if each.field.part)
    return [
        Folded(gettext(part), of, names.get(of, ""), [each for each in shown if _head(each) == (of, part)])
        for of, part in heads
    ]


def running(game: Game, submitted: Mapping[str, object]) -> Iterator[RunningSum]:
    """The sums of the game over what was said so far, as far as they are known without the cards."""
    outcome, _problems = read_outcome(
        game.fields, {each.name: submitted.get(each.name) for each in game.fields}
    )
    for each in game.sums(game.board(1)):
        made = sum(int(outcome[name] or 0) for name in each.fields)
        yield RunningSum(gettext(each.label), _ids(each), made, each.total)


def _ids(each: Sum) -> str:
    return " ".join(f"id_{name}" for name in each.fields)


def _head(shown: ShownField) -> tuple[str, str]:
    return shown.field.of, shown.field.part


def _cells(fields: Sequence[ShownField]) -> list[AskedCell]:
    """Told apart by their leg where all are called the same, else by what they are called."""
    by_leg = len({each.label for each in fields}) == 1
    steps = len(fields) > 1 and all(_has_few_steps(each) for each in fields)
    return [AskedCell(each, each.leg if by_leg and each.leg else each.label, steps) for each in fields]


def _has_few_steps(shown: ShownField) -> bool:
    low, high = shown.field.min, shown.field.max
    return low is not None and high is not None and high - low <= STEPS
