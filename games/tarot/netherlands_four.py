"""The Dutch partnership game of the nineteenth century, which counts cards by threes."""

from collections.abc import Mapping

from games.tarot import declarations_by_game
from games.tarot.counting_sides import GroupsOfThree
from games.tarot.game import Tarot
from games.tarot.rules import FoolRules, TarotRules
from games.text import gettext_noop as _


class NetherlandsFour(Tarot):
    """A clockwise game in which a trick that is trumped need not be trumped again.

    A side that takes all tricks counts its points twice.
    """

    key = "tarot_netherlands_four"
    name = _("Tarot: the Netherlands, for four")
    source = "a Dutch booklet of 1846, after Dummett and McLeod (2004)"
    direction = "clockwise"
    player_counts = (4,)
    # Measured by `benchmarks/deviations.py`.
    team_difference_deviation = "21"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return the rules, which have no options.

        Fool, discards and declarations are those of the game for three in the same book.
        """
        return TarotRules(
            dealer_hand_size=21,
            hand_size=19,
            dealer_discard_count=2,
            second_ruff_optional=True,
            fool=FoolRules(lead_rule="never", requires_trick=True, dead_tricks=2),
            has_partners=True,
            counting=GroupsOfThree(trick_and_discard_points=0, deal_total=78),
            declarations=declarations_by_game.NETHERLANDS_1846,
        )
