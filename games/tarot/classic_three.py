"""The eighteenth-century base game for three: no declarations, no bonuses, card points only."""

from collections.abc import Mapping

from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.rules import FoolRules, TarotRules
from games.text import gettext_noop as _


class ClassicThree(Tarot):
    """78 points in all: 52 on cards, 25 tricks, the discard."""

    key = "tarot_classic_three"
    name = _("Tarot: classic, for three")
    source = "Dummett and McLeod, A History of Games Played with the Tarot Pack (2004), chapter 3"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """28 cards to the dealer, who discards three; the Fool stays with its player for
        nothing."""
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            fool=FoolRules(is_exchanged=False),
            counting=CardPoints(trick_and_discard_points=26),
        )
