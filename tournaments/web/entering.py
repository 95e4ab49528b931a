"""The entry form of a table's sheet, and the same sheet read-only, both made from the game's fields."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext

from games.fields import Outcome
from games.game import Game
from games.problems import Problem
from tournaments.forms import ShownField, as_said, sentence, shown_fields
from tournaments.templatetags.cards import line_name
from tournaments.web.asking import form_key
from tournaments.web.entry_rows import (
    AskedRow,
    Folded,
    Names,
    RunningSum,
    folded,
    is_asked_of_somebody,
    rows_asked,
    running,
)

_KEY_LENGTH = 80


@dataclass(frozen=True)
class EntryForm:
    """What a table fills in: `usual` fields, `rows` and `numbers` for the keypad, the others folded away.

    A number comes with what it leaves of the field's `whole`, which is the number of the `rest_line`;
    `sentences` are the problems that belong to no field.
    """

    usual: list[ShownField]
    numbers: list[tuple[ShownField, str]]
    rows: list[AskedRow]
    sums: list[RunningSum]
    parts: list[Folded]
    rare: list[ShownField]
    rest_line: str
    key: str
    sentences: list[str]

    @property
    def has_keypad(self) -> bool:
        """Whether there is a number that is typed, not moved up and down."""
        return bool(self.numbers) or any(not cell.steps for row in self.rows for cell in row.cells)


@dataclass(frozen=True)
class SaidValue:
    """One field of a result in words; `call` is the choice itself, which may have a symbol."""

    label: str
    text: str
    call: str = ""


def entry_form(
    game: Game, said: Mapping[str, object], problems: Iterable[Problem] = (), names: Names | None = None
) -> EntryForm:
    """The form with what was said so far and what is wrong with it, under a new one-time key."""
    problems = list(problems)
    shown = shown_fields(game.fields, said, problems)
    alone = [each for each in shown if not each.field.part and not is_asked_of_somebody(each)]
    known = {field.name for field in game.fields}
    return EntryForm(
        usual=[each for each in alone if each.field.kind != "number" and not _is_rare(each)],
        numbers=[(each, _rest(each)) for each in alone if each.field.kind == "number"],
        rows=rows_asked(shown, names or {}),
        sums=list(running(game, said)),
        parts=folded(shown, names or {}),
        rare=[each for each in alone if _is_rare(each)],
        rest_line=list(game.lines)[-1],
        key=form_key(),
        sentences=[sentence(problem) for problem in problems if problem.field not in known],
    )


def said_values(game: Game, outcome: Outcome) -> list[SaidValue]:
    """A result field by field; what was left empty or says what an empty field means anyway is left out."""
    shown = shown_fields(game.fields, as_said(outcome))
    said = [each for each in shown if each.field.required or not _is_left(each)]
    return [value for each in said for value in _values(each, list(game.lines)[-1])]


def sent_key(request: HttpRequest) -> str:
    """The form's one-time key; a form without a proper one gets a new one, and is simply stored."""
    key = request.POST.get("key", "")
    return key if key.isalnum() and len(key) <= _KEY_LENGTH else form_key()


def _is_rare(shown: ShownField) -> bool:
    """Whether nothing is usually said in the field: a choice that has no default and may stay empty."""
    return shown.field.kind == "choice" and shown.field.default is None and not shown.field.required


def _is_left(shown: ShownField) -> bool:
    """Whether the field says nothing: it is empty, an unticked box, or a number left as it was."""
    if shown.field.kind == "choice" and not shown.field.part:
        return not shown.said
    return not shown.said or shown.field.is_untouched(shown.said)


def _values(shown: ShownField, rest_line: str) -> list[SaidValue]:
    if shown.field.kind == "choice":
        return [SaidValue(shown.title, dict(shown.choices)[shown.said], shown.said)]
    if shown.field.kind == "flag":
        return [SaidValue(shown.title, gettext("yes"))]
    if shown.field.whole is None:
        return [SaidValue(shown.title, shown.said)]
    return [SaidValue(shown.title, shown.said), SaidValue(str(line_name(rest_line)), _rest(shown))]


def _rest(shown: ShownField) -> str:
    """What a number leaves of its field's `whole`; nothing while what was said is no such number."""
    whole = shown.field.whole
    if whole is None or not shown.said.isdecimal() or len(shown.said) > len(str(whole)):
        return ""
    return str(whole - int(shown.said)) if int(shown.said) <= whole else ""
