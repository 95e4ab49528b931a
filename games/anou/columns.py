"""The wall of a player of Anou: where cards may be placed, and what it scores.

A wall has four columns, each of one suit.

Source: https://sites.google.com/site/tambourinedc/cards/anou (in Japanese), after the rules of the
inventor, Yozaemon, as of 2022.
"""

from collections.abc import Iterable, Mapping, Sequence

from games.cards import Card, Pack
from games.explanations.explanation import Explanation
from games.explanations.x_explanations import x_explanation
from games.problems import Problem
from games.seats import line_label
from games.text import Text, join_sentences
from games.text import gettext_noop as _
from games.x import X

# The planned number of cards in each column, from the left.
PLANNED_HEIGHTS = (1, 2, 3, 4)

# Extra points if all columns are exactly as planned.
EXACT_WALL_BONUS = 2

_WALL_SENTENCE = _(
    "The columns of %(line)s have %(heights)s cards; the plan is 1-2-3-4. Columns within the "
    "plan add their cards, higher ones subtract them; no score is below 0."
)
_EXACT_WALL_SENTENCE = Text(_("All are as planned: two points more."))

# The cards in each of the four columns of a player.
Wall = tuple[Pack, ...]

# The wall of each seat.
Walls = Mapping[str, Wall]

EMPTY_WALL: Wall = tuple(() for _column in PLANNED_HEIGHTS)


def wall_points(heights: Sequence[int]) -> int:
    """Return the points of a wall with columns of these heights, 0–12.

    A column that is not higher than planned adds its number of cards, a higher one subtracts it. A
    wall whose total would be negative scores 0.
    """
    points = sum(
        height if height <= plan else -height
        for height, plan in zip(heights, PLANNED_HEIGHTS, strict=True)
    )
    return max(0, points + (EXACT_WALL_BONUS if tuple(heights) == PLANNED_HEIGHTS else 0))


def explain_wall(line: str, heights: Sequence[int], all_lines: Iterable[str]) -> Explanation:
    """Explain the score of a wall column by column.

    `all_lines` are all lines of the table, from which `line_label` derives the line's name.
    """
    signs = [
        "+" if height <= plan else "−"
        for height, plan in zip(heights, PLANNED_HEIGHTS, strict=True)
    ]
    numbers: dict[str, X] = {
        f"column{plan}": height for height, plan in zip(heights, PLANNED_HEIGHTS, strict=True)
    }
    terms = " ".join(f"{sign} %({key})s" for sign, key in zip(signs, numbers, strict=True))
    template = terms.removeprefix("+ ")
    sentence = Text(
        _WALL_SENTENCE,
        {"line": line_label(line, all_lines), "heights": "-".join(map(str, heights))},
    )
    if tuple(heights) == PLANNED_HEIGHTS:
        numbers["exact"] = EXACT_WALL_BONUS
        return x_explanation(
            join_sentences(sentence, _EXACT_WALL_SENTENCE), f"{template} + %(exact)s", numbers
        )
    return x_explanation(sentence, f"max(0, {template})", numbers)


def wall_score_words(walls: Walls) -> dict[str, Text]:
    """Return the present score of each wall in words."""
    points_by_seat = {
        seat: wall_points([len(column) for column in wall]) for seat, wall in walls.items()
    }
    return {
        seat: Text(_("scores %(points)s"), {"points": points})
        for seat, points in points_by_seat.items()
    }


def legal_columns(card: Card, wall: Wall) -> list[int]:
    """Return the columns, counted from 1, in which the card may be placed.

    If a column has cards of this suit, only that column is legal; otherwise any empty column is.
    """
    suit_columns = [
        number for number, column in enumerate(wall, 1) if column and column[0].suit == card.suit
    ]
    return suit_columns or [number for number, column in enumerate(wall, 1) if not column]


def with_card(wall: Wall, card: Card, column_number: int) -> Wall:
    """Return the wall with the card added to a column, counted from 1."""
    return tuple(
        (*column, card) if number == column_number else column
        for number, column in enumerate(wall, 1)
    )


def placement_problem(card: Card, column_number: int, wall: Wall) -> Problem | None:
    """Return why the card may not be placed in a column, counted from 1, or None."""
    allowed = legal_columns(card, wall)
    if column_number in allowed:
        return None
    params = {"card": str(card), "column": column_number, "own": allowed[0]}
    if wall[column_number - 1]:
        template = _("Column %(column)s holds another suit than %(card)s.")
        return Problem("column_of_other_suit", template, params)
    return Problem("suit_has_column", _("Column %(own)s already has the suit of %(card)s."), params)
