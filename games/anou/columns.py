"""Anou: the four columns in which a player builds his wall, and what they come to.

Source: https://sites.google.com/site/tambourinedc/cards/anou (in Japanese), after the rules of its
inventor, Yozaemon, as of 2022.
"""

from collections.abc import Iterable, Mapping, Sequence

from games.cards import Card, Pack
from games.explanations.explanation import Explanation
from games.explanations.x_formula import x_explanation
from games.problems import Problem
from games.seats import line_label
from games.text import Text, join_sentences
from games.text import gettext_noop as _
from games.x import X

PLAN = (1, 2, 3, 4)
"""How many cards each column is planned to have, from the left."""

ALL_EXACT = 2
"""What a wall brings besides when every column is exactly as planned."""

_WALL = _(
    "The columns of %(line)s have %(heights)s cards; the plan is 1-2-3-4. Columns within the "
    "plan add their cards, higher ones subtract them; no score is below 0."
)
_EXACT = Text(_("All are as planned: two points more."))

Columns = tuple[Pack, ...]
"""A player's cards in each of his four columns."""

Walls = Mapping[str, Columns]
"""The columns of every seat."""

EMPTY: Columns = tuple(() for _column in PLAN)


def deal_points(heights: Sequence[int]) -> int:
    """What a wall with columns of these heights scores, 0–12: nobody loses points in a deal."""
    points = sum(
        height if height <= plan else -height for height, plan in zip(heights, PLAN, strict=True)
    )
    return max(0, points + (ALL_EXACT if tuple(heights) == PLAN else 0))


def wall_explained(line: str, heights: Sequence[int], among: Iterable[str]) -> Explanation:
    """What a wall scores, column by column; `among` are all lines."""
    signs = ["+" if height <= plan else "−" for height, plan in zip(heights, PLAN, strict=True)]
    numbers: dict[str, X] = {
        f"column{plan}": height for height, plan in zip(heights, PLAN, strict=True)
    }
    terms = " ".join(f"{sign} %({key})s" for sign, key in zip(signs, numbers, strict=True))
    template = terms.removeprefix("+ ")
    said = Text(_WALL, {"line": line_label(line, among), "heights": "-".join(map(str, heights))})
    if tuple(heights) == PLAN:
        numbers["exact"] = ALL_EXACT
        return x_explanation(join_sentences(said, _EXACT), f"{template} + %(exact)s", numbers)
    return x_explanation(said, f"max(0, {template})", numbers)


def walls_so_far(walls: Walls) -> dict[str, Text]:
    """What the wall of each seat scores as it stands."""
    scored = {
        seat: deal_points([len(column) for column in columns]) for seat, columns in walls.items()
    }
    return {
        seat: Text(_("scores %(points)s"), {"points": points}) for seat, points in scored.items()
    }


def places_for(card: Card, columns: Columns) -> list[int]:
    """The columns, from 1, in which the card may be laid: that of its suit, or any empty one."""
    own = [
        number for number, column in enumerate(columns, 1) if column and column[0].suit == card.suit
    ]
    return own or [number for number, column in enumerate(columns, 1) if not column]


def laid(columns: Columns, card: Card, number: int) -> Columns:
    """The columns with the card in column `number`."""
    return tuple(
        (*column, card) if at == number else column for at, column in enumerate(columns, 1)
    )


def misplaced(card: Card, number: int, columns: Columns) -> Problem | None:
    """Why the card may not be laid in column `number`."""
    allowed = places_for(card, columns)
    if number in allowed:
        return None
    params = {"card": str(card), "column": number, "own": allowed[0]}
    if columns[number - 1]:
        template = _("Column %(column)s holds another suit than %(card)s.")
        return Problem("column_of_other_suit", template, params)
    return Problem("suit_has_column", _("Column %(own)s already has the suit of %(card)s."), params)
