"""Early Swiss Troggen, as the Maison académique of 1659 tells it."""

from collections.abc import Mapping

from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.pack import FOOL, card_values
from games.tarot.rules import KINGS_AND_TRUMPS, TarotRules
from games.text import gettext_noop as _


class SwissTroggen(Tarot):
    """76 points in all: the Fool is worth two only, three with the point of its trick."""

    key = "tarot_swiss_troggen"
    name = _("Tarot: Swiss Troggen")
    source = "La Maison académique des jeux (1659), after Dummett and McLeod (2004), chapter 2"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """The base game with the Fool exchanged; no trump is discarded."""
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            protected_cards=KINGS_AND_TRUMPS | {FOOL},
            counting=CardPoints(trick_and_discard_points=26, values=card_values(fool=2)),
        )
