"""Tarok-Whist of the 1890s: partners count their points above half of all."""

from collections.abc import Mapping

from games.options import Option
from games.tarot import declarations_by_game
from games.tarot.counting_sides import SidePoints
from games.tarot.game import Tarot
from games.tarot.rules import KINGS_AND_TRUMPS, NO_DECLARATIONS, FoolRules, TarotRules
from games.tarot.settlement import ABOVE_EQUAL_SHARE
from games.text import gettext_noop as _


class Whist(Tarot):
    """A clockwise game in which the Fool may be discarded.

    In the last five tricks the Fool is taken like any other card.
    """

    key = "tarot_whist"
    name = _("Tarot: Tarok-Whist")
    source = "German Tarok-Whist of the 1890s, after Dummett and McLeod (2004)"
    direction = "clockwise"
    player_counts = (4,)
    own_options = (
        Option(
            "declarations",
            "none",
            ("none", "germany_taroc"),
            _("Declarations"),
            {"none": _("none"), "germany_taroc": _("those of German Taroc")},
        ),
    )

    @property
    def team_difference_deviation(self) -> str | None:
        """The standard deviation that `benchmarks/deviations.py` measured without declarations."""
        return "19" if self.options["declarations"] == "none" else None

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules under which the dealer declares first, as in German Taroc."""
        has_declarations = options["declarations"] == "germany_taroc"
        return TarotRules(
            dealer_hand_size=21,
            hand_size=19,
            dealer_discard_count=2,
            protected_cards=KINGS_AND_TRUMPS,
            fool=FoolRules(dead_tricks=5),
            has_partners=True,
            counting=SidePoints(trick_and_discard_points=20, deal_total=72),
            declarations=declarations_by_game.german_declarations()
            if has_declarations
            else NO_DECLARATIONS,
            first_declarer="dealer",
            settlement=ABOVE_EQUAL_SHARE,
        )
