"""The eighteenth-century base game for four in two partnerships: card points only."""

from collections.abc import Mapping

from games.tarot.counting_sides import SidePoints
from games.tarot.game import Tarot
from games.tarot.rules import FoolRules, TarotRules
from games.text import gettext_noop as _


class ClassicFour(Tarot):
    """72 points in all: 52 on cards, 19 tricks, the discard."""

    key = "tarot_classic_four"
    name = _("Tarot: classic, for four")
    source = "Dummett and McLeod, A History of Games Played with the Tarot Pack (2004), chapter 3"
    player_counts = (4,)
    deviation = "19"
    """Measured by `benchmarks/deviations.py`."""

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """21 cards to the dealer, who discards two, and 19 to the others: nothing is left over."""
        return TarotRules(
            dealer_hand_size=21,
            hand_size=19,
            dealer_discard_count=2,
            fool=FoolRules(is_exchanged=False),
            has_partners=True,
            counting=SidePoints(trick_and_discard_points=20, deal_total=72),
        )
