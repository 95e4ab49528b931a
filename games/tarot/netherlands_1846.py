"""Dutch Tarok of 1846: each pair of players settles the difference of their points."""

from collections.abc import Mapping

from games.tarot import declarations_by_game
from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.rules import FoolRules, TarotRules
from games.tarot.settlement import LINE_DIFFERENCES
from games.text import gettext_noop as _


class Netherlands1846(Tarot):
    """A clockwise game in which the third player need not trump what the second has trumped."""

    key = "tarot_netherlands_1846"
    name = _("Tarot: the Netherlands 1846")
    source = "an Amsterdam booklet of 1846, after Dummett and McLeod (2004)"
    direction = "clockwise"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return the rules, which have no options.

        The source does not say what may be discarded; this follows the base game.
        """
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            second_ruff_optional=True,
            fool=FoolRules(lead_rule="never", requires_trick=True, dead_tricks=2),
            counting=CardPoints(trick_and_discard_points=26),
            declarations=declarations_by_game.NETHERLANDS_1846,
            settlement=LINE_DIFFERENCES,
        )
