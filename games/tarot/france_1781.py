"""The French game of the Monde primitif of 1781, in which two cards count one point."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from games.options import Option
from games.tarot import bonuses_by_game, declarations_by_game
from games.tarot.counting import PointsAndCards
from games.tarot.game import Tarot
from games.tarot.pack import FOOL, TEN_BELOW_JACK_ORDER
from games.tarot.rules import KINGS_AND_TRUMPS, FoolRules, TarotRules
from games.tarot.settlement import ABOVE_LOWEST
from games.text import gettext_noop as _


class France1781(Tarot):
    """A game in which X is a seat's distance above the lowest; bonuses are counted, not paid."""

    key = "tarot_france_1781"
    name = _("Tarot: France 1781")
    source = "Court de Gébelin, Monde primitif VIII (1781), after Dummett and McLeod (2004)"

    # In version 1 all declarations were paid. In versions 1 and 2 the Fool was an excuse in the
    # last trick unless barred.
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
        """Return the options with the Fool an excuse in the last trick, as before version 3."""
        return {"fool_late": "excuse", **options}

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules with 91 points in all, which may be halves."""
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            protected_cards=KINGS_AND_TRUMPS | {FOOL},
            order=TEN_BELOW_JACK_ORDER,
            fool=FoolRules(dead_tricks=1) if options["fool_late"] == "barred" else FoolRules(),
            counting=PointsAndCards(points_per_card=Fraction(1, 2), deduction=0, trick_size=3),
            declarations=replace(
                declarations_by_game.FRANCE_1781, is_paid=options["declarations"] == "paid"
            ),
            bonuses=bonuses_by_game.FRANCE_1781,
            settlement=ABOVE_LOWEST,
        )
