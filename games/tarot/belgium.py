"""Belgian tarot of 1890–1910: high declarations, and a bonus or a loss for the I."""

from collections.abc import Mapping

from games.tarot import bonuses_by_game, declarations_by_game
from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.pack import FOOL
from games.tarot.rules import KINGS_AND_TRUMPS, FoolRules, TarotRules
from games.text import gettext_noop as _


class Belgium(Tarot):
    """A game in which the Fool is taken like any other card in the last five tricks."""

    key = "tarot_belgium"
    name = _("Tarot: Belgium")
    source = "Belgian tarot of 1890–1910, after Dummett and McLeod (2004)"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return the rules, which have no options."""
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            protected_cards=KINGS_AND_TRUMPS | {FOOL},
            trump_discard_rule="three",
            fool=FoolRules(dead_tricks=5),
            counting=CardPoints(trick_and_discard_points=26),
            declarations=declarations_by_game.BELGIUM,
            bonuses=bonuses_by_game.BELGIUM,
        )
