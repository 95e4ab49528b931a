"""Fields of an entry form beside each other: rows for every seat, choices of one, running sums."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from games.fields import parse_outcome
from games.game import Game
from games.sums import FieldSum
from tournaments.forms import EXCLUSIVE_CHOICE_PREFIX, EntryFormField


class ExclusiveOption(NamedTuple):
    """What can be chosen: the `value` that is sent, in words, and what it brings where that is
    one number."""

    value: str
    label: str
    worth: str


@dataclass(frozen=True)
class ExclusiveChoice:
    """One choice for `fields`, which are of one owner, or of everybody and the same for each."""

    label: str
    fields: Sequence[EntryFormField]

    @property
    def name(self) -> str:
        """The name under which it is sent."""
        return f"{EXCLUSIVE_CHOICE_PREFIX}{self.fields[0].field.name}"

    @property
    def options(self) -> list[tuple[str, list[ExclusiveOption]]]:
        """What can be chosen beside nothing, field by field, with whose each is where they are
        several's."""
        owners = {each.field.owner for each in self.fields}
        if len(owners) == 1:
            return [("", list(_ways(each, each.label))) for each in self.fields]
        return [(each.field.owner, list(_ways(each, gettext("yes")))) for each in self.fields]

    @property
    def selected_value(self) -> str:
        """The value of what was said so far; empty where nothing was."""
        said = next((each for each in self.fields if each.is_filled_in), None)
        return f"{said.field.name}={said.submitted}" if said else ""

    @property
    def problems(self) -> list[str]:
        """What is wrong with any of the fields."""
        return [problem for each in self.fields for problem in each.problems]

    @property
    def is_rare(self) -> bool:
        """Whether all that can be chosen is."""
        return all(each.field.rare for each in self.fields)


def group_exclusive_fields(
    shown: Iterable[EntryFormField],
) -> list[EntryFormField | ExclusiveChoice]:
    """The fields of one owner in their order, those that exclude each other as one choice."""
    groups: dict[str, list[EntryFormField]] = {}
    for each in shown:
        groups.setdefault(each.field.group or each.field.name, []).append(each)
    return [_asked(fields) for fields in groups.values()]


def fields_asked_once(shown: Iterable[EntryFormField]) -> list[ExclusiveChoice]:
    """What is asked of the whole table, once."""
    heads: dict[str, list[EntryFormField]] = {}
    for each in shown:
        if each.field.once_per_table:
            heads.setdefault(each.field.label, []).append(each)
    return [ExclusiveChoice(gettext(label), fields) for label, fields in heads.items()]


def _asked(fields: Sequence[EntryFormField]) -> EntryFormField | ExclusiveChoice:
    first = fields[0]
    if len(fields) > 1:
        return ExclusiveChoice(gettext(first.field.group), fields)
    if first.field.least:
        label = gettext("%(label)s: how many cards") % {"label": first.label}
        return ExclusiveChoice(label, fields)
    return first


def _ways(shown: EntryFormField, said: str) -> Iterator[ExclusiveOption]:
    for value, words, worth in _values(shown, said):
        yield ExclusiveOption(f"{shown.field.name}={value}", words, worth)


def _values(shown: EntryFormField, said: str) -> Iterator[tuple[str, str, str]]:
    """Every value but nothing, in words, with its worth; a flag is `said` in words."""
    field = shown.field
    if field.kind == "flag":
        yield "yes", said, shown.worth
    elif field.kind == "number":
        yield from ((str(each), str(each), "") for each in range(field.least, (field.max or 0) + 1))
    else:
        for value, words in shown.choices:
            if value != field.default:
                yield value, words, shown.worth_of(value)


@dataclass(frozen=True)
class RunningSum:
    """What numbers make together, and what they should, which is None where it is not known.

    `owner` is whose they are, where they are all one's.
    """

    label: str
    field_ids: str
    current: int
    total: int | None
    owner: str = ""

    @property
    def distance(self) -> int:
        """How far it is from its total."""
        return abs(self.current - (self.total or 0))

    @property
    def verdict(self) -> str:
        """`right`, `missing` or `over`; nothing while they make nothing, or where no total is
        known."""
        if self.total is None or not self.current:
            return ""
        return (
            "right"
            if self.current == self.total
            else "over"
            if self.current > self.total
            else "missing"
        )

    @property
    def verdict_text(self) -> str:
        """The verdict in the reader's language, with how far it is from its total."""
        if self.verdict == "right":
            return gettext("it adds up")
        off = {"missing": pgettext("points", "missing"), "over": pgettext("points", "too many")}
        return f"{off[self.verdict]}: {self.distance}" if self.verdict else ""


@dataclass(frozen=True)
class RunningDifference:
    """What the first of two lines has made more than the other, in what is asked of both again
    and again."""

    more: RunningSum
    less: RunningSum

    @property
    def current(self) -> int:
        """The difference; below nothing where the other has made more."""
        return self.more.current - self.less.current


def running_sums(game: Game, submitted: Mapping[str, object]) -> Iterator[RunningSum]:
    """The sums of the game over what was said so far, as far as they are known without the
    cards."""
    outcome, _problems = parse_outcome(
        game.fields, {each.name: submitted.get(each.name) for each in game.fields}
    )
    for each in game.sums(game.board(1)):
        made = sum(int(outcome[name] or 0) for name in each.fields)
        yield RunningSum(gettext(each.label), _ids(each), made, each.total, each.line)


def running_difference(totals: Sequence[RunningSum]) -> RunningDifference | None:
    """What one line makes over the other, where there are two."""
    return RunningDifference(*totals) if len(totals) == 2 else None


def _ids(each: FieldSum) -> str:
    return " ".join(f"id_{name}" for name in each.fields)


MAX_STEPPER_RANGE = 13
"""Several numbers of one owner that have no more steps than this go up and down by keys."""

Names = Mapping[str, str]
"""Who sits on each line and at each seat, in lower case."""


@dataclass(frozen=True)
class NumberCell:
    """A number in a row: `label` tells it from the others there, `has_stepper` says whether keys
    move it.
    """

    form_field: EntryFormField
    label: str
    has_stepper: bool


@dataclass(frozen=True)
class NumberRow:
    """The numbers asked of one line or seat, with who sits there, and what they make where that
    is told."""

    owner: str
    names: str
    cells: list[NumberCell]
    total: RunningSum | None


@dataclass(frozen=True)
class FoldedPart:
    """Fields of one part, those of one line or seat together."""

    title: str
    owner: str
    names: str
    fields: list[EntryFormField]

    @property
    def usual_fields(self) -> list[EntryFormField | ExclusiveChoice]:
        """What is often said, a choice for fields that exclude each other."""
        return [each for each in group_exclusive_fields(self.fields) if not each.is_rare]

    @property
    def rare_fields(self) -> list[EntryFormField | ExclusiveChoice]:
        """What is seldom said, folded away once more."""
        return [each for each in group_exclusive_fields(self.fields) if each.is_rare]

    @property
    def is_open(self) -> bool:
        """Whether something in it is said or wrong."""
        return _speak(self.fields)

    @property
    def is_rare_open(self) -> bool:
        """The same of what is seldom said."""
        return _speak(each for each in self.fields if each.field.rare)


def number_rows(
    shown: Iterable[EntryFormField], names: Names, sums: Iterable[RunningSum]
) -> list[NumberRow]:
    """A row for every line or seat of which numbers are asked, with its own of the `sums`."""
    numbers = [each for each in shown if is_row_number(each)]
    owners = dict.fromkeys(each.field.owner for each in numbers)
    rows = {of: [each for each in numbers if each.field.owner == of] for of in owners}
    totals = {each.owner: each for each in sums if each.owner}
    return [
        NumberRow(of, names.get(of, ""), _cells(each), totals.get(of)) for of, each in rows.items()
    ]


def is_row_number(shown: EntryFormField) -> bool:
    """Whether it is a number that stands in the row of its line or seat; one that leaves a rest
    does not."""
    field = shown.field
    return (
        field.kind == "number"
        and bool(field.owner)
        and not field.fold_heading
        and field.split_total is None
    )


def folded_parts(shown: Sequence[EntryFormField], names: Names) -> list[FoldedPart]:
    """The parts of a form, those of one line or seat together."""
    parts = [each for each in shown if each.field.fold_heading and not each.field.once_per_table]
    heads = dict.fromkeys(map(_head, parts))
    return [
        FoldedPart(
            gettext(part),
            of,
            names.get(of, ""),
            [each for each in parts if _head(each) == (of, part)],
        )
        for of, part in heads
    ]


def _speak(fields: Iterable[EntryFormField]) -> bool:
    return any(each.problems or each.is_filled_in for each in fields)


def _head(shown: EntryFormField) -> tuple[str, str]:
    return shown.field.owner, shown.field.fold_heading


def _cells(fields: Sequence[EntryFormField]) -> list[NumberCell]:
    """Told apart by their leg where all are called the same, else by what they are called."""
    by_leg = len({each.label for each in fields}) == 1
    steps = len(fields) > 1 and all(_has_few_steps(each) for each in fields)
    return [
        NumberCell(each, each.leg if by_leg and each.leg else each.label, steps) for each in fields
    ]


def _has_few_steps(shown: EntryFormField) -> bool:
    low, high = shown.field.min, shown.field.max
    return low is not None and high is not None and high - low <= MAX_STEPPER_RANGE
