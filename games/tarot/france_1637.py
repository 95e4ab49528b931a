"""The French game of 1637: no card points, only declarations and bonuses."""

from collections.abc import Mapping

from games.deals import BoardSetup
from games.options import Option, players_option
from games.sums import FieldSum
from games.tarot import bonuses_by_game, declarations_by_game
from games.tarot.game import Tarot
from games.tarot.pack import FOOL, PACK_66, TAROT_78
from games.tarot.rules import KINGS_AND_TRUMPS, FoolRules, TarotRules
from games.text import gettext_noop as _

_BONUSES = {"all": bonuses_by_game.FRANCE_1637, "any": bonuses_by_game.FRANCE_1637_OPTIONAL_TAROTS}


class France1637(Tarot):
    """A game in which all players discard, but not cards that can earn or lose a payment.

    Such cards are discarded only from a hand that holds nothing else.
    """

    key = "tarot_france_1637"
    name = _("Tarot: France 1637")
    source = "Michel de Marolles, Règle du jeu des Tarots (1637), after Dummett and McLeod (2004)"
    player_counts = (2, 3)
    # In version 1 a table need not record which Tarots had won and lost. In versions 1 and 2 seven
    # Tarots were declared once.
    rules_version = 3
    own_options = (
        players_option("32", "3"),
        Option(
            "pack",
            "78",
            ("78", "66"),
            _("Cards"),
            {"78": _("all 78"), "66": _("66, without the three lowest of each suit")},
        ),
        Option(
            "tarots_7",
            "both",
            ("both", "one"),
            _("Seven Tarots, and seven with la belle"),
            {"both": _("both are declared"), "one": _("one of them is declared")},
        ),
        Option(
            "fours",
            "each",
            ("each", "one"),
            _("Four Queens, four Cavaliers, four Jacks"),
            {"each": _("all three may be declared"), "one": _("only one of the three is declared")},
        ),
        Option(
            "tarots_told",
            "all",
            ("all", "any"),
            _("Tarots that win or lose a trick"),
            {
                "all": _("all are written down: with three players six"),
                "any": _("are written down as a table likes"),
            },
        ),
    )

    @classmethod
    def upgrade_options(cls, options: Mapping[str, str], rules_version: int) -> Mapping[str, str]:
        """Add the option `tarots_7` as before version 3: seven Tarots are declared once."""
        return {"tarots_7": "one", **options}

    def field_sums(self, board: BoardSetup) -> tuple[FieldSum, ...]:
        """Return the sum of Tarots won and lost, which is six if all cards are dealt.

        The sum would be wrong if a dealer held so many Tarots that one must be discarded, but that
        practically never happens.
        """
        if self.options["tarots_told"] == "any" or self.player_count == 2:
            return ()
        names = tuple(
            f"{line}_{suffix}" for line in self.lines for suffix in bonuses_by_game.TAROT_FIELDS
        )
        return (FieldSum(_("The Tarots won and lost"), names, bonuses_by_game.TAROT_COUNT),)

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return the rules with either pack; with two players the third hand stays undealt."""
        is_whole = options["pack"] == "78"
        return TarotRules(
            dealer_hand_size=28 if is_whole else 24,
            hand_size=25 if is_whole else 21,
            dealer_discard_count=4,
            discard_count=1,
            protected_cards=KINGS_AND_TRUMPS | {FOOL},
            pack=TAROT_78 if is_whole else PACK_66,
            fool=FoolRules(is_exchanged=False, lead_rule="never"),
            declarations=declarations_by_game.france_1637_declarations(
                allows_both_sevens=options["tarots_7"] == "both",
                limits_fours=options["fours"] == "one",
            ),
            bonuses=_BONUSES[options["tarots_told"]],
        )
