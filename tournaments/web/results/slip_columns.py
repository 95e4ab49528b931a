"""How a score slip has room for every field of a game, whatever is asked again for each line and
leg."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from games.game import Game
from tournaments.forms import ShownField, shown_fields

WIDEST = 8
"""Columns of one row that can still be written in on half a sheet."""


@dataclass(frozen=True)
class SlipColumns:
    """The columns of a slip: `whole` are asked once a board, `each` once in a row for every line or
    seat.

    A row of `rows` is whose it is and a field for each of `each`, None where it is not asked.
    `words` are headings under which one writes freely: there are too many fields for a column each.
    """

    whole: list[ShownField]
    each: list[ShownField]
    rows: Mapping[str, list[ShownField | None]]
    words: list[str]


def slip_columns(game: Game) -> SlipColumns:
    """One row a board where that fits; otherwise one for every line or seat that something is
    asked of."""
    shown = shown_fields(game.fields, {})
    asked = [each for each in shown if not each.field.part]
    words = list(dict.fromkeys(gettext(each.field.part) for each in shown if each.field.part))
    if len(asked) <= WIDEST and not words:
        return SlipColumns(asked, [], {}, [])
    whole = [each for each in asked if not each.field.of]
    rows = {owner: [each for each in asked if each.field.of == owner] for owner in _owners(shown)}
    heads = {_head(each): each for fields in rows.values() for each in fields}
    filled = {owner: [_find(fields, head) for head in heads] for owner, fields in rows.items()}
    return SlipColumns(whole, list(heads.values()), filled, words)


def _owners(shown: list[ShownField]) -> list[str]:
    return list(dict.fromkeys(each.field.of for each in shown if each.field.of))


def _head(shown: ShownField) -> tuple[int | None, str]:
    return shown.field.leg, shown.field.label


def _find(fields: list[ShownField], head: tuple[int | None, str]) -> ShownField | None:
    return next((each for each in fields if _head(each) == head), None)
