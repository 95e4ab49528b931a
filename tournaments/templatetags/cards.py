"""Cards, calls and seats as pages show them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import seats
from games.cards import FRENCH_SUITS, SPANISH_SUITS, Card
from games.deals import Scenario
from games.game import Game
from tournaments.forms import translate_text

register = template.Library()

SUITS: Mapping[str, Mapping[str, str]] = {
    "spanish": SPANISH_SUITS,
    "french": FRENCH_SUITS,
    "tarot": {"S": "espases", "B": "bastos", "C": "copes", "D": "oros", "T": "trumps"},
    "lettered": {letter: letter for letter in "ABCDE"},
}
"""Pack name → suit letter → suit key, in the order rows are shown; tarot borrows the Latin
symbols."""

FOOL = pgettext_lazy("card", "Fool")

CALLS: Mapping[str, Promise] = {
    "oros": pgettext_lazy("Latin suit", "Coins"),
    "copes": pgettext_lazy("Latin suit", "Cups"),
    "espases": pgettext_lazy("Latin suit", "Swords"),
    "bastos": pgettext_lazy("Latin suit", "Clubs"),
    "botifarra": _("Botifarra"),
    "spades": pgettext_lazy("French suit", "Spades"),
    "hearts": pgettext_lazy("French suit", "Hearts"),
    "diamonds": pgettext_lazy("French suit", "Diamonds"),
    "clubs": pgettext_lazy("French suit", "Clubs"),
    "trumps": _("Trumps"),
}
"""The word for each suit and call that has a symbol of the same key in the sprite."""

TAROT_SUITS: Mapping[str, Promise] = {
    "espases": pgettext_lazy("tarot suit", "Swords"),
    "bastos": pgettext_lazy("tarot suit", "Batons"),
    "copes": pgettext_lazy("tarot suit", "Cups"),
    "oros": pgettext_lazy("tarot suit", "Coins"),
}
"""The words of tarot for the suits whose symbols it borrows."""


CARDS: Mapping[str, Promise] = {
    "oros": pgettext_lazy("Latin suit", "%(rank)s of coins"),
    "copes": pgettext_lazy("Latin suit", "%(rank)s of cups"),
    "espases": pgettext_lazy("Latin suit", "%(rank)s of swords"),
    "bastos": pgettext_lazy("Latin suit", "%(rank)s of clubs"),
    "spades": pgettext_lazy("French suit", "%(rank)s of spades"),
    "hearts": pgettext_lazy("French suit", "%(rank)s of hearts"),
    "diamonds": pgettext_lazy("French suit", "%(rank)s of diamonds"),
    "clubs": pgettext_lazy("French suit", "%(rank)s of clubs"),
    "trumps": pgettext_lazy("card", "trump %(rank)s"),
}
"""How a card of each suit is called by its rank."""

TAROT_CARDS: Mapping[str, Promise] = {
    "espases": pgettext_lazy("tarot suit", "%(rank)s of swords"),
    "bastos": pgettext_lazy("tarot suit", "%(rank)s of batons"),
    "copes": pgettext_lazy("tarot suit", "%(rank)s of cups"),
    "oros": pgettext_lazy("tarot suit", "%(rank)s of coins"),
}
"""The same where tarot borrows the symbol."""

_OF_A_LETTER = _("%(rank)s of %(suit)s")
_NUMERALS = {10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}


class Face(NamedTuple):
    """What is printed on a card: the key of its suit, and its rank."""

    suit: str
    rank: str | Promise


class SuitRow(NamedTuple):
    """One suit of a hand: its key and the ranks held in it, in the order given; none when it is
    void."""

    suit: str
    ranks: list[str | Promise]


class DrawnCard(NamedTuple):
    """A card of a hand: its SVG symbol, and whether it is the last of its suit in the hand."""

    symbol: str
    ends_suit: bool


DRAWINGS = settings.BASE_DIR / "templates" / "shared" / "cards"
DRAWN_PACKS = ("spanish", "french", "tarot", "lettered")
"""Each has `<pack>.svg` in `DRAWINGS`, with a symbol `<pack>-<card>` for every card."""

_SPRITE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="visually-hidden"'
    ' aria-hidden="true" focusable="false">{}</svg>'
)
_USED_CARD = re.compile(rf'href="#((?:{"|".join(DRAWN_PACKS)})-\w+)"')
_USED = re.compile(r'href="#([\w-]+)"')
_DRAWN = re.compile(r' id="([\w-]+)"')

CARDS_PER_ROW = 10

_LINE_TITLES = {"ns": gettext_noop("North–South"), "ew": gettext_noop("East–West")}

_OPENINGS = {
    "deals": gettext_noop("%(seat)s deals"),
    "starts": gettext_noop("%(seat)s starts"),
    "": "",
}
_OPENERS = {"deals": gettext_noop("dealer"), "starts": gettext_noop("starts"), "": ""}


@register.filter
def begins(seat: str, game: Game) -> str:
    """What a seat does on a board: it deals, or has the first turn; nothing where it does
    neither."""
    said = _OPENINGS[game.dealer_role]
    return gettext(said) % {"seat": seat_name(seat, game.seats)} if said else ""


@register.filter
def opener(does: str) -> str:
    """The same behind the name of the seat."""
    return gettext(_OPENERS[does]) if _OPENERS[does] else ""


@register.filter
def pack_name(pack: Iterable[Card]) -> str:
    """The name `suit_rows` wants for a game's pack: spanish, french, tarot or lettered."""
    letters = {card.suit for card in pack}
    if "T" in letters:
        return "tarot"
    if "A" in letters:
        return "lettered"
    return "spanish" if "O" in letters else "french"


@register.filter
def face(card: object, pack: str) -> Face:
    """The face of a card (or its text, `O9`); the Fool is a trump, and trumps are I … XXI.

    Raises KeyError as `suit_rows`.
    """
    text = str(card)
    if text == "F":
        return Face(SUITS[pack]["T"], FOOL)
    suit = SUITS[pack][text[0]]
    return Face(suit, _in_roman(int(text[1:])) if suit == "trumps" else text[1:])


@register.filter
def card_name(card: object, pack: str) -> str:
    """A card as one calls it: the 9 of cups, trump XXI, the Fool; raises KeyError as
    `suit_rows`."""
    shown = face(card, pack)
    if shown.rank is FOOL:
        return str(FOOL)
    template = (TAROT_CARDS if pack == "tarot" else CARDS).get(shown.suit) or CARDS.get(shown.suit)
    return str(template or _OF_A_LETTER) % {"rank": shown.rank, "suit": shown.suit}


def _in_roman(number: int) -> str:
    """A number from 1 to 39 as it stands on a trump."""
    for value, numeral in _NUMERALS.items():
        if number >= value:
            return numeral + _in_roman(number - value)
    return ""


@register.filter
def hand_points(cards: Iterable[Card], game: Game) -> int:
    """What the cards of a hand are worth by themselves."""
    worth = game.card_worth
    return sum(worth.get(card, 0) for card in cards)


@register.filter
def one_of_each_suit(pack: Iterable[Card]) -> list[Card]:
    """The last card of every suit of a pack, in the pack's order: enough to say how cards are
    written."""
    return list({card.suit: card for card in pack}.values())


@register.filter
def suit_rows(cards: Iterable[object], pack: str) -> list[SuitRow]:
    """A hand (cards, or their text such as `O9`) as one row for each suit of the pack.

    The order of the cards is kept, so a game sorts its hand before showing it. Raises KeyError for
    a pack or suit that does not exist.
    """
    rows = {key: SuitRow(key, []) for key in SUITS[pack].values()}
    for suit, rank in (face(card, pack) for card in cards):
        rows[suit].ranks.append(rank)
    return list(rows.values())


@register.filter
def in_rows(cards: Iterable[object], pack: str) -> list[list[DrawnCard]]:
    """Split a hand into rows of drawn cards, at most `CARDS_PER_ROW` in each, at least two rows.

    The rows are as even as possible, the first the longest.
    """
    texts = [str(card) for card in cards]
    following = [*texts[1:], ""]
    drawn = [
        DrawnCard(f"{pack}-{text}", _drawn_suit(text) != _drawn_suit(after))
        for text, after in zip(texts, following, strict=True)
    ]
    rows = max(2, -(-len(drawn) // CARDS_PER_ROW))
    length = -(-len(drawn) // rows)
    return [drawn[start : start + length] for start in range(0, len(drawn), length)]


def _drawn_suit(text: str) -> str:
    """The letter of a card's suit; the Fool lies with the trumps."""
    return "T" if text == "F" else text[:1]


@register.filter
def table_shape(hands: Mapping[str, Sequence[object]]) -> str:
    """The classes of a board's table: the compass, and whether hands need the whole width."""
    of_compass = "compass-table" if "N" in hands else ""
    long_hands = "long-hands" if max(map(len, hands.values())) > CARDS_PER_ROW + 4 else ""
    return f"{of_compass} {long_hands}".strip()


@register.tag("drawn_cards")
def drawn_cards(parser: Parser, token: Token) -> template.Node:
    """Precede what stands between the tags by the SVG symbols of the cards in it, and no others."""
    nodelist = parser.parse(("enddrawn_cards",))
    parser.delete_first_token()
    return _DrawnCards(nodelist)


class _DrawnCards(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """Render the content first: only then is known which cards are in it."""
        content = self.nodelist.render(context)
        used = list(dict.fromkeys(_USED_CARD.findall(content)))
        return mark_safe(_symbols(used) + content) if used else content  # noqa: S308


def _symbols(used: Iterable[str]) -> str:
    """An invisible SVG with these symbols and everything they are drawn with, in file order."""
    elements, place_of = _drawings()
    places: set[int] = set()
    to_add = [place_of[each] for each in used]
    while to_add:
        place = to_add.pop()
        if place not in places:
            places.add(place)
            to_add += [place_of[each] for each in _USED.findall(elements[place])]
    return _SPRITE.format("".join(elements[place] for place in sorted(places)))


@cache
def _drawings() -> tuple[list[str], dict[str, int]]:
    """Every element of the drawings, one a line in its file, and in which of them an id is."""
    elements = [
        line
        for pack in DRAWN_PACKS
        for line in (DRAWINGS / f"{pack}.svg").read_text().splitlines()
        if _DRAWN.search(line)
    ]
    return elements, {
        name: place for place, line in enumerate(elements) for name in _DRAWN.findall(line)
    }


@register.filter
def has_symbol(key: object) -> bool:
    """Whether a suit or call is drawn in the sprite."""
    return str(key) in CALLS


@register.filter
def call_name(key: object) -> str | Promise:
    """The word for a suit or call; one without a word is said as it is written."""
    return CALLS.get(str(key), str(key))


@register.filter
def suit_name(key: str, pack: str) -> str | Promise:
    """The word for a suit in a pack: tarot says "Batons" where Botifarra says "Clubs"."""
    return TAROT_SUITS.get(key, call_name(key)) if pack == "tarot" else call_name(key)


@register.filter
def seat_letter(seat: str, at: Iterable[str]) -> str:
    """The letter on the compass in the reader's language; a seat off the compass keeps its own.

    `at` are the seats, or the lines, of the whole table: of five, E is not East.
    """
    return translate_text(seats.line_label(seat, at))


@register.filter
def seat_name(seat: str, at: Iterable[str]) -> str:
    """The seat in a word, in the reader's language, or its letter; `at` as for `seat_letter`."""
    return translate_text(seats.seat_label(seat, at))


@register.filter
def line_name(line: str, at: Iterable[str]) -> str:
    """A line as pages write it: N-S, E-W (E-O in Catalan and Spanish), or a seat's letter; `at`
    as above."""
    return translate_text(seats.line_label(line, at))


@register.filter
def line_title(line: str, at: Iterable[str]) -> str:
    """A line as a heading, such as North–South; a seat by its name; blank for `all`; `at` as
    above."""
    if line == "all":
        return ""
    return gettext(_LINE_TITLES[line]) if line in _LINE_TITLES else seat_name(line, at)


@register.filter
def called(line: str, sides: Iterable[Any]) -> str:
    """A line in a sentence: N-S, E-W; a seat by who sits there, as `sides`
    (`queries.table.Side`) know."""
    names = {side.line: side.names for side in sides}
    return (
        line_name(line, names)
        if line in seats.PAIR_LINES
        else names.get(line) or line_name(line, names)
    )


@register.filter
def at_seat(by_seat: Mapping[str, object] | None, seat: str) -> object:
    """What a mapping from seats holds for one of them; nothing when it does not name it."""
    return (by_seat or {}).get(seat, "")


@register.filter
def drawn_lists(scenario: Scenario) -> Iterable[tuple[str, Sequence[str]]]:
    """What each list gave, by its name; a template's own `.items` would find a list of that
    name."""
    return scenario.items()
