"""The Dutch game for four of the nineteenth century: partners, and cards counted by threes all
the same."""

from collections.abc import Mapping

from games.tarot import declarations_by_game
from games.tarot.counting_sides import GroupsOfThree
from games.tarot.game import Tarot
from games.tarot.rules import FoolRules, TarotRules
from games.text import gettext_noop as _


class NetherlandsFour(Tarot):
    """Clockwise; once a trick is trumped nobody need trump it; all tricks to one side count
    twice."""

    key = "tarot_netherlands_four"
    name = _("Tarot: the Netherlands, for four")
    source = "a Dutch booklet of 1846, after Dummett and McLeod (2004)"
    direction = "clockwise"
    player_counts = (4,)
    deviation = "21"
    """Measured by `benchmarks/deviations.py`."""

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """No options: Fool, discards and declarations are those of the game for three of the
        same book."""
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
