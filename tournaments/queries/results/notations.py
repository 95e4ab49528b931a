"""What was said about a play in one line, as players of the game write it."""

from collections.abc import Collection
from typing import NamedTuple

from games.deals import DealtBoard
from games.fields import Field, Outcome
from games.game import Game
from games.text import Text
from games.text import gettext_noop as _

_SENSELESS = Text(_("cannot be read"))


def first_choice_field(game: Game) -> Field | None:
    """What a table chooses first, a trump or a contract; None where it chooses nothing."""
    return next((field for field in game.fields if field.kind == "choice"), None)


def first_choice_key(game: Game, outcome: Outcome) -> str:
    """What a table chose there; blank where it chose nothing."""
    field = first_choice_field(game)
    return str(outcome.get(field.name) or "") if field else ""


def call_text(game: Game, called: str) -> Text:
    """A choice of that field as players of the game call it."""
    field = first_choice_field(game)
    return Text(field.labels.get(called, called) if field else called)


class ResultFigures(NamedTuple):
    """What is drawn large of a result: the key of what was chosen first, and its number where it
    has one alone; each blank where there is none.

    Each differs where the same of another result is not alike. They are all there is to say of the
    result where every other field has its default. `line` is the line whose number it is, blank
    where it is nobody's.
    """

    called: str
    call_differs: bool
    number: str
    number_differs: bool
    is_complete: bool
    line: str = ""


def result_figures(game: Game, outcome: Outcome, others: Collection[Outcome] = ()) -> ResultFigures:
    """The figures of an outcome, and in which of them it differs from others of the same play."""
    called, (number, line) = first_choice_key(game, outcome), _only_number(game, outcome)
    return ResultFigures(
        called,
        any(first_choice_key(game, each) != called for each in others),
        number,
        any(_only_number(game, each)[0] != number for each in others),
        bool(number) and not _has_more(game, outcome),
        line,
    )


def _has_more(game: Game, outcome: Outcome) -> bool:
    """Whether a field besides the first choice and the numbers has another value than its
    default."""
    first = first_choice_field(game)
    return any(
        outcome.get(field.name) not in (None, field.default)
        for field in game.fields
        if field is not first and field.kind != "number"
    )


def _only_number(game: Game, outcome: Outcome) -> tuple[str, str]:
    """Return the number and whose it is; both blank where there is none or several."""
    fields = (field for field in game.fields if field.kind == "number")
    numbers = [
        (
            str(outcome[field.name]),
            field.owner or (next(iter(game.lines)) if field.split_total else ""),
        )
        for field in fields
        if outcome.get(field.name) is not None
    ]
    return numbers[0] if len(numbers) == 1 else ("", "")


def notation_of(game: Game, outcome: Outcome, board: DealtBoard) -> Text:
    """The notation of an outcome; that it cannot be read, where the game can make nothing of it."""
    try:
        return game.notation(outcome, board)
    except Exception:  # whoever looks for what is wrong must be able to open its page
        return _SENSELESS
