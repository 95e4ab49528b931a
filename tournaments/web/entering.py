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

_KEY_LENGTH = 80


@dataclass(frozen=True)
class EntryForm:
    """What a table fills in: `usual` fields first, `numbers` beside the keypad, `rare` ones folded away.

    A number comes with what it leaves of the field's `whole`, which is the number of the `rest_line`;
    `sentences` are the problems that belong to no field.
    """

    usual: list[ShownField]
    numbers: list[tuple[ShownField, str]]
    rare: list[ShownField]
    rest_line: str
    key: str
    sentences: list[str]


@dataclass(frozen=True)
class SaidValue:
    """One field of a result in words; `call` is the choice itself, which may have a symbol."""

    label: str
    text: str
    call: str = ""


def entry_form(game: Game, said: Mapping[str, object], problems: Iterable[Problem] = ()) -> EntryForm:
    """The form with what was said so far and what is wrong with it, under a new one-time key."""
    problems = list(problems)
    fields = shown_fields(game.fields, said, problems)
    names = {field.name for field in game.fields}
    return EntryForm(
        usual=[shown for shown in fields if shown.field.kind != "number" and not _is_rare(shown)],
        numbers=[(shown, _rest(shown)) for shown in fields if shown.field.kind == "number"],
        rare=[shown for shown in fields if _is_rare(shown)],
        rest_line=list(game.lines)[-1],
        key=form_key(),
        sentences=[sentence(problem) for problem in problems if problem.field not in names],
    )


def said_values(game: Game, outcome: Outcome) -> list[SaidValue]:
    """A result field by field; what was left empty or unticked is left out."""
    fields = shown_fields(game.fields, as_said(outcome))
    said = [
        shown for shown in fields if shown.said and not (shown.field.kind == "flag" and shown.said == "no")
    ]
    return [value for shown in said for value in _values(shown, list(game.lines)[-1])]


def sent_key(request: HttpRequest) -> str:
    """The form's one-time key; a form without a proper one gets a new one, and is simply stored."""
    key = request.POST.get("key", "")
    return key if key.isalnum() and len(key) <= _KEY_LENGTH else form_key()


def _is_rare(shown: ShownField) -> bool:
    """Whether nothing is usually said in the field: a choice that has no default and may stay empty."""
    return shown.field.kind == "choice" and shown.field.default is None and not shown.field.required


def _values(shown: ShownField, rest_line: str) -> list[SaidValue]:
    if shown.field.kind == "choice":
        return [SaidValue(shown.label, dict(shown.choices)[shown.said], shown.said)]
    if shown.field.kind == "flag":
        return [SaidValue(shown.label, gettext("yes"))]
    if shown.field.whole is None:
        return [SaidValue(shown.label, shown.said)]
    return [SaidValue(shown.label, shown.said), SaidValue(str(line_name(rest_line)), _rest(shown))]


def _rest(shown: ShownField) -> str:
    """What a number leaves of its field's `whole`; nothing while what was said is no such number."""
    whole = shown.field.whole
    if whole is None or not shown.said.isdecimal() or len(shown.said) > len(str(whole)):
        return ""
    return str(whole - int(shown.said)) if int(shown.said) <= whole else ""
