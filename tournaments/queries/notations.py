"""What was said about a play in one line, as players of the game write it."""

from games.deals import DealtBoard
from games.fields import Outcome
from games.game import Game
from games.text import Words
from games.text import gettext_noop as _

_SENSELESS = Words(_("cannot be read"))


def notation_of(game: Game, outcome: Outcome, board: DealtBoard) -> Words:
    """The notation of an outcome; that it cannot be read, where the game can make nothing of it."""
    try:
        return game.notation(outcome, board)
    except Exception:  # whoever looks for what is wrong must be able to open its page
        return _SENSELESS
