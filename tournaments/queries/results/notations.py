"""What was said about a play in one line, as players of the game write it."""

from games.deals import DealtBoard
from games.fields import Field, Outcome
from games.game import Game
from games.text import Words
from games.text import gettext_noop as _

_SENSELESS = Words(_("cannot be read"))


def first_choice(game: Game) -> Field | None:
    """What a table chooses first, a trump or a contract; None where it chooses nothing."""
    return next((field for field in game.fields if field.kind == "choice"), None)


def chosen_first(game: Game, outcome: Outcome) -> str:
    """What a table chose there; blank where it chose nothing."""
    field = first_choice(game)
    return str(outcome.get(field.name) or "") if field else ""


def call_in_words(game: Game, called: str) -> Words:
    """A choice of that field as players of the game call it."""
    field = first_choice(game)
    return Words(field.labels.get(called, called) if field else called)


def notation_of(game: Game, outcome: Outcome, board: DealtBoard) -> Words:
    """The notation of an outcome; that it cannot be read, where the game can make nothing of it."""
    try:
        return game.notation(outcome, board)
    except Exception:  # whoever looks for what is wrong must be able to open its page
        return _SENSELESS
