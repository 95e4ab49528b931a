"""The bonuses each game knows: what happens in a trick, to whom, and what it is worth."""

from dataclasses import replace

from games.cards import Pack
from games.tarot import trick_events as happenings
from games.tarot.bonus_counting import Bonuses
from games.tarot.bonus_kinds import BonusTally, Fate
from games.tarot.pack import FOOL, KINGS
from games.tarot.patterns import PAGAT
from games.tarot.trick_events import TAROTS_WITHOUT_FOOL
from games.text import gettext_noop as _

TAROTS = len(TAROTS_WITHOUT_FOOL)
"""How many Tarots there are beside the Fool."""

GERMANY_TAROC: Bonuses = (
    Fate(
        "pagat",
        _("The I"),
        {
            "lost": (_("lost"), -5),
            "lost_last": (_("lost in the last trick"), -10),
            "won_last": (_("won the last trick"), 10),
        },
        happenings.pagat_fate,
        own=frozenset({PAGAT}),
    ),
)
"""Pagat ultimo. The I that wins an earlier trick earns nothing."""

BELGIUM: Bonuses = (
    Fate(
        "pagat",
        _("The I"),
        {
            "won": (_("won its trick"), 5),
            "lost": (_("lost"), -5),
            "won_last": (_("won the last trick"), 10),
            "lost_last": (_("lost in the last trick"), -10),
        },
        happenings.pagat_fate,
        own=frozenset({PAGAT}),
    ),
)
"""The I wins or loses its trick, twice as much in the last."""


_TAROTS_WON, _TAROTS_LOST = (
    BonusTally(
        "tarots_won",
        _("Tricks won with a Tarot (the last too)"),
        1,
        TAROTS,
        happenings.won_with_tarot,
    ),
    BonusTally("tarots_lost", _("Tarots lost in a trick"), -1, TAROTS, happenings.lost_tarots),
)
_LAST_TAROT = BonusTally(
    "last_tarot",
    _("Last trick won with the I or a King"),
    6,
    1,
    happenings.last_with_pagat_or_king,
    own=KINGS | {PAGAT},
    is_last=True,
)
_FOOL_LAST = BonusTally(
    "fool_last",
    _("The Fool still held in the last trick"),
    -2,
    1,
    happenings.fool_kept_for_last,
    own=frozenset({FOOL}),
    excludes=(_LAST_TAROT,),
)


def _france_1637(tarots_are_asked: bool) -> Bonuses:
    won = replace(_TAROTS_WON, own=TAROTS_WITHOUT_FOOL, is_asked=tarots_are_asked)
    lost = replace(_TAROTS_LOST, own=TAROTS_WITHOUT_FOOL, is_asked=tarots_are_asked, within=(won,))
    return won, lost, replace(_LAST_TAROT, asks=((won, 1),)), _FOOL_LAST


FRANCE_1637 = _france_1637(tarots_are_asked=True)
"""Six Tarots can win or lose a trick, once each; the Fool as an excuse does neither."""

FRANCE_1637_UNASKED = _france_1637(tarots_are_asked=False)
"""The same where a table writes down of them what it likes."""

TAROTS_TOLD = ("tarots_won", "tarots_lost")
"""What those are called that are as many as `TAROTS` together where all cards are dealt."""

_A_KING: Pack = (min(KINGS, key=str),)
"""Any of them: which one it was no table writes down."""

_KINGS_TAKEN = BonusTally(
    "kings_taken",
    _("Opponents’ Kings taken"),
    5,
    4,
    happenings.took_kings,
    is_paid=False,
    takes=_A_KING,
)

FRANCE_1781: Bonuses = (
    BonusTally(
        "pagat_taken",
        _("An opponent’s I taken"),
        5,
        1,
        happenings.took_pagat,
        is_paid=False,
        takes=(PAGAT,),
    ),
    _KINGS_TAKEN,
    BonusTally(
        "two_kings_and_fool",
        _("Two Kings and the Fool in one trick"),
        5,
        1,
        happenings.two_kings_and_fool,
        is_paid=False,
        asks=((_KINGS_TAKEN, 1),),
        takes=_A_KING,
    ),
    BonusTally(
        "three_kings",
        _("Three Kings in one trick"),
        15,
        1,
        happenings.three_kings,
        is_paid=False,
        asks=((_KINGS_TAKEN, 2),),
        takes=_A_KING,
    ),
)
"""Counted by whoever took the trick; Kings taken in a trick of two or three count for themselves as
well.

Beside the Kings counted as taken, who takes two with the Fool, or three, takes his own: of three
cards the Fool takes no trick.
"""

_PAGAT_TAKEN = Fate(
    "pagat",
    _("A trick with the I in it"),
    {"taken": (_("taken"), 15), "taken_last": (_("taken as the last"), 25)},
    happenings.pagat_trick,
    is_paid=False,
    takes=(PAGAT,),
    last_ways=frozenset({"taken_last"}),
)
_KING_TRICKS = BonusTally(
    "king_tricks",
    _("Tricks taken with a King in them (the last too)"),
    10,
    4,
    happenings.king_trick,
    is_paid=False,
    takes=_A_KING,
)

GERMANY_TWO: Bonuses = (
    _KING_TRICKS,
    BonusTally(
        "king_last",
        _("The last trick taken had a King in it"),
        5,
        1,
        happenings.last_king_trick,
        is_paid=False,
        asks=((_KING_TRICKS, 1),),
        is_last=True,
    ),
    _PAGAT_TAKEN,
)
"""Counted by whoever took the trick, whoever played the card; two Kings in a trick count once."""

_KING_LAST = BonusTally(
    "king_last",
    _("A King in the last trick taken"),
    15,
    1,
    happenings.last_king_trick,
    is_paid=False,
    takes=_A_KING,
    is_last=True,
)

GERMANY_TWO_LAST_APART: Bonuses = (
    BonusTally(
        "king_tricks",
        _("Tricks taken with a King in them (before the last)"),
        10,
        4,
        happenings.king_trick_before_last,
        is_paid=False,
        takes=_A_KING,
        within=(_KING_LAST,),
    ),
    _KING_LAST,
    _PAGAT_TAKEN,
)
"""The same where the last trick is written down by itself."""
