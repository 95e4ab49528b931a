"""The rules pages: all games, each by itself and for beginners on one sheet, the rules of an
event."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import strip_tags
from django.utils.translation import get_language, gettext
from markdown_it.token import Token

from games.catalogue import games_by_family, get_game
from games.game import Game
from games.options import Option, UnknownName
from tournaments.access.page_cache import public_page
from tournaments.queries.events.rules import (
    RULES_FOLDER,
    RankedSuits,
    card_order,
    chosen_options,
    has_rules,
)
from tournaments.templatetags.cards import pack_name
from tournaments.web.markdown_page import MarkdownPage, Rewording, reworded_page
from tournaments.web.public.page_context import about_event, anybodys_page, event_at, site_links

_LETTERS = ((950, "largest"), (1320, "larger"), (1570, "large"))
"""Up to how much text fits in letters of 16, 14 and 13 points (static/rules.css), with some paper
to spare for the fonts of others: measured on every page there is, on Letter, the shorter paper.
What is longer has the usual 12."""

_ROW = 100
"""What a row of a table takes, as if it were so many letters more."""


_CARDS = 450
"""What a row of drawn cards takes, in letters too."""


def letters_of_sheet(parts: Iterable[str], order: Sequence[RankedSuits] = ()) -> str:
    """The class of the sheet that these parts, in HTML, and the order of the cards make together;
    blank for letters as usual."""
    room = sum(_room(part) for part in parts) + _CARDS * len(order)
    return next((name for most, name in _LETTERS if room <= most), "")


def _room(html: str) -> int:
    """How many letters of a European language take as much; a Japanese one is twice as wide."""
    text = " ".join(unescape(strip_tags(html)).split())
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text) + _ROW * html.count(
        "<tr>"
    )


_CODE = "code_inline"


def options_told(options: Iterable[Option]) -> Rewording:
    """Takes the key from behind the label of each of these, and puts what its choices are
    called."""
    known = {option.key: option for option in options}

    def reword(tokens: Sequence[Token]) -> None:
        for token in tokens:
            if option := _told_in(token, known):
                token.children = list(_in_words(token.children or [], option))

    return reword


def _told_in(token: Token, known: Mapping[str, Option]) -> Option | None:
    """The option that a line tells of: its key is the first that stands there as code, behind a
    label."""
    children = token.children or []
    place = _place_of_code(children)
    return known.get(children[place].content) if _is_behind_label(children[:place]) else None


def _place_of_code(children: Sequence[Token]) -> int:
    return next((place for place, token in enumerate(children) if token.type == _CODE), 0)


def _is_behind_label(before: Sequence[Token]) -> bool:
    return any(token.type == "strong_close" for token in before) and before[-1].content.endswith(
        ("(", "（")
    )


def _in_words(children: Sequence[Token], option: Option) -> Iterator[Token]:
    place = _place_of_code(children)
    opening, closing = children[place - 1], children[place + 1]
    opening.content = opening.content[:-1].rstrip()
    closing.content = closing.content[1:]
    for token in (*children[:place], *children[place + 1 :]):
        if token.type == _CODE and token.content in option.choices:
            yield from _emphasised(gettext(option.labels.get(token.content, token.content)))
        else:
            yield token


def _emphasised(text: str) -> Iterable[Token]:
    return (
        Token("em_open", "em", 1),
        Token("text", "", 0, content=text),
        Token("em_close", "em", -1),
    )


_SENTENCE = re.compile(r".+?(?:。|\.(?=\s|$)|$)", re.DOTALL)
_IN_SHORT, _EXAMPLE = 1, -1
"""Which parts of a page beginners need: what stands before its first heading is part 0."""


class GameInList(NamedTuple):
    """A game in the list of all: its name to be translated; `about` is blank where nobody has
    written.

    `players` is how many sit at a table, as "4" or "2–6". `cards` is the size of its usual pack, 0
    where it has none, and `card` the card that stands for that `pack`, blank for a pack of letters.
    """

    key: str
    name: str
    about: str
    players: str
    cards: int
    pack: str
    card: str


# The card that is drawn for a pack; a pack of letters has none.
_CARD_OF_PACK = {"spanish": "O12", "french": "SK", "tarot": "F"}


@public_page
def rules_view(request: HttpRequest) -> HttpResponse:
    """Every game: those by themselves first, then family by family."""
    grouped = [
        (family, [_in_list(game) for game in members]) for family, members in games_by_family()
    ]
    context = {
        "alone": [game for family, members in grouped if not family for game in members],
        "families": [each for each in grouped if each[0]],
        **site_links(request),
    }
    return render(request, "rules/index.html", context)


@public_page
def rules_of_game_view(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game, or that nobody has written them."""
    return render(request, "rules/page.html", _about_game(request, game))


@public_page
def rules_print_view(request: HttpRequest, game: str) -> HttpResponse:
    """What a beginner needs of them, on one sheet of paper."""
    context = _about_game(request, game)
    rules: MarkdownPage | None = context["rules"]
    context["parts"] = (rules.parts[_IN_SHORT], rules.parts[_EXAMPLE]) if rules else ()
    if len(context["order"]) > 1:  # tarot has too many cards for one sheet
        context["order"] = ()
    context["letters"] = letters_of_sheet(context["parts"], context["order"])
    return render(request, "rules/print.html", context)


@public_page
def event_rules_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What holds in an event: its options, and the rules of its game."""
    found = event_at(club, event)
    facts = {
        "options": chosen_options(found.game),
        "game": found.game,
        "order": card_order(found.game),
        "rules": _rules(found.game_key),
    }
    return anybodys_page(request, "rules/event.html", about_event(request, found) | facts)


def _about_game(request: HttpRequest, key: str) -> dict[str, Any]:
    try:
        game = get_game(key)
    except UnknownName as unknown:
        raise Http404 from unknown
    order = card_order(game) if (rules := _rules(key)) else ()
    opening = _opening(rules) if rules else ""
    further = rules.lead[len(opening) :].strip() if rules else ""
    about = {"opening": opening, "further": further}
    return {"game": game, "order": order, "rules": rules, **about, **site_links(request)}


def _opening(rules: MarkdownPage) -> str:
    """Return the first sentence of a page."""
    sentence = _SENTENCE.match(rules.lead)
    return sentence[0] if sentence else rules.lead


def _rules(key: str) -> MarkdownPage | None:
    """The page of a game in the reader's language, where there is one."""
    language = get_language()
    if not has_rules(key, language):
        return None
    return _page_in(language, key)


@cache
def _page_in(language: str, key: str) -> MarkdownPage:
    """Read once in each language, which is the reader's: choices are called what forms call
    them."""
    told = options_told(get_game(key).own_options)
    return reworded_page(RULES_FOLDER / language, key, "rules_of_game", told)


def _in_list(game: type[Game]) -> GameInList:
    rules = _rules(game.key)
    about = _opening(rules) if rules else ""
    numbers = sorted({min(game.player_counts), max(game.player_counts)})
    players = "–".join(map(str, numbers))
    cards = get_game(game.key).pack
    pack = pack_name(cards) if cards else ""
    card = _CARD_OF_PACK.get(pack, "")
    return GameInList(game.key, game.name, about, players, len(cards), pack, card)
