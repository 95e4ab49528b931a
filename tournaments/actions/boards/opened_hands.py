"""What opening a board's hands returns, and messages of the two modules that do it."""

from typing import NamedTuple

from games.deals import BoardSetup
from games.text import gettext_noop as _

HELD_BY_OTHER_PHONE = _(
    "Another phone has opened board %(board)s: use that phone, or ask the director."
)
NO_HANDS = _("The site does not know the cards of this session, so there is nothing to make up.")


class OpenedHands(NamedTuple):
    """A board with its hands.

    If `face_down` is true, the players deal the cards face down, as they play the board themselves.
    """

    board: BoardSetup
    face_down: bool
