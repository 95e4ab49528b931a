"""The four-handed game of Munich (1756) with a pack enlarged to 103 cards."""

from collections.abc import Mapping

from games.cards import Card, Pack
from games.options import Option
from games.tarot.counting_sides import SidePoints
from games.tarot.family import Tarot
from games.tarot.pack import COURT, FOOL, PIPS, TAROT_78, TRUMP, TRUMPS, doubled
from games.tarot.rules import Fool, TarotRules
from games.text import gettext_noop as _

_DOUBLED = {
    "trumps": (*TRUMPS, FOOL, Card("C", "1"), Card("C", "C"), Card("C", "K")),
    "hearts": (
        *(Card(TRUMP, str(number)) for number in (1, *range(13, 22))),
        FOOL,
        *(Card("C", rank) for rank in (*PIPS, *COURT)),
    ),
}
"""The twenty-five cards that are there twice: the sources differ. Hearts are cups."""

_PACKS: Mapping[str, Pack] = {name: doubled(TAROT_78, cards) for name, cards in _DOUBLED.items()}
_WHOLE = {"trumps": 96, "hearts": 100}


class Munich1756(Tarot):
    """The base game for four with twenty-five cards doubled; both Fools are excuses."""

    key = "tarot_munich_1756"
    name = _("Tarot: Munich 1756")
    source = "Dummett and McLeod, A History of Games Played with the Tarot Pack (2004), chapter 3"
    player_counts = (4,)
    deviation = "22"
    """Measured by `benchmarks/deviations.py`."""
    own_options = (
        Option(
            "doubled",
            "trumps",
            ("trumps", "hearts"),
            _("Doubled cards"),
            {
                "trumps": _("all trumps, the Fool, and 1 C K of cups"),
                "hearts": _("XIII to XXI, I, the Fool, and all cups"),
            },
        ),
        Option(
            "equal",
            "first",
            ("first", "later"),
            _("The higher of two identical cards"),
            {"first": _("the one played first"), "later": _("the one played later")},
        ),
    )

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """28 cards to the dealer, who discards three, and 25 to the others."""
        return TarotRules(
            dealer_hand=28,
            hand=25,
            dealer_discards=3,
            pack=_PACKS[options["doubled"]],
            later_equal=options["equal"] == "later",
            fool=Fool(exchanged=False),
            pairs=True,
            counting=SidePoints(beside=26, whole=_WHOLE[options["doubled"]]),
        )
