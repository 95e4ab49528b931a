"""Tarok-Whist of the 1890s: partners play for what they make above half of the points."""

from collections.abc import Mapping

from games.options import Option
from games.tarot import declarations_by_game as tables
from games.tarot.counting_sides import SidePoints
from games.tarot.declarations import DeclarationTable
from games.tarot.family import Tarot
from games.tarot.rules import KINGS_AND_TRUMPS, Fool, TarotRules
from games.tarot.x_from_points import ABOVE_HALF
from games.text import gettext_noop as _


class Whist(Tarot):
    """Clockwise; the Fool may be discarded, and is no excuse in the last five tricks."""

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
    def deviation(self) -> str | None:
        """Measured by `benchmarks/deviations.py`, without declarations."""
        return "19" if self.options["declarations"] == "none" else None

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """With declarations, they go round from the dealer as in German Taroc."""
        has_declarations = options["declarations"] == "germany_taroc"
        return TarotRules(
            dealer_hand=21,
            hand=19,
            dealer_discards=2,
            kept=KINGS_AND_TRUMPS,
            fool=Fool(dead=5),
            pairs=True,
            counting=SidePoints(beside=20, whole=72),
            declarations=tables.german() if has_declarations else DeclarationTable(),
            declared_by="dealer",
            settling=ABOVE_HALF,
        )
