"""La rigueur (1659): the twelve-card game with swords as half-trumps."""

from collections.abc import Mapping

from games.options import players_option
from games.tarot.counting import PointsAndCards
from games.tarot.game import Tarot
from games.tarot.pack import TEN_BELOW_JACK_ORDER, card_values
from games.tarot.rules import TarotRules
from games.text import gettext_noop as _


class LaRigueur(Tarot):
    """A game in which swords are half-trumps: they beat every other suit but not the trumps."""

    key = "tarot_la_rigueur"
    name = _("Tarot: la rigueur")
    source = "La Maison académique des jeux (1659), after Dummett and McLeod (2004), chapter 2"
    player_counts = (2, 3, 4, 5, 6)
    own_options = (players_option("23456", "4"),)

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules with twelve cards for each player.

        A player who cannot follow batons, cups or coins plays a sword or a trump.
        """
        trick, values = int(options["players"]), card_values(fool=5)
        counting = PointsAndCards(points_per_card=1, deduction=12, trick_size=trick, values=values)
        return TarotRules(
            dealer_hand_size=12,
            hand_size=12,
            order=TEN_BELOW_JACK_ORDER,
            half_trump_suit="S",
            counting=counting,
        )
