"""The French game of 1637: no card points, only what is declared and what Tarots win and lose."""

from collections.abc import Mapping

from games.options import Option, players_option
from games.tarot import events, tables
from games.tarot.family import Tarot
from games.tarot.pack import FOOL, PACK_66, TAROT_78
from games.tarot.rules import KINGS_AND_TRUMPS, Fool, TarotRules
from games.text import gettext_noop as _

_SEVEN = {"one": tables.FRANCE_1637, "both": tables.FRANCE_1637_SEVEN_TWICE}


class France1637(Tarot):
    """Everybody discards, and nothing that wins or loses may go while another card is left."""

    key = "tarot_france_1637"
    name = _("Tarot: France 1637")
    source = "Michel de Marolles, Règle du jeu des Tarots (1637), after Dummett and McLeod (2004)"
    player_counts = (2, 3)
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
            "one",
            ("one", "both"),
            _("Seven Tarots, and seven with la belle"),
            {"one": _("one of them is declared"), "both": _("both are declared")},
        ),
    )

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """The same rules with either pack; for two, the third hand lies undealt."""
        is_whole = options["pack"] == "78"
        return TarotRules(
            dealer_hand=28 if is_whole else 24,
            hand=25 if is_whole else 21,
            dealer_discards=4,
            discards=1,
            kept=KINGS_AND_TRUMPS | {FOOL},
            pack=TAROT_78 if is_whole else PACK_66,
            fool=Fool(exchanged=False, led="never"),
            declarations=_SEVEN[options["tarots_7"]],
            bonuses=events.FRANCE_1637,
        )
