"""Dutch Tarok of 1846: each two players settle their difference."""

from collections.abc import Mapping

from games.tarot import declarations_by_game as tables
from games.tarot.counting import CardPoints
from games.tarot.family import Tarot
from games.tarot.rules import Fool, TarotRules
from games.tarot.x_from_points import LINE_DIFFERENCES
from games.text import gettext_noop as _


class Netherlands1846(Tarot):
    """Clockwise; the third player need not trump what the second has trumped."""

    key = "tarot_netherlands_1846"
    name = _("Tarot: the Netherlands 1846")
    source = "an Amsterdam booklet of 1846, after Dummett and McLeod (2004)"
    direction = "clockwise"

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """No options: what may be discarded the source leaves out, so as in the classic game."""
        return TarotRules(
            dealer_hand=28,
            hand=25,
            dealer_discards=3,
            ruff_waived=True,
            fool=Fool(led="never", needs_trick=True, dead=2),
            counting=CardPoints(beside=26),
            declarations=tables.NETHERLANDS_1846,
            settling=LINE_DIFFERENCES,
        )
