"""The entry form of a table's sheet, made from the game's fields."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest

from games.game import Game
from games.problems import Problem
from games.x import X
from tournaments.actions.results.entry_checks import UnlikelyResult
from tournaments.forms import EntryFormField, entry_form_fields, new_idempotency_key, problem_text
from tournaments.web.results.entry_rows import (
    ExclusiveChoice,
    FoldedPart,
    Names,
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

_KEY_LENGTH = 80


@dataclass(frozen=True)
class RoundTotal:
    """What a line made on the other boards of the round, and with what is typed in the form.

    `field_id` is the field that adds to it, if one does: the line takes what it leaves of
    `split_total`, or where that is None the field itself.
    """

    line: str
    before_board: X
    with_board: X
    field_id: str = ""
    split_total: int | None = None


class ChoiceField(NamedTuple):
    """A choice or a flag, with the flag that is shown `flag` its title.

    `hides_title`: one of its choices says what it is about, such as "no contro".
    """

    form_field: EntryFormField
    flag: EntryFormField | None
    hides_title: bool


@dataclass(frozen=True)
class EntryForm:
    """What a table fills in: `usual_fields` fields, `rows` and `number_fields` for the keypad, the
    others folded away.

    A number comes with what it leaves of the field's `whole`, which is the number of the
    `rest_line`; `sentences` are the problems that belong to no field, `questions` what is unlikely
    and only asked about.
    """

    single_fields: list[EntryFormField]
    """The fields that are neither asked of every seat nor part of something folded away."""
    rows: list[NumberRow]
    sums: list[RunningSum]
    """Those of everybody together."""
    table_choices: list[ExclusiveChoice]
    parts: list[FoldedPart]
    rest_line: str
    key: str
    sentences: list[str]
    questions: list[str]
    round_totals: list[RoundTotal]

    @property
    def usual_fields(self) -> list[EntryFormField]:
        """What is always chosen or ticked."""
        return [
            each for each in self.single_fields if each.field.kind != "number" and not each.is_rare
        ]

    @property
    def usual_choices(self) -> list[ChoiceField]:
        """The usual fields; a flag that follows a choice is shown beside its title."""
        asked: list[ChoiceField] = []
        for each in self.usual_fields:
            last = asked[-1] if asked else None
            is_behind = last and last.form_field.field.kind == "choice" and not last.flag
            if last and is_behind and each.field.kind == "flag" and not each.problems:
                asked[-1] = last._replace(flag=each, hides_title=False)
            else:
                asked.append(ChoiceField(each, None, _says_title(each)))
        return asked

    @property
    def number_fields(self) -> list[tuple[EntryFormField, str]]:
        """Each number, with what it leaves to the other line."""
        return [
            (each, remainder_of(each)) for each in self.single_fields if each.field.kind == "number"
        ]

    @property
    def rare_fields(self) -> list[EntryFormField]:
        """What most results have nothing of."""
        return [each for each in self.single_fields if each.is_rare]

    @property
    def first_field_name(self) -> str:
        """The field that is looked at again first: a number where there is one."""
        numbers = [shown for shown, _rest in self.number_fields] or [
            row.cells[0].form_field for row in self.rows
        ]
        return next((shown.field.name for shown in [*numbers, *self.usual_fields]), "")

    @property
    def has_keypad(self) -> bool:
        """Whether there is a number that is typed, not moved up and down."""
        return bool(self.number_fields) or any(
            not cell.has_stepper for row in self.rows for cell in row.cells
        )

    @property
    def difference(self) -> RunningDifference | None:
        """What one of two lines makes over the other, where both have totals."""
        return running_difference([row.total for row in self.rows if row.total])

    @property
    def heading(self) -> str:
        """What the numbers of all rows are called, where there is one name for them, or what
        they make."""
        labels = {cell.form_field.label for row in self.rows for cell in row.cells}
        made = [each.label for each in self.sums] if self.rows else []
        names = list(labels) if len(labels) == 1 else made
        return names[0] if len(names) == 1 else ""

    @property
    def has_signs(self) -> bool:
        """Whether a number in a row may be less than nothing."""
        return any(cell.form_field.keyboard == "text" for row in self.rows for cell in row.cells)


def entry_form(
    game: Game,
    submitted: Mapping[str, object],
    problems: Iterable[Problem] = (),
    names: Names | None = None,
    *,
    key: str = "",
    so_far: Mapping[str, X] | None = None,
) -> EntryForm:
    """The form with what was said so far and what is wrong with it, under `key` or a new
    one-time key."""
    problems, sums = list(problems), list(running_sums(game, submitted))
    shown = entry_form_fields(game.fields, submitted, problems)
    alone = [each for each in shown if not each.field.fold_heading and not is_row_number(each)]
    return EntryForm(
        single_fields=alone,
        rows=number_rows(shown, names or {}, sums),
        sums=[each for each in sums if not each.owner],
        table_choices=fields_asked_once(shown),
        parts=folded_parts(shown, names or {}),
        rest_line=list(game.lines)[-1],
        key=key or new_idempotency_key(),
        sentences=_of_no_field(game, problems),
        questions=[problem_text(each) for each in problems if isinstance(each, UnlikelyResult)],
        round_totals=list(_so_far(alone, so_far or {})),
    )


def _says_title(shown: EntryFormField) -> bool:
    title = shown.title.casefold()
    return any(title in str(label).casefold() for _value, label in shown.choices)


def _of_no_field(game: Game, problems: Iterable[Problem]) -> list[str]:
    """What is wrong and stands beside no field; what is only unlikely is a question apart."""
    known = {field.name for field in game.fields}
    wrong = (problem for problem in problems if not isinstance(problem, UnlikelyResult))
    return [problem_text(problem) for problem in wrong if problem.field not in known]


def _so_far(numbers: Iterable[EntryFormField], before: Mapping[str, X]) -> Iterator[RoundTotal]:
    """The totals of the round; a number that leaves a rest to the last line adds to both."""
    shown = next((each for each in numbers if each.field.split_total is not None), None)
    left = remainder_of(shown) if shown else ""
    for line, total in before.items():
        if shown is None:
            yield RoundTotal(line, total, total)
            continue
        is_rest = line != next(iter(before))
        typed = int(left if is_rest else shown.submitted) if left else 0
        whole = shown.field.split_total if is_rest else None
        yield RoundTotal(line, total, total + typed, f"id_{shown.field.name}", whole)


def idempotency_key_of(request: HttpRequest) -> str:
    """The form's one-time key; a form without a proper one gets a new one, and is simply stored."""
    key = request.POST.get("key", "")
    return key if key.isalnum() and len(key) <= _KEY_LENGTH else new_idempotency_key()
