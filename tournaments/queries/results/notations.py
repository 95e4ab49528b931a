"""Write a result in one line as players of the game do, and pick its main figures."""

from collections.abc import Collection
from typing import NamedTuple

from games.deals import BoardSetup
from games.fields import Field, Outcome
from games.game import Game
from games.text import Text
from games.text import gettext_noop as _

_UNREADABLE = Text(_("cannot be read"))


def first_choice_field(game: Game) -> Field | None:
    """Return the game's first choice field, of a trump or a contract; None without one."""
    return next((field for field in game.fields if field.kind == "choice"), None)


def first_choice_key(game: Game, outcome: Outcome) -> str:
    """Return what the table chose in the game's first choice field; blank if nothing."""
    field = first_choice_field(game)
    return str(outcome.get(field.name) or "") if field else ""


def call_text(game: Game, key: str) -> Text:
    """Return the label of a choice of the game's first choice field."""
    field = first_choice_field(game)
    return Text(field.labels.get(key, key) if field else key)


class ResultFigures(NamedTuple):
    """The figures of a result that pages show large, each blank if there is none.

    `call_key` is the key of the first choice. `number` is the result's number if it has exactly
    one, and `line` the line whose number it is. `call_differs` and `number_differs` are true if
    another result of the same play has a different one. `is_complete` is true if all other fields
    have their defaults, so that these figures are the whole result. `rest` is what the number
    leaves to `rest_line`, both blank unless two lines share a fixed number of points.
    `forfeit_line` is the line that loses all points, for instance by a revoke, and `forfeit_label`
    the label of the field that says so.
    """

    call_key: str
    call_differs: bool
    number: str
    number_differs: bool
    is_complete: bool
    line: str = ""
    rest: str = ""
    rest_line: str = ""
    forfeit_line: str = ""
    forfeit_label: str = ""


def result_figures(
    game: Game, outcome: Outcome, other_outcomes: Collection[Outcome] = ()
) -> ResultFigures:
    """Return the figures of an outcome; `other_outcomes` are the outcomes it is compared with."""
    call_key, (number, line) = first_choice_key(game, outcome), _only_number(game, outcome)
    forfeit = next(
        (field for field in game.fields if field.chosen_line_forfeits and outcome.get(field.name)),
        None,
    )
    return ResultFigures(
        call_key,
        any(first_choice_key(game, other_outcome) != call_key for other_outcome in other_outcomes),
        number,
        any(_only_number(game, other_outcome)[0] != number for other_outcome in other_outcomes),
        bool(number) and not _has_other_values(game, outcome),
        line,
        *_rest_and_line(game, outcome, line),
        str(outcome[forfeit.name]) if forfeit else "",
        forfeit.label if forfeit else "",
    )


def _rest_and_line(game: Game, outcome: Outcome, line: str) -> tuple[str, str]:
    """Return what a line's number leaves to the other line, and that line; blank if nothing."""
    field = next((field for field in game.fields if field.split_total), None)
    other_lines = [other_line for other_line in game.lines if other_line != line]
    if field is None or field.split_total is None or not line or len(other_lines) != 1:
        return "", ""
    number = outcome.get(field.name)
    return ("", "") if number is None else (str(field.split_total - int(number)), other_lines[0])


def _has_other_values(game: Game, outcome: Outcome) -> bool:
    """Return whether a field has no default value, besides the first choice and the numbers."""
    first_field = first_choice_field(game)
    return any(
        outcome.get(field.name) not in (None, field.default)
        for field in game.fields
        if field is not first_field and field.kind != "number"
    )


def _only_number(game: Game, outcome: Outcome) -> tuple[str, str]:
    """Return the only number of a result and its line; both are blank without or with several."""
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


def notation_of(game: Game, outcome: Outcome, board: BoardSetup) -> Text:
    """Return the notation of an outcome, or a text that it cannot be read if the game fails."""
    try:
        return game.notation(outcome, board)
    except (
        Exception
    ):  # the page of a wrong result must not fail, so that the result can be corrected
        return _UNREADABLE
