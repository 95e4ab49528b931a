"""The German game for two of the nineteenth century, in which nothing is paid."""

from collections.abc import Mapping
from dataclasses import replace

from games.options import Option
from games.tarot import bonuses_by_game, declarations_by_game
from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.pack import FOOL
from games.tarot.rules import KINGS_AND_TRUMPS, NO_DECLARATIONS, FoolRules, TarotRules
from games.text import gettext_noop as _

_BONUSES = {
    "among": bonuses_by_game.GERMANY_TWO,
    "apart": bonuses_by_game.GERMANY_TWO_LAST_SEPARATE,
}


class GermanyTwo(Tarot):
    """A game for two in which tricks with a King or the I bring a bonus."""

    key = "tarot_germany_two"
    name = _("Tarot: Germany, for two")
    source = "German books of the nineteenth century, after Dummett and McLeod (2004)"
    player_counts = (2,)
    rules_version = 2
    own_options = (
        Option(
            "declarations",
            "germany_taroc",
            ("germany_taroc", "none"),
            _("Declarations"),
            {"germany_taroc": _("those of German Taroc"), "none": _("none")},
        ),
        Option(
            "fool_dead",
            "3",
            ("3", "5"),
            _("The Fool is no excuse in the last"),
            {"3": _("three tricks"), "5": _("five tricks")},
        ),
        Option(
            "last_trick",
            "among",
            ("among", "apart"),
            _("A last trick with a King in it is written down"),
            {
                "among": _("among all with a King, as everywhere"),
                "apart": _("apart from the others"),
            },
        ),
    )

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules that follow German Taroc in everything the source does not say."""
        has_declarations = options["declarations"] == "germany_taroc"
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            protected_cards=KINGS_AND_TRUMPS | {FOOL},
            trump_discard_rule="three_or_fool",
            fool=FoolRules(
                is_forfeited=False, lead_rule="never", dead_tricks=int(options["fool_dead"])
            ),
            counting=CardPoints(trick_and_discard_points=26),
            declarations=replace(declarations_by_game.german_declarations(), is_paid=False)
            if has_declarations
            else NO_DECLARATIONS,
            first_declarer="dealer",
            bonuses=_BONUSES[options["last_trick"]],
        )
