"""The four-handed tarot game of Munich (1756), with a pack of 103 cards."""

from collections.abc import Mapping

from games.cards import Card, Pack
from games.options import Option
from games.tarot.counting_sides import SidePoints
from games.tarot.game import Tarot
from games.tarot.pack import (
    COURT_RANKS,
    FOOL,
    PIP_RANKS,
    TAROT_78,
    TRUMP_SUIT,
    TRUMPS,
    with_duplicates,
)
from games.tarot.rules import FoolRules, TarotRules
from games.text import gettext_noop as _

# The 25 cards that the pack has twice, on which the sources differ. Hearts are cups.
_DUPLICATED_CARDS = {
    "trumps": (*TRUMPS, FOOL, Card("C", "1"), Card("C", "C"), Card("C", "K")),
    "hearts": (
        *(Card(TRUMP_SUIT, str(number)) for number in (1, *range(13, 22))),
        FOOL,
        *(Card("C", rank) for rank in (*PIP_RANKS, *COURT_RANKS)),
    ),
}

_PACKS: Mapping[str, Pack] = {
    name: with_duplicates(TAROT_78, cards) for name, cards in _DUPLICATED_CARDS.items()
}
_DEAL_TOTALS = {"trumps": 96, "hearts": 100}


class Munich1756(Tarot):
    """The base game for four with 25 duplicated cards; both Fools are excuses."""

    key = "tarot_munich_1756"
    name = _("Tarot: Munich 1756")
    source = "Dummett and McLeod, A History of Games Played with the Tarot Pack (2004), chapter 3"
    player_counts = (4,)
    # Measured by `benchmarks/deviations.py`.
    team_difference_deviation = "22"
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
        """Return rules with 28 cards for the dealer, who discards three, and 25 for the others."""
        return TarotRules(
            dealer_hand_size=28,
            hand_size=25,
            dealer_discard_count=3,
            pack=_PACKS[options["doubled"]],
            later_duplicate_wins=options["equal"] == "later",
            fool=FoolRules(is_exchanged=False),
            has_partners=True,
            counting=SidePoints(
                trick_and_discard_points=26, deal_total=_DEAL_TOTALS[options["doubled"]]
            ),
        )
