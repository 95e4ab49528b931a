"""Belgian tarot, 1890–1910: dear declarations, and the I wins or loses in every trick."""

from collections.abc import Mapping

from games.tarot import bonuses_by_game, declarations_by_game
from games.tarot.counting import CardPoints
from games.tarot.family import Tarot
from games.tarot.pack import FOOL
from games.tarot.rules import KINGS_AND_TRUMPS, Fool, TarotRules
from games.text import gettext_noop as _


class Belgium(Tarot):
    """The Fool is worth nothing as an excuse in the last five tricks."""

    key = "tarot_belgium"
    name = _("Tarot: Belgium")
    source = "Belgian tarot of 1890–1910, after Dummett and McLeod (2004)"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """No options."""
        return TarotRules(
            dealer_hand=28,
            hand=25,
            dealer_discards=3,
            kept=KINGS_AND_TRUMPS | {FOOL},
            trumps_go="three",
            fool=Fool(dead=5),
            counting=CardPoints(beside=26),
            declarations=declarations_by_game.BELGIUM,
            bonuses=bonuses_by_game.BELGIUM,
        )
