"""German Taroc of the middle of the eighteenth century.

Where the books differ, there is an option.
"""

from collections.abc import Mapping

from games.options import Option
from games.tarot import bonuses_by_game, declarations_by_game
from games.tarot.counting import CardPoints
from games.tarot.game import Tarot
from games.tarot.pack import FOOL
from games.tarot.rules import KINGS_AND_TRUMPS, FoolLead, FoolRules, TarotRules
from games.text import gettext_noop as _

_DEAD_TRICKS = {"dead": 3, "barred": 3, "excuse": 0}
_BARRED_TRICKS = {"dead": 0, "barred": 3, "excuse": 0}
_LEAD_RULES: Mapping[str, FoolLead] = {"no": "never", "yes": "as_trump", "next_suit": "next_suit"}


class GermanyTaroc(Tarot):
    """A game for three in which winning the last trick with the I brings a bonus.

    The dealer declares first, and the Fool is never lost.
    """

    key = "tarot_germany_taroc"
    name = _("Tarot: German Taroc")
    source = "German books from 1754 on, after Dummett and McLeod (2004)"
    # In version 1 the next card set the suit after a led Fool.
    rules_version = 2
    own_options = (
        Option(
            "matadors",
            "10",
            ("10", "20"),
            _("Matadors"),
            {points: points for points in ("10", "20")},
        ),
        Option(
            "matadors_further",
            "5",
            ("5", "0"),
            _("Each matador above three"),
            {"5": "5", "0": _("nothing")},
        ),
        Option(
            "cavallerie",
            "10",
            ("10", "4"),
            _("Court of a suit"),
            {"10": _("10, three of it 5"), "4": _("4, three of it nothing")},
        ),
        Option(
            "ten_trumps", "10", ("10", "0"), _("Ten trumps"), {"10": "10", "0": _("not declared")}
        ),
        Option(
            "trumps_further",
            "0",
            ("0", "5"),
            _("Each trump above ten"),
            {"0": _("nothing"), "5": "5"},
        ),
        Option(
            "refund",
            "none",
            ("none", "26"),
            _("Ten trumps are paid back"),
            {"none": _("never"), "26": _("where the declarer makes 26 points or fewer")},
        ),
        Option(
            "fool_led",
            "no",
            ("no", "yes", "next_suit"),
            _("The Fool may be led"),
            {
                "no": _("no"),
                "yes": _("yes, and trumps must follow"),
                "next_suit": _("yes, and the next card sets the suit"),
            },
        ),
        Option(
            "fool_late",
            "dead",
            ("dead", "barred", "excuse"),
            _("The Fool in the last three tricks"),
            {
                "dead": _("is taken like any card"),
                "barred": _("may not be played while there is another card"),
                "excuse": _("is an excuse as ever"),
            },
        ),
    )

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return rules in which the Fool counts for a player without tricks, too."""
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            protected_cards=KINGS_AND_TRUMPS | {FOOL},
            trump_discard_rule="three_or_fool",
            fool=_fool_rules(options["fool_led"], options["fool_late"]),
            counting=CardPoints(trick_and_discard_points=26),
            declarations=declarations_by_game.german_declarations(
                int(options["matadors"]),
                int(options["matadors_further"]),
                int(options["cavallerie"]),
                int(options["ten_trumps"]),
                int(options["trumps_further"]),
                26 if options["refund"] == "26" else None,
            ),
            first_declarer="dealer",
            bonuses=bonuses_by_game.GERMANY_TAROC,
        )


def _fool_rules(lead_rule: str, late: str) -> FoolRules:
    return FoolRules(
        is_forfeited=False,
        lead_rule=_LEAD_RULES[lead_rule],
        dead_tricks=_DEAD_TRICKS[late],
        barred_tricks=_BARRED_TRICKS[late],
    )
