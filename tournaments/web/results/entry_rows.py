"""Groups of fields in an entry form: rows of a line or seat, exclusive choices, running sums."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from games.fields import parse_outcome
from games.game import Game
from games.sums import FieldSum
from tournaments.forms import EXCLUSIVE_CHOICE_PREFIX, EntryFormField


class ExclusiveOption(NamedTuple):
    """An option of an exclusive choice.

    `value` is what the form sends. `worth` is the points that the option gives, "" if the game does
    not say.
    """

    value: str
    label: str
    worth: str


@dataclass(frozen=True)
class ExclusiveChoice:
    """One choice that replaces several fields of which at most one may be filled in.

    The fields belong to one line or seat, or are the same field of each line or seat.
    """

    label: str
    fields: Sequence[EntryFormField]

    @property
    def name(self) -> str:
        """Return the name under which the form sends the choice."""
        return f"{EXCLUSIVE_CHOICE_PREFIX}{self.fields[0].field.name}"

    @property
    def options(self) -> list[tuple[str, list[ExclusiveOption]]]:
        """Return the options by line or seat; "" stands for the owner that all fields share."""
        owners = {form_field.field.owner for form_field in self.fields}
        if len(owners) == 1:
            return [
                ("", list(_options(form_field, form_field.label))) for form_field in self.fields
            ]
        return [
            (form_field.field.owner, list(_options(form_field, gettext("yes"))))
            for form_field in self.fields
        ]

    @property
    def selected_value(self) -> str:
        """Return the value that was submitted, or ""."""
        filled = next((form_field for form_field in self.fields if form_field.is_filled_in), None)
        return f"{filled.field.name}={filled.submitted}" if filled else ""

    @property
    def problems(self) -> list[str]:
        """Return the problems of any of the fields."""
        return [problem for form_field in self.fields for problem in form_field.problems]

    @property
    def is_rare(self) -> bool:
        """Return whether all fields of the choice are rare."""
        return all(form_field.field.is_rare for form_field in self.fields)


def group_exclusive_fields(
    form_fields: Iterable[EntryFormField],
) -> list[EntryFormField | ExclusiveChoice]:
    """Return the fields of one owner in order, with one choice for fields that exclude another."""
    groups: dict[str, list[EntryFormField]] = {}
    for form_field in form_fields:
        groups.setdefault(form_field.field.exclusive_group or form_field.field.name, []).append(
            form_field
        )
    return [_field_or_choice(fields) for fields in groups.values()]


def fields_asked_once(form_fields: Iterable[EntryFormField]) -> list[ExclusiveChoice]:
    """Return the choices that are asked once for the whole table."""
    fields_by_label: dict[str, list[EntryFormField]] = {}
    for form_field in form_fields:
        if form_field.field.once_per_table:
            fields_by_label.setdefault(form_field.field.label, []).append(form_field)
    return [ExclusiveChoice(gettext(label), fields) for label, fields in fields_by_label.items()]


def _field_or_choice(fields: Sequence[EntryFormField]) -> EntryFormField | ExclusiveChoice:
    first_field = fields[0]
    if len(fields) > 1:
        return ExclusiveChoice(gettext(first_field.field.exclusive_group), fields)
    if first_field.field.min_nonzero:
        label = gettext("%(label)s: how many cards") % {"label": first_field.label}
        return ExclusiveChoice(label, fields)
    return first_field


def _options(form_field: EntryFormField, flag_label: str) -> Iterator[ExclusiveOption]:
    for value, label, worth in _values(form_field, flag_label):
        yield ExclusiveOption(f"{form_field.field.name}={value}", label, worth)


def _values(form_field: EntryFormField, flag_label: str) -> Iterator[tuple[str, str, str]]:
    """Return every value but the default, with its label and worth."""
    field = form_field.field
    if field.kind == "flag":
        yield "yes", flag_label, form_field.worth
    elif field.kind == "number":
        yield from (
            (str(number), str(number), "")
            for number in range(field.min_nonzero, (field.max or 0) + 1)
        )
    else:
        for value, label in form_field.choices:
            if value != field.default:
                yield value, label, form_field.worth_of(value)


@dataclass(frozen=True)
class RunningSum:
    """The current sum of some numbers, and the `total` that it should have, None if unknown.

    `owner` is the line or seat of the numbers, "" if they belong to several.
    """

    label: str
    field_ids: str
    current: int
    total: int | None
    owner: str = ""

    @property
    def distance(self) -> int:
        """Return the difference between the current sum and its total, never negative."""
        return abs(self.current - (self.total or 0))

    @property
    def verdict(self) -> str:
        """Return "right", "missing" or "over"; "" while the sum is 0 or has no known total."""
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
        """Return the verdict in the reader's language, with the distance from the total."""
        if self.verdict == "right":
            return gettext("it adds up")
        texts = {"missing": pgettext("points", "missing"), "over": pgettext("points", "too many")}
        return f"{texts[self.verdict]}: {self.distance}" if self.verdict else ""


@dataclass(frozen=True)
class RunningDifference:
    """How many points the first of two lines has more than the other."""

    more: RunningSum
    less: RunningSum

    @property
    def current(self) -> int:
        """Return the difference; negative if the other line has more."""
        return self.more.current - self.less.current


def running_sums(game: Game, submitted: Mapping[str, object]) -> Iterator[RunningSum]:
    """Yield the game's sums of the submitted values, as far as they do not depend on the cards."""
    outcome, _problems = parse_outcome(
        game.fields, {field.name: submitted.get(field.name) for field in game.fields}
    )
    for field_sum in game.field_sums(game.board(1)):
        current = sum(int(outcome[name] or 0) for name in field_sum.fields)
        yield RunningSum(
            gettext(field_sum.label),
            _field_ids(field_sum),
            current,
            field_sum.total,
            field_sum.line,
        )


def running_difference(totals: Sequence[RunningSum]) -> RunningDifference | None:
    """Return the difference of exactly two totals, otherwise None."""
    return RunningDifference(*totals) if len(totals) == 2 else None


def _field_ids(field_sum: FieldSum) -> str:
    return " ".join(f"id_{name}" for name in field_sum.fields)


# A number has plus and minus buttons if its largest value exceeds its smallest by at most this.
MAX_STEPPER_RANGE = 13

# Names of the players, by the key of their line or seat.
NamesByLineOrSeat = Mapping[str, str]


@dataclass(frozen=True)
class NumberCell:
    """A number in a row; its `label` distinguishes it from the others.

    With `has_stepper` it has plus and minus buttons.
    """

    form_field: EntryFormField
    label: str
    has_stepper: bool


@dataclass(frozen=True)
class NumberRow:
    """The numbers of one line or seat, with its names, and their sum if the game has one."""

    owner: str
    names: str
    cells: list[NumberCell]
    total: RunningSum | None


@dataclass(frozen=True)
class FoldedPart:
    """The fields of one line or seat that are folded under one heading."""

    title: str
    owner: str
    names: str
    fields: list[EntryFormField]

    @property
    def usual_fields(self) -> list[EntryFormField | ExclusiveChoice]:
        """Return the common fields; fields that exclude each other are one choice."""
        return [
            field_or_choice
            for field_or_choice in group_exclusive_fields(self.fields)
            if not field_or_choice.is_rare
        ]

    @property
    def rare_fields(self) -> list[EntryFormField | ExclusiveChoice]:
        """Return the rare fields, which are folded again within the part."""
        return [
            field_or_choice
            for field_or_choice in group_exclusive_fields(self.fields)
            if field_or_choice.is_rare
        ]

    @property
    def is_open(self) -> bool:
        """Return whether a field is filled in or has problems."""
        return _has_content(self.fields)

    @property
    def is_rare_open(self) -> bool:
        """Return whether a rare field is filled in or has problems."""
        return _has_content(form_field for form_field in self.fields if form_field.field.is_rare)


def number_rows(
    form_fields: Iterable[EntryFormField], names: NamesByLineOrSeat, sums: Iterable[RunningSum]
) -> list[NumberRow]:
    """Return a row with the numbers and their sum for every line or seat that has numbers."""
    fields_by_owner: dict[str, list[EntryFormField]] = {}
    for form_field in form_fields:
        if is_row_number(form_field):
            fields_by_owner.setdefault(form_field.field.owner, []).append(form_field)
    sum_by_owner = {running_sum.owner: running_sum for running_sum in sums if running_sum.owner}
    return [
        NumberRow(owner, names.get(owner, ""), _number_cells(fields), sum_by_owner.get(owner))
        for owner, fields in fields_by_owner.items()
    ]


def is_row_number(form_field: EntryFormField) -> bool:
    """Return whether a field is a number in the row of its line or seat.

    Folded numbers and numbers that leave a remainder to the other line are in no row.
    """
    field = form_field.field
    return (
        field.kind == "number"
        and bool(field.owner)
        and not field.fold_heading
        and field.split_total is None
    )


def folded_parts(
    form_fields: Sequence[EntryFormField], names: NamesByLineOrSeat
) -> list[FoldedPart]:
    """Return the folded parts of a form, by line or seat."""
    folded_fields = [
        form_field
        for form_field in form_fields
        if form_field.field.fold_heading and not form_field.field.once_per_table
    ]
    headings = dict.fromkeys(map(_owner_and_heading, folded_fields))
    return [
        FoldedPart(
            gettext(heading),
            owner,
            names.get(owner, ""),
            [
                form_field
                for form_field in folded_fields
                if _owner_and_heading(form_field) == (owner, heading)
            ],
        )
        for owner, heading in headings
    ]


def _has_content(fields: Iterable[EntryFormField]) -> bool:
    return any(form_field.problems or form_field.is_filled_in for form_field in fields)


def _owner_and_heading(form_field: EntryFormField) -> tuple[str, str]:
    return form_field.field.owner, form_field.field.fold_heading


def _number_cells(fields: Sequence[EntryFormField]) -> list[NumberCell]:
    """Return the numbers as cells; they are labelled by leg if all have the same label."""
    has_legs = len({form_field.label for form_field in fields}) == 1
    has_stepper = len(fields) > 1 and all(_fits_stepper(form_field) for form_field in fields)
    return [
        NumberCell(
            form_field,
            form_field.leg if has_legs and form_field.leg else form_field.label,
            has_stepper,
        )
        for form_field in fields
    ]


def _fits_stepper(form_field: EntryFormField) -> bool:
    min_value, max_value = form_field.field.min, form_field.field.max
    return (
        min_value is not None
        and max_value is not None
        and max_value - min_value <= MAX_STEPPER_RANGE
    )
