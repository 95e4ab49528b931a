"""The eighteenth-century base game for three, which counts card points only."""

from collections.abc import Mapping

from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.rules import FoolRules, TarotRules
from games.text import gettext_noop as _


class ClassicThree(Tarot):
    """A game with 78 points: 52 for cards, 25 for tricks, one for the discard."""

    key = "tarot_classic_three"
    name = _("Tarot: classic, for three")
    source = "Dummett and McLeod, A History of Games Played with the Tarot Pack (2004), chapter 3"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules with 28 cards for the dealer, who discards three.

        The player of the Fool keeps it without giving a card for it.
        """
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            fool=FoolRules(is_exchanged=False),
            counting=CardPoints(trick_and_discard_points=26),
        )
