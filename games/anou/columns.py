"""Anou: the four columns in which a player builds his wall, and what they come to.

Source: https://sites.google.com/site/tambourinedc/cards/anou (in Japanese), after the rules of its inventor,
Yozaemon, as of 2022.
"""

from collections.abc import Mapping, Sequence

from games.cards import Card, Pack
from games.problems import Problem
from games.text import gettext_noop as _

PLAN = (1, 2, 3, 4)
"""How many cards each column is planned to have, from the left."""

ALL_EXACT = 2
"""What a wall brings besides when every column is exactly as planned."""

Columns = tuple[Pack, ...]
"""A player's cards in each of his four columns."""

Walls = Mapping[str, Columns]
"""The columns of every seat."""

EMPTY: Columns = tuple(() for _column in PLAN)


def deal_points(heights: Sequence[int]) -> int:
    """What a wall with columns of these heights scores, 0–12: nobody loses points in a deal."""
    points = sum(height if height <= plan else -height for height, plan in zip(heights, PLAN, strict=True))
    return max(0, points + (ALL_EXACT if tuple(heights) == PLAN else 0))


def places_for(card: Card, columns: Columns) -> list[int]:
    """The columns, from 1, in which the card may be laid: that of its suit, or any empty one."""
    own = [number for number, column in enumerate(columns, 1) if column and column[0].suit == card.suit]
    return own or [number for number, column in enumerate(columns, 1) if not column]


def laid(columns: Columns, card: Card, number: int) -> Columns:
    """The columns with the card in column `number`."""
    return tuple((*column, card) if at == number else column for at, column in enumerate(columns, 1))


def misplaced(card: Card, number: int, columns: Columns) -> Problem | None:
    """Why the card may not be laid in column `number`."""
    allowed = places_for(card, columns)
    if number in allowed:
        return None
    params = {"card": str(card), "column": number, "own": allowed[0]}
    if columns[number - 1]:
        template = _("Column %(column)s holds another suit than %(card)s.")
        return Problem("column_of_other_suit", template, params)
    return Problem("suit_has_column", _("The suit of %(card)s lies in column %(own)s already."), params)
