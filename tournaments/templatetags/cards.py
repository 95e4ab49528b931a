"""Filters for cards, calls and seats."""

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

# The suit key of each suit letter, by pack, in the order of rows. Tarot has the keys, and with them
# the symbols, of the Latin suits.
SUITS: Mapping[str, Mapping[str, str]] = {
    "spanish": SPANISH_SUITS,
    "french": FRENCH_SUITS,
    "tarot": {"S": "espases", "B": "bastos", "C": "copes", "D": "oros", "T": "trumps"},
    "lettered": {letter: letter for letter in "ABCDE"},
}
FOOL = pgettext_lazy("card", "Fool")

# The word for each suit and call that has a symbol with the same key in the sprite.
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

# The words of tarot for Latin suits.
TAROT_SUITS: Mapping[str, Promise] = {
    "espases": pgettext_lazy("tarot suit", "Swords"),
    "bastos": pgettext_lazy("tarot suit", "Batons"),
    "copes": pgettext_lazy("tarot suit", "Cups"),
    "oros": pgettext_lazy("tarot suit", "Coins"),
}

# The name of a card by its suit.
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

# The name of a tarot card in a Latin suit.
TAROT_CARDS: Mapping[str, Promise] = {
    "espases": pgettext_lazy("tarot suit", "%(rank)s of swords"),
    "bastos": pgettext_lazy("tarot suit", "%(rank)s of batons"),
    "copes": pgettext_lazy("tarot suit", "%(rank)s of cups"),
    "oros": pgettext_lazy("tarot suit", "%(rank)s of coins"),
}

# The name of a card in a suit that has only a letter.
_LETTERED_CARD = _("%(rank)s of %(suit)s")
_NUMERALS = {10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}


class Face(NamedTuple):
    """What is printed on a card: the key of its suit, and its rank."""

    suit: str
    rank: str | Promise


class SuitRow(NamedTuple):
    """The ranks of a hand in one suit, in the order of the hand; empty without such cards."""

    suit: str
    ranks: list[str | Promise]


class DrawnCard(NamedTuple):
    """A card of a hand: its SVG symbol, and whether it is the last of its suit."""

    symbol: str
    ends_suit: bool


DRAWINGS = settings.BASE_DIR / "templates" / "shared" / "cards"

# Each pack has `<pack>.svg` in `DRAWINGS`, with a symbol `<pack>-<card>` for every card.
DRAWN_PACKS = ("spanish", "french", "tarot", "lettered")
_SPRITE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="visually-hidden"'
    ' aria-hidden="true" focusable="false">{}</svg>'
)
_CARD_REFERENCE = re.compile(rf'href="#((?:{"|".join(DRAWN_PACKS)})-\w+)"')
_REFERENCE = re.compile(r'href="#([\w-]+)"')
_ID = re.compile(r' id="([\w-]+)"')

CARDS_PER_ROW = 10

_LINE_TITLES = {"ns": gettext_noop("North–South"), "ew": gettext_noop("East–West")}

_OPENINGS = {
    "deals": gettext_noop("%(seat)s deals"),
    "starts": gettext_noop("%(seat)s starts"),
    "": "",
}
_OPENERS = {"deals": gettext_noop("dealer"), "starts": gettext_noop("starts"), "": ""}


@register.filter
def opening_text(seat: str, game: Game) -> str:
    """Return a sentence that says that a seat deals or starts a board; "" in other games."""
    template = _OPENINGS[game.dealer_role]
    return gettext(template) % {"seat": seat_name(seat, game.seats)} if template else ""


@register.filter
def opening_label(role: str) -> str:
    """Return the label "dealer" or "starts", for after the name of a seat; "" in other games."""
    return gettext(_OPENERS[role]) if _OPENERS[role] else ""


@register.filter
def pack_name(pack: Iterable[Card]) -> str:
    """Return the name of a pack: spanish, french, tarot or lettered."""
    letters = {card.suit for card in pack}
    if "T" in letters:
        return "tarot"
    if "A" in letters:
        return "lettered"
    return "spanish" if "O" in letters else "french"


@register.filter
def face(card: object, pack: str) -> Face:
    """Return the face of a card, or of its text such as `O9`.

    The Fool is a trump; the ranks of trumps are Roman numerals. Raises KeyError for an unknown pack
    or suit.
    """
    text = str(card)
    if text == "F":
        return Face(SUITS[pack]["T"], FOOL)
    suit = SUITS[pack][text[0]]
    return Face(suit, _roman(int(text[1:])) if suit == "trumps" else text[1:])


@register.filter
def card_name(card: object, pack: str) -> str:
    """Return the name of a card: 9 of cups, trump XXI, Fool; raise KeyError as `face` does."""
    suit, rank = face(card, pack)
    if rank is FOOL:
        return str(FOOL)
    template = (TAROT_CARDS if pack == "tarot" else CARDS).get(suit) or CARDS.get(suit)
    return str(template or _LETTERED_CARD) % {"rank": rank, "suit": suit}


def _roman(number: int) -> str:
    """Return a number from 1 to 39 in Roman numerals, as on a trump."""
    for value, numeral in _NUMERALS.items():
        if number >= value:
            return numeral + _roman(number - value)
    return ""


@register.filter
def hand_points(cards: Iterable[Card], game: Game) -> int:
    """Return the points of the cards of a hand."""
    card_values = game.card_values
    return sum(card_values.get(card, 0) for card in cards)


@register.filter
def one_of_each_suit(pack: Iterable[Card]) -> list[Card]:
    """Return one card of every suit of a pack, as examples of how cards are typed."""
    return list({card.suit: card for card in pack}.values())


@register.filter
def suit_rows(cards: Iterable[object], pack: str) -> list[SuitRow]:
    """Return a hand as one row for each suit of the pack.

    `cards` are cards, or their texts such as `O9`. They stay in their order, so games sort a hand
    before it is shown. Raises KeyError for an unknown pack or suit.
    """
    rows = {key: SuitRow(key, []) for key in SUITS[pack].values()}
    for suit, rank in (face(card, pack) for card in cards):
        rows[suit].ranks.append(rank)
    return list(rows.values())


@register.filter
def card_rows(cards: Iterable[object], pack: str) -> list[list[DrawnCard]]:
    """Return a hand as rows of drawn cards: at least two rows, of at most `CARDS_PER_ROW` cards.

    All rows except the last have the same length.
    """
    texts = [str(card) for card in cards]
    next_texts = [*texts[1:], ""]
    drawn = [
        DrawnCard(f"{pack}-{text}", _suit_letter(text) != _suit_letter(next_text))
        for text, next_text in zip(texts, next_texts, strict=True)
    ]
    rows = max(2, -(-len(drawn) // CARDS_PER_ROW))  # `-(-x // y)` rounds up
    length = -(-len(drawn) // rows)
    return [drawn[start : start + length] for start in range(0, len(drawn), length)]


def _suit_letter(text: str) -> str:
    """Return the letter of a card's suit; the Fool counts as a trump."""
    return "T" if text == "F" else text[:1]


@register.filter
def table_classes(hands: Mapping[str, Sequence[object]]) -> str:
    """Return the CSS classes of a board's diagram, for a compass and for long hands."""
    compass = "compass-table" if "N" in hands else ""
    long_hands = "long-hands" if max(map(len, hands.values())) > CARDS_PER_ROW + 4 else ""
    return f"{compass} {long_hands}".strip()


@register.tag("drawn_cards")
def drawn_cards(parser: Parser, token: Token) -> template.Node:
    """Render the content, preceded by the SVG symbols of the cards that it shows."""
    nodelist = parser.parse(("enddrawn_cards",))
    parser.delete_first_token()
    return _DrawnCards(nodelist)


class _DrawnCards(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """Render the content, and put before it the symbols to which it refers."""
        content = self.nodelist.render(context)
        used_symbols = list(dict.fromkeys(_CARD_REFERENCE.findall(content)))
        return mark_safe(_symbols(used_symbols) + content) if used_symbols else content  # noqa: S308


def _symbols(used_symbols: Iterable[str]) -> str:
    """Return an invisible SVG with these symbols and all elements that they refer to.

    The elements are in the order of the files.
    """
    elements, index_by_id = _drawings()
    indexes: set[int] = set()
    to_add = [index_by_id[symbol_id] for symbol_id in used_symbols]
    while to_add:
        index = to_add.pop()
        if index not in indexes:
            indexes.add(index)
            to_add += [index_by_id[used_id] for used_id in _REFERENCE.findall(elements[index])]
    return _SPRITE.format("".join(elements[index] for index in sorted(indexes)))


@cache
def _drawings() -> tuple[list[str], dict[str, int]]:
    """Return all elements of the drawings, and the index of the element with each id.

    Each line of a file is one element.
    """
    elements = [
        line
        for pack in DRAWN_PACKS
        for line in (DRAWINGS / f"{pack}.svg").read_text().splitlines()
        if _ID.search(line)
    ]
    return elements, {
        element_id: index for index, line in enumerate(elements) for element_id in _ID.findall(line)
    }


@register.filter
def has_symbol(key: object) -> bool:
    """Return whether the sprite has a symbol for a suit or call."""
    return str(key) in CALLS


@register.filter
def call_name(key: object) -> str | Promise:
    """Return the word for a suit or call, or its key if it has none."""
    return CALLS.get(str(key), str(key))


@register.filter
def suit_name(key: str, pack: str) -> str | Promise:
    """Return the word for a suit of a pack: tarot has "Batons" where Botifarra has "Clubs"."""
    return TAROT_SUITS.get(key, call_name(key)) if pack == "tarot" else call_name(key)


@register.filter
def seat_letter(seat: str, all_seats: Iterable[str]) -> str:
    """Return a seat's letter, translated if it is a point of the compass.

    `all_seats` are the seats (or lines) of the whole table: at a table of five, E is not East.
    """
    return translate_text(seats.line_label(seat, all_seats))


@register.filter
def seat_name(seat: str, all_seats: Iterable[str]) -> str:
    """Return a seat's name in the reader's language, or its letter if it has none.

    `all_seats` are the seats of the whole table.
    """
    return translate_text(seats.seat_label(seat, all_seats))


@register.filter
def line_name(line: str, all_lines: Iterable[str]) -> str:
    """Return a line as N-S, E-W (E-O in Catalan and Spanish), or as a seat's letter.

    `all_lines` are the lines (or seats) of the whole table.
    """
    return translate_text(seats.line_label(line, all_lines))


@register.filter
def line_title(line: str, all_lines: Iterable[str]) -> str:
    """Return a line as a heading: North–South, the name of a seat, or "" for `all`.

    `all_lines` are the lines (or seats) of the whole table.
    """
    if line == "all":
        return ""
    return gettext(_LINE_TITLES[line]) if line in _LINE_TITLES else seat_name(line, all_lines)


@register.filter
def line_or_names(line: str, sides: Iterable[Any]) -> str:
    """Return a line for a sentence: N-S, E-W, or the names of the contestant at a seat.

    `sides` are the sides of the table.
    """
    names = {side.line: side.names for side in sides}
    return (
        line_name(line, names)
        if line in seats.PAIR_LINES
        else names.get(line) or line_name(line, names)
    )


@register.filter
def at_seat(by_seat: Mapping[str, object] | None, seat: str) -> object:
    """Look up a seat in a mapping; return "" if the mapping is None or lacks it."""
    return (by_seat or {}).get(seat, "")


@register.filter
def scenario_items(scenario: Scenario) -> Iterable[tuple[str, Sequence[str]]]:
    """Return the name of each list of a scenario with the items drawn from it.

    A template cannot call `scenario.items`: it would look up a list named "items".
    """
    return scenario.items()
