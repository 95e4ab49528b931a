"""The bonuses of all games, each with the event that earns it, its worth and its maximum."""

from dataclasses import replace

from games.cards import Pack
from games.tarot import trick_events
from games.tarot.bonus_counting import Bonuses
from games.tarot.bonus_kinds import ChoiceBonus, TallyBonus
from games.tarot.pack import FOOL, KINGS, PAGAT
from games.tarot.trick_events import TAROTS_WITHOUT_FOOL
from games.text import gettext_noop as _

# The number of Tarots without the Fool.
TAROT_COUNT = len(TAROTS_WITHOUT_FOOL)

# Pagat ultimo: winning the last trick with the I brings a bonus, losing the I costs points. Winning
# an earlier trick with it brings nothing.
GERMANY_TAROC: Bonuses = (
    ChoiceBonus(
        "pagat",
        _("The I"),
        {
            "lost": (_("lost"), -5),
            "lost_last": (_("lost in the last trick"), -10),
            "won_last": (_("won the last trick"), 10),
        },
        trick_events.pagat_result,
        own_cards=frozenset({PAGAT}),
    ),
)

# The I wins or loses its trick, for twice as much in the last one.
BELGIUM: Bonuses = (
    ChoiceBonus(
        "pagat",
        _("The I"),
        {
            "won": (_("won its trick"), 5),
            "lost": (_("lost"), -5),
            "won_last": (_("won the last trick"), 10),
            "lost_last": (_("lost in the last trick"), -10),
        },
        trick_events.pagat_result,
        own_cards=frozenset({PAGAT}),
    ),
)


_TAROTS_WON, _TAROTS_LOST = (
    TallyBonus(
        "tarots_won",
        _("Tricks won with a Tarot (the last too)"),
        1,
        TAROT_COUNT,
        trick_events.won_with_tarot,
    ),
    TallyBonus(
        "tarots_lost", _("Tarots lost in a trick"), -1, TAROT_COUNT, trick_events.lost_tarots
    ),
)
_LAST_TAROT = TallyBonus(
    "last_tarot",
    _("Last trick won with the I or a King"),
    6,
    1,
    trick_events.last_with_pagat_or_king,
    own_cards=KINGS | {PAGAT},
    in_last_trick=True,
)
_FOOL_LAST = TallyBonus(
    "fool_last",
    _("The Fool still held in the last trick"),
    -2,
    1,
    trick_events.fool_kept_for_last,
    own_cards=frozenset({FOOL}),
    excludes=(_LAST_TAROT,),
)


def _france_1637(tarots_are_required: bool) -> Bonuses:
    won = replace(_TAROTS_WON, own_cards=TAROTS_WITHOUT_FOOL, is_required=tarots_are_required)
    lost = replace(
        _TAROTS_LOST,
        own_cards=TAROTS_WITHOUT_FOOL,
        is_required=tarots_are_required,
        shares_maximum_with=(won,),
    )
    return won, lost, replace(_LAST_TAROT, requires=((won, 1),)), _FOOL_LAST


# Each of six Tarots can win or lose a trick once. The Fool as an excuse does neither.
FRANCE_1637 = _france_1637(tarots_are_required=True)

# The same, but tables need not record which Tarots won and lost.
FRANCE_1637_OPTIONAL_TAROTS = _france_1637(tarots_are_required=False)

# The names of the bonuses whose numbers add up to `TAROT_COUNT` if all cards are dealt.
TAROT_FIELDS = ("tarots_won", "tarots_lost")

# Stands for any of the four Kings, as tables do not record which one it was.
_ANY_KING: Pack = (min(KINGS, key=str),)

_KINGS_TAKEN = TallyBonus(
    "kings_taken",
    _("Opponents’ Kings taken"),
    5,
    4,
    trick_events.took_kings,
    is_paid=False,
    takes=_ANY_KING,
)

# Counted by the seat that took the trick. Opponents' Kings in a trick with two or three Kings also
# count one by one.
#
# A seat that takes a trick with two Kings and the Fool, or with three Kings, wins the trick with
# one of these Kings. That King is its own: one more than the opponents' Kings counted above.
FRANCE_1781: Bonuses = (
    TallyBonus(
        "pagat_taken",
        _("An opponent’s I taken"),
        5,
        1,
        trick_events.took_pagat,
        is_paid=False,
        takes=(PAGAT,),
    ),
    _KINGS_TAKEN,
    TallyBonus(
        "two_kings_and_fool",
        _("Two Kings and the Fool in one trick"),
        5,
        1,
        trick_events.two_kings_and_fool,
        is_paid=False,
        requires=((_KINGS_TAKEN, 1),),
        takes=_ANY_KING,
    ),
    TallyBonus(
        "three_kings",
        _("Three Kings in one trick"),
        15,
        1,
        trick_events.three_kings,
        is_paid=False,
        requires=((_KINGS_TAKEN, 2),),
        takes=_ANY_KING,
    ),
)

_PAGAT_TAKEN = ChoiceBonus(
    "pagat",
    _("A trick with the I in it"),
    {"taken": (_("taken"), 15), "taken_last": (_("taken as the last"), 25)},
    trick_events.pagat_taken,
    is_paid=False,
    takes=(PAGAT,),
    last_trick_choices=frozenset({"taken_last"}),
)
_KING_TRICKS = TallyBonus(
    "king_tricks",
    _("Tricks taken with a King in them (the last too)"),
    10,
    4,
    trick_events.king_trick,
    is_paid=False,
    takes=_ANY_KING,
)

# Counted by the seat that took the trick, no matter who played the card. Two Kings in a trick count
# once.
GERMANY_TWO: Bonuses = (
    _KING_TRICKS,
    TallyBonus(
        "king_last",
        _("The last trick taken had a King in it"),
        5,
        1,
        trick_events.last_king_trick,
        is_paid=False,
        requires=((_KING_TRICKS, 1),),
        in_last_trick=True,
    ),
    _PAGAT_TAKEN,
)

_KING_LAST = TallyBonus(
    "king_last",
    _("A King in the last trick taken"),
    15,
    1,
    trick_events.last_king_trick,
    is_paid=False,
    takes=_ANY_KING,
    in_last_trick=True,
)

# The same, but the last trick is recorded separately.
GERMANY_TWO_LAST_SEPARATE: Bonuses = (
    TallyBonus(
        "king_tricks",
        _("Tricks taken with a King in them (before the last)"),
        10,
        4,
        trick_events.king_trick_before_last,
        is_paid=False,
        takes=_ANY_KING,
        shares_maximum_with=(_KING_LAST,),
    ),
    _KING_LAST,
    _PAGAT_TAKEN,
)
