"""The entry form of a board, built from the game's fields."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.http import HttpRequest

from games.game import Game
from games.problems import Problem
from tournaments.actions.results.entry_checks import UnlikelyResult
from tournaments.forms import EntryFormField, entry_form_fields, new_idempotency_key, problem_text
from tournaments.web.results.entry_rows import (
    ExclusiveChoice,
    FoldedPart,
    NamesByLineOrSeat,
    NumberRow,
    RunningDifference,
    RunningSum,
    fields_asked_once,
    folded_parts,
    is_row_number,
    number_rows,
    running_difference,
    running_sums,
)
from tournaments.web.results.outcome_groups import remainder_of

# Most characters of an idempotency key.
_MAX_KEY_LENGTH = 80


class ChoiceField(NamedTuple):
    """A choice, with the flag shown beside its title; or a flag alone.

    The title is hidden if one of the choices contains it, such as "no contro".
    """

    form_field: EntryFormField
    flag: EntryFormField | None
    hides_title: bool


@dataclass(frozen=True)
class EntryForm:
    """The form in which a table fills in the result of a board.

    `rows` are the numbers of each line or seat, `parts` the fields that are folded, and
    `single_fields` all other fields. `sums` are the sums over all lines or seats. `table_choices`
    are asked once for the whole table. If a field has a `split_total`, the `rest_line` gets what
    the number leaves of it. `sentences` are the problems that belong to no field, and `questions`
    those that ask whether an unlikely result is right.
    """

    single_fields: list[EntryFormField]
    rows: list[NumberRow]
    sums: list[RunningSum]
    table_choices: list[ExclusiveChoice]
    parts: list[FoldedPart]
    rest_line: str
    key: str
    sentences: list[str]
    questions: list[str]

    @property
    def usual_fields(self) -> list[EntryFormField]:
        """Return the choices and flags that are always shown."""
        return [
            form_field
            for form_field in self.single_fields
            if form_field.field.kind != "number" and not form_field.is_rare
        ]

    @property
    def usual_choices(self) -> list[ChoiceField]:
        """Return the usual fields; a flag after a choice is joined to that choice."""
        choices: list[ChoiceField] = []
        for form_field in self.usual_fields:
            previous = choices[-1] if choices else None
            follows_choice = (
                previous and previous.form_field.field.kind == "choice" and not previous.flag
            )
            if (
                previous
                and follows_choice
                and form_field.field.kind == "flag"
                and not form_field.problems
            ):
                choices[-1] = previous._replace(flag=form_field, hides_title=False)
            else:
                choices.append(ChoiceField(form_field, None, _choices_repeat_title(form_field)))
        return choices

    @property
    def number_fields(self) -> list[tuple[EntryFormField, str]]:
        """Return each number with the remainder that the other line gets, or ""."""
        return [
            (form_field, remainder_of(form_field))
            for form_field in self.single_fields
            if form_field.field.kind == "number"
        ]

    @property
    def rare_fields(self) -> list[EntryFormField]:
        """Return the fields that most results do not need."""
        return [form_field for form_field in self.single_fields if form_field.is_rare]

    @property
    def first_field_name(self) -> str:
        """Return the name of the field to correct first: a number, if there is one."""
        numbers = [form_field for form_field, _rest in self.number_fields] or [
            row.cells[0].form_field for row in self.rows
        ]
        return next((form_field.field.name for form_field in [*numbers, *self.usual_fields]), "")

    @property
    def has_keypad(self) -> bool:
        """Return whether a number is typed, as opposed to changed with plus and minus buttons."""
        return bool(self.number_fields) or any(
            not cell.has_stepper for row in self.rows for cell in row.cells
        )

    @property
    def difference(self) -> RunningDifference | None:
        """Return by how much one of two lines exceeds the other, if both have totals."""
        return running_difference([row.total for row in self.rows if row.total])

    @property
    def heading(self) -> str:
        """Return the label that all numbers in the rows share, or else that of their only sum.

        Returns "" if there is neither.
        """
        labels = {cell.form_field.label for row in self.rows for cell in row.cells}
        sum_labels = [running_sum.label for running_sum in self.sums] if self.rows else []
        names = list(labels) if len(labels) == 1 else sum_labels
        return names[0] if len(names) == 1 else ""

    @property
    def has_signs(self) -> bool:
        """Return whether a number in a row may be negative."""
        return any(cell.form_field.keyboard == "text" for row in self.rows for cell in row.cells)


def entry_form(
    game: Game,
    submitted: Mapping[str, object],
    problems: Iterable[Problem] = (),
    names: NamesByLineOrSeat | None = None,
    *,
    key: str = "",
    own_line: str = "",
) -> EntryForm:
    """Return the form with submitted values and problems.

    `key` is the idempotency key, by default a new one. If two lines share a number, the form asks
    for the part of `own_line`, by default of the first line.
    """
    problems, sums = list(problems), list(running_sums(game, submitted))
    first_line, *_other_lines, last_line = game.lines
    asks_last_line = own_line == last_line and any(field.other_part for field in game.fields)
    form_fields = entry_form_fields(game.fields, submitted, problems)
    if asks_last_line:
        form_fields = [_as_other_part(form_field, problems) for form_field in form_fields]
    single_fields = [
        field for field in form_fields if not field.field.fold_heading and not is_row_number(field)
    ]
    return EntryForm(
        single_fields=single_fields,
        rows=number_rows(form_fields, names or {}, sums),
        sums=[running_sum for running_sum in sums if not running_sum.owner],
        table_choices=fields_asked_once(form_fields),
        parts=folded_parts(form_fields, names or {}),
        rest_line=first_line if asks_last_line else last_line,
        key=key or new_idempotency_key(),
        sentences=_general_problems(game, problems),
        questions=[
            problem_text(problem) for problem in problems if isinstance(problem, UnlikelyResult)
        ],
    )


def _as_other_part(form_field: EntryFormField, problems: Iterable[Problem]) -> EntryFormField:
    """Return the field of the other line's part of a shared number; other fields unchanged."""
    field = form_field.field
    if field.other_part is None:
        return form_field
    texts = [
        problem_text(replace(problem, params={**problem.params, "field": field.other_part.title}))
        for problem in problems
        if problem.field == field.name
    ]
    return EntryFormField(field.other_part, field.remainder_text(form_field.submitted), texts)


def _choices_repeat_title(form_field: EntryFormField) -> bool:
    title = form_field.title.casefold()
    return any(title in str(label).casefold() for _value, label in form_field.choices)


def _general_problems(game: Game, problems: Iterable[Problem]) -> list[str]:
    """Return the problems that belong to no field, without unlikely results."""
    field_names = {field.name for field in game.fields}
    errors = (problem for problem in problems if not isinstance(problem, UnlikelyResult))
    return [problem_text(problem) for problem in errors if problem.field not in field_names]


def idempotency_key_of(request: HttpRequest) -> str:
    """Return the form's idempotency key, or a new one if it has none or an invalid one."""
    key = request.POST.get("key", "")
    return key if key.isalnum() and len(key) <= _MAX_KEY_LENGTH else new_idempotency_key()
