"""The bonuses each game knows: what happens in a trick, to whom, and what it is worth."""

from collections.abc import Iterator
from dataclasses import replace

from games.tarot.bonus_kinds import BonusTally, Fate
from games.tarot.bonuses import Bonuses, TrickTaken
from games.tarot.pack import FOOL, KINGS
from games.tarot.patterns import PAGAT, WORLD
from games.text import gettext_noop as _

_TAROTS_WITHOUT_FOOL = KINGS | {WORLD, PAGAT}
"""The six Tarots that can win a trick or lose one."""

TAROTS = len(_TAROTS_WITHOUT_FOOL)
"""How many they are."""


def _pagat_fate(trick: TrickTaken) -> Iterator[tuple[str, str]]:
    """The player of the I, and how it went with it."""
    for seat, card in trick.played:
        if card == PAGAT:
            won = "won" if seat == trick.winner else "lost"
            yield seat, won + ("_last" if trick.last else "")


def _won_with_tarot(trick: TrickTaken) -> Iterator[str]:
    if trick.winning in _TAROTS_WITHOUT_FOOL:
        yield trick.winner


def _lost_tarots(trick: TrickTaken) -> Iterator[str]:
    for seat, card in trick.played:
        if card in _TAROTS_WITHOUT_FOOL and seat != trick.winner:
            yield seat


def _last_with_pagat_or_king(trick: TrickTaken) -> Iterator[str]:
    if trick.last and trick.winning in KINGS | {PAGAT}:
        yield trick.winner


def _fool_kept_for_last(trick: TrickTaken) -> Iterator[str]:
    for seat, card in trick.played:
        if trick.last and card == FOOL:
            yield seat


def _took_pagat(trick: TrickTaken) -> Iterator[str]:
    for seat, card in trick.played:
        if card == PAGAT and seat != trick.winner:
            yield trick.winner


def _took_kings(trick: TrickTaken) -> Iterator[str]:
    for seat, card in trick.played:
        if card in KINGS and seat != trick.winner:
            yield trick.winner


def _two_kings_and_fool(trick: TrickTaken) -> Iterator[str]:
    if FOOL in trick.cards and _kings_in(trick) == 2:
        yield trick.winner


def _three_kings(trick: TrickTaken) -> Iterator[str]:
    if _kings_in(trick) == 3:
        yield trick.winner


def _king_trick(trick: TrickTaken) -> Iterator[str]:
    if _kings_in(trick):
        yield trick.winner


def _king_trick_before_last(trick: TrickTaken) -> Iterator[str]:
    if not trick.last:
        yield from _king_trick(trick)


def _last_king_trick(trick: TrickTaken) -> Iterator[str]:
    if _kings_in(trick) and trick.last:
        yield trick.winner


def _pagat_trick(trick: TrickTaken) -> Iterator[tuple[str, str]]:
    if PAGAT in trick.cards:
        yield trick.winner, "taken_last" if trick.last else "taken"


def _kings_in(trick: TrickTaken) -> int:
    return len(KINGS.intersection(trick.cards))


GERMANY_TAROC: Bonuses = (
    Fate(
        "pagat",
        _("The I"),
        {
            "lost": (_("lost"), -5),
            "lost_last": (_("lost in the last trick"), -10),
            "won_last": (_("won the last trick"), 10),
        },
        _pagat_fate,
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
        _pagat_fate,
        own=frozenset({PAGAT}),
    ),
)
"""The I wins or loses its trick, twice as much in the last."""


_TAROTS_WON, _TAROTS_LOST = (
    BonusTally("tarots_won", _("Tricks won with a Tarot (the last too)"), 1, TAROTS, _won_with_tarot),
    BonusTally("tarots_lost", _("Tarots lost in a trick"), -1, TAROTS, _lost_tarots),
)
_LAST_TAROT = BonusTally(
    "last_tarot",
    _("Last trick won with the I or a King"),
    6,
    1,
    _last_with_pagat_or_king,
    own=KINGS | {PAGAT},
)
_FOOL_LAST = BonusTally(
    "fool_last",
    _("The Fool still held in the last trick"),
    -2,
    1,
    _fool_kept_for_last,
    own=frozenset({FOOL}),
)


def _france_1637(tarots_are_asked: bool) -> Bonuses:
    won = replace(_TAROTS_WON, own=_TAROTS_WITHOUT_FOOL, is_asked=tarots_are_asked)
    lost = replace(_TAROTS_LOST, own=_TAROTS_WITHOUT_FOOL, is_asked=tarots_are_asked, within=(won,))
    return won, lost, replace(_LAST_TAROT, asks=((won, 1),)), _FOOL_LAST


FRANCE_1637 = _france_1637(tarots_are_asked=True)
"""Six Tarots can win or lose a trick, once each; the Fool as an excuse does neither."""

FRANCE_1637_UNASKED = _france_1637(tarots_are_asked=False)
"""The same where a table writes down of them what it likes."""

TAROTS_TOLD = ("tarots_won", "tarots_lost")
"""What those are called that are as many as `TAROTS` together where all cards are dealt."""

_KINGS_TAKEN = BonusTally("kings_taken", _("Opponents’ Kings taken"), 5, 4, _took_kings, is_paid=False)

FRANCE_1781: Bonuses = (
    BonusTally("pagat_taken", _("An opponent’s I taken"), 5, 1, _took_pagat, is_paid=False),
    _KINGS_TAKEN,
    BonusTally(
        "two_kings_and_fool",
        _("Two Kings and the Fool in one trick"),
        5,
        1,
        _two_kings_and_fool,
        is_paid=False,
        asks=((_KINGS_TAKEN, 1),),
    ),
    BonusTally(
        "three_kings",
        _("Three Kings in one trick"),
        15,
        1,
        _three_kings,
        is_paid=False,
        asks=((_KINGS_TAKEN, 2),),
    ),
)
"""Counted by whoever took the trick; Kings taken in a trick of two or three count for themselves as well."""

_PAGAT_TAKEN = Fate(
    "pagat",
    _("A trick with the I in it"),
    {"taken": (_("taken"), 15), "taken_last": (_("taken as the last"), 25)},
    _pagat_trick,
    is_paid=False,
)
_KING_TRICKS = BonusTally(
    "king_tricks", _("Tricks taken with a King in them (the last too)"), 10, 4, _king_trick, is_paid=False
)

GERMANY_TWO: Bonuses = (
    _KING_TRICKS,
    BonusTally(
        "king_last",
        _("The last trick taken had a King in it"),
        5,
        1,
        _last_king_trick,
        is_paid=False,
        asks=((_KING_TRICKS, 1),),
    ),
    _PAGAT_TAKEN,
)
"""Counted by whoever took the trick, whoever played the card; two Kings in a trick count once."""

_KING_LAST = BonusTally(
    "king_last", _("A King in the last trick taken"), 15, 1, _last_king_trick, is_paid=False
)

GERMANY_TWO_LAST_APART: Bonuses = (
    BonusTally(
        "king_tricks",
        _("Tricks taken with a King in them (before the last)"),
        10,
        4,
        _king_trick_before_last,
        is_paid=False,
        within=(_KING_LAST,),
    ),
    _KING_LAST,
    _PAGAT_TAKEN,
)
"""The same where the last trick is written down by itself."""
