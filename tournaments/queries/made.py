"""What a play gives its scales, in one line of text: X of each line of the game, in the game's order.

As text it is what a scale looks up as it is, however many plays came to the same.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.game import Game, X
from tournaments.models.play import Play

NOT_DUE = "-"
"""Instead of any X: the director says that it is not played."""

_FLAGGED = "*"
SCORED = (Play.State.ENTERED, Play.State.CONFIRMED, Play.State.RULED)
"""States in which a play has a result."""


class Made(NamedTuple):
    """X of each line as text, and whether the result is flagged."""

    xs: tuple[str, ...]
    flagged: bool


def read_made(text: str | None) -> Made | None:
    """What was written; None where no result counts."""
    if not text or text == NOT_DUE:
        return None
    return Made(tuple(text.removeprefix(_FLAGGED).split()), text.startswith(_FLAGGED))


def made_of(play: Play, game: Game) -> tuple[str, str]:
    """X of each line, and what each made of its own where that is not X; of a play that is settled."""
    if play.state == Play.State.VOID:
        return NOT_DUE, ""
    if play.entry is None or play.state not in SCORED or play.entry.contradicted:
        return "", ""
    outcome, board = play.entry.outcome, play.board.conditions
    xs, points = _written(game.x(outcome, board), game), _written(game.points(outcome, board), game)
    return (_FLAGGED if play.flagged else "") + xs, "" if points == xs else points


def _written(numbers: Mapping[str, X], game: Game) -> str:
    return " ".join(str(numbers[line]) for line in game.lines)
