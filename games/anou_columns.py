"""Anou: the four columns in which a player builds his wall, and what they come to.

Source: the rules of its author, Yozaemon, as of 2022, in the account that docs/games/anou.md names.
"""

from collections.abc import Iterator, Mapping, Sequence

from games.cards import Card, Pack
from games.problems import Problem
from games.text import gettext_noop as _

PLAN = (1, 2, 3, 4)
"""How many cards each column is planned to have, from the left."""

ALL_EXACT = 2
"""What a wall brings besides when every column is exactly as planned."""

Columns = tuple[Pack, Pack, Pack, Pack]
"""A player's cards, column by column."""

Walls = Mapping[str, Columns]
"""The columns of every seat."""

EMPTY: Columns = ((), (), (), ())


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
    one, two, three, four = ((*each, card) if at == number else each for at, each in enumerate(columns, 1))
    return one, two, three, four


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


def heights(walls: Walls) -> Iterator[tuple[str, int, int]]:
    """Every seat with each column's number and the cards in it."""
    for seat, columns in walls.items():
        for number, column in enumerate(columns, 1):
            yield seat, number, len(column)
