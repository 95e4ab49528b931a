"""The pot game of the Maison académique (1659), in which the most points take the pot."""

from collections.abc import Mapping

from games.options import Option, players_option
from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.pack import TEN_BELOW_JACK_ORDER, card_values
from games.tarot.rules import TarotRules
from games.text import gettext_noop as _

# Cards in a hand by the number of players, unless an option says otherwise.
_USUAL_HAND_SIZES = {"2": 25, "3": 25, "4": 19, "5": 15, "6": 13}


class France1659Pot(Tarot):
    """A game with equal hands and no discards, in which the value of the Fool is five."""

    key = "tarot_france_1659_pot"
    name = _("Tarot: France 1659, the pot game")
    source = "La Maison académique des jeux (1659), after Dummett and McLeod (2004), chapter 2"
    player_counts = (2, 3, 4, 5, 6)
    own_options = (
        players_option("23456", "4"),
        Option(
            "hand_size",
            "usual",
            ("usual", "10", "12"),
            _("Cards in a hand"),
            {"usual": _("25, 25, 19, 15 or 13 for 2 to 6 players"), "10": "10", "12": "12"},
        ),
    )

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules in which cards count their values, and each trick one point."""
        size = options["hand_size"]
        hand = _USUAL_HAND_SIZES[options["players"]] if size == "usual" else int(size)
        counting = CardPoints(trick_and_discard_points=hand, values=card_values(fool=5))
        return TarotRules(
            dealer_hand_size=hand, hand_size=hand, order=TEN_BELOW_JACK_ORDER, counting=counting
        )
