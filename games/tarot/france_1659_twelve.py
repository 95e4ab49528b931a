"""The second game of the Maison académique (1659): twelve cards each, and cards count."""

from collections.abc import Mapping

from games.options import players_option
from games.tarot.counting import PointsAndCards
from games.tarot.game import Tarot
from games.tarot.pack import TEN_BELOW_JACK_ORDER, card_values
from games.tarot.rules import TarotRules
from games.text import gettext_noop as _


class France1659Twelve(Tarot):
    """A game in which X is the value of the cards taken, plus their number, less twelve."""

    key = "tarot_france_1659_twelve"
    name = _("Tarot: France 1659, twelve cards")
    source = "La Maison académique des jeux (1659), after Dummett and McLeod (2004), chapter 2"
    player_counts = (2, 3, 4, 5, 6)
    own_options = (players_option("23456", "4"),)

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules with twelve cards for each of any number of players."""
        trick, values = int(options["players"]), card_values(fool=5)
        counting = PointsAndCards(points_per_card=1, deduction=12, trick_size=trick, values=values)
        return TarotRules(
            dealer_hand_size=12, hand_size=12, order=TEN_BELOW_JACK_ORDER, counting=counting
        )
