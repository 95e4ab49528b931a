"""Early Swiss Troggen, as described in the Maison académique of 1659."""

from collections.abc import Mapping

from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.pack import FOOL, card_values
from games.tarot.rules import KINGS_AND_TRUMPS, TarotRules
from games.text import gettext_noop as _


class SwissTroggen(Tarot):
    """A game with 76 points, in which the value of the Fool is only two."""

    key = "tarot_swiss_troggen"
    name = _("Tarot: Swiss Troggen")
    source = "La Maison académique des jeux (1659), after Dummett and McLeod (2004), chapter 2"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return the rules of the base game with the Fool exchanged and no trumps discarded."""
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            protected_cards=KINGS_AND_TRUMPS | {FOOL},
            counting=CardPoints(trick_and_discard_points=26, values=card_values(fool=2)),
        )
