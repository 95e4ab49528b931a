"""The French game of the Monde primitif of 1781: two cards count a point, the lowest seat
nothing."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from games.options import Option
from games.tarot import bonuses_by_game, declarations_by_game
from games.tarot.counting import PointsAndCards
from games.tarot.family import Tarot
from games.tarot.pack import FOOL, J_10
from games.tarot.rules import KINGS_AND_TRUMPS, Fool, TarotRules
from games.tarot.x_from_points import ABOVE_LOWEST
from games.text import gettext_noop as _


class France1781(Tarot):
    """Bonuses are counted, and X is what a seat has above the deal's lowest."""

    key = "tarot_france_1781"
    name = _("Tarot: France 1781")
    source = "Court de Gébelin, Monde primitif VIII (1781), after Dummett and McLeod (2004)"

    # 1 had all declarations paid; in 1 and 2 the Fool was an excuse in the last trick unless
    # barred.
    rules_version = 3
    own_options = (
        Option(
            "declarations",
            "counted",
            ("counted", "paid"),
            _("Declarations"),
            {"counted": _("count for who makes them"), "paid": _("are paid by both opponents")},
        ),
        Option(
            "fool_late",
            "barred",
            ("barred", "excuse"),
            _("The Fool in the last trick"),
            {
                "barred": _("is taken like any card: it must be played before"),
                "excuse": _("is an excuse as ever"),
            },
        ),
    )

    @classmethod
    def upgrade_options(cls, options: Mapping[str, str], rules_version: int) -> Mapping[str, str]:
        """Return the options with the Fool an excuse to the end, as it was before version 3."""
        return {"fool_late": "excuse", **options}

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """91 points in all, halves allowed."""
        return TarotRules(
            dealer_hand=28,
            hand=25,
            dealer_discards=3,
            kept=KINGS_AND_TRUMPS | {FOOL},
            order=J_10,
            fool=Fool(dead=1) if options["fool_late"] == "barred" else Fool(),
            counting=PointsAndCards(each=Fraction(1, 2), less=0, trick=3),
            declarations=replace(
                declarations_by_game.FRANCE_1781, is_paid=options["declarations"] == "paid"
            ),
            bonuses=bonuses_by_game.FRANCE_1781,
            settling=ABOVE_LOWEST,
        )
