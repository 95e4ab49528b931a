"""The eighteenth-century base game for four in two partnerships: card points only."""

from collections.abc import Mapping

from games.tarot.counting_sides import SidePoints
from games.tarot.game import Tarot
from games.tarot.rules import FoolRules, TarotRules
from games.text import gettext_noop as _


class ClassicFour(Tarot):
    """A game with 72 points: 52 for cards, 19 for tricks, one for the discard."""

    key = "tarot_classic_four"
    name = _("Tarot: classic, for four")
    source = "Dummett and McLeod, A History of Games Played with the Tarot Pack (2004), chapter 3"
    player_counts = (4,)
    # Measured by `benchmarks/deviations.py`.
    team_difference_deviation = "19"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules with 21 cards for the dealer, who discards two, and 19 for the others."""
        return TarotRules(
            dealer_hand_size=21,
            hand_size=19,
            dealer_discard_count=2,
            fool=FoolRules(is_exchanged=False),
            has_partners=True,
            counting=SidePoints(trick_and_discard_points=20, deal_total=72),
        )
