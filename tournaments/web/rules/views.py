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
from tournaments.web.markdown_page import MarkdownPage, TokenTransform, transformed_page
from tournaments.web.public.page_context import (
    event_context,
    get_event_by_slugs_or_404,
    render_public,
    site_links,
)

_FONT_SIZE_LIMITS = ((950, "largest"), (1320, "larger"), (1570, "large"))
"""Up to how much text fits in letters of 16, 14 and 13 points (static/rules.css), with some paper
to spare for the fonts of others: measured on every page there is, on Letter, the shorter paper.
What is longer has the usual 12."""

_TABLE_ROW_LETTERS = 100
"""What a row of a table takes, as if it were so many letters more."""


_CARD_ROW_LETTERS = 450
"""What a row of drawn cards takes, in letters too."""


def font_size_class(parts: Iterable[str], order: Sequence[RankedSuits] = ()) -> str:
    """The class of the sheet that these parts, in HTML, and the order of the cards make together;
    blank for letters as usual."""
    room = sum(_length_in_letters(part) for part in parts) + _CARD_ROW_LETTERS * len(order)
    return next((name for most, name in _FONT_SIZE_LIMITS if room <= most), "")


def _length_in_letters(html: str) -> int:
    """How many letters of a European language take as much; a Japanese one is twice as wide."""
    text = " ".join(unescape(strip_tags(html)).split())
    return sum(
        2 if east_asian_width(each) in "WF" else 1 for each in text
    ) + _TABLE_ROW_LETTERS * html.count("<tr>")


_INLINE_CODE = "code_inline"


def option_names_transform(options: Iterable[Option]) -> TokenTransform:
    """Takes the key from behind the label of each of these, and puts what its choices are
    called."""
    known = {option.key: option for option in options}

    def reword(tokens: Sequence[Token]) -> None:
        for token in tokens:
            if option := _option_of_line(token, known):
                token.children = list(_with_option_names(token.children or [], option))

    return reword


def _option_of_line(token: Token, known: Mapping[str, Option]) -> Option | None:
    """The option that a line tells of: its key is the first that stands there as code, behind a
    label."""
    children = token.children or []
    place = _first_code_index(children)
    return known.get(children[place].content) if _follows_label(children[:place]) else None


def _first_code_index(children: Sequence[Token]) -> int:
    return next((place for place, token in enumerate(children) if token.type == _INLINE_CODE), 0)


def _follows_label(before: Sequence[Token]) -> bool:
    return any(token.type == "strong_close" for token in before) and before[-1].content.endswith(
        ("(", "（")
    )


def _with_option_names(children: Sequence[Token], option: Option) -> Iterator[Token]:
    place = _first_code_index(children)
    opening, closing = children[place - 1], children[place + 1]
    opening.content = opening.content[:-1].rstrip()
    closing.content = closing.content[1:]
    for token in (*children[:place], *children[place + 1 :]):
        if token.type == _INLINE_CODE and token.content in option.choices:
            yield from _emphasized(gettext(option.labels.get(token.content, token.content)))
        else:
            yield token


def _emphasized(text: str) -> Iterable[Token]:
    return (
        Token("em_open", "em", 1),
        Token("text", "", 0, content=text),
        Token("em_close", "em", -1),
    )


_FIRST_SENTENCE = re.compile(r".+?(?:。|\.(?=\s|$)|$)", re.DOTALL)
_SUMMARY_PART, _EXAMPLE_PART = 1, -1
"""Which parts of a page beginners need: what stands before its first heading is part 0."""


class GameEntry(NamedTuple):
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
        (family, [_game_entry(game) for game in members]) for family, members in games_by_family()
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
    return render(request, "rules/page.html", _game_context(request, game))


@public_page
def rules_print_view(request: HttpRequest, game: str) -> HttpResponse:
    """What a beginner needs of them, on one sheet of paper."""
    context = _game_context(request, game)
    rules: MarkdownPage | None = context["rules"]
    context["parts"] = (rules.parts[_SUMMARY_PART], rules.parts[_EXAMPLE_PART]) if rules else ()
    if len(context["order"]) > 1:  # tarot has too many cards for one sheet
        context["order"] = ()
    context["letters"] = font_size_class(context["parts"], context["order"])
    return render(request, "rules/print.html", context)


@public_page
def event_rules_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What holds in an event: its options, and the rules of its game."""
    found = get_event_by_slugs_or_404(club, event)
    facts = {
        "options": chosen_options(found.game),
        "game": found.game,
        "order": card_order(found.game),
        "rules": _rules(found.game_key),
    }
    return render_public(request, "rules/event.html", event_context(request, found) | facts)


def _game_context(request: HttpRequest, key: str) -> dict[str, Any]:
    try:
        game = get_game(key)
    except UnknownName as unknown:
        raise Http404 from unknown
    order = card_order(game) if (rules := _rules(key)) else ()
    opening = _first_sentence(rules) if rules else ""
    further = rules.lead[len(opening) :].strip() if rules else ""
    about = {"opening": opening, "further": further}
    return {"game": game, "order": order, "rules": rules, **about, **site_links(request)}


def _first_sentence(rules: MarkdownPage) -> str:
    """Return the first sentence of a page."""
    sentence = _FIRST_SENTENCE.match(rules.lead)
    return sentence[0] if sentence else rules.lead


def _rules(key: str) -> MarkdownPage | None:
    """The page of a game in the reader's language, where there is one."""
    language = get_language()
    if not has_rules(key, language):
        return None
    return _page_in_language(language, key)


@cache
def _page_in_language(language: str, key: str) -> MarkdownPage:
    """Read once in each language, which is the reader's: choices are called what forms call
    them."""
    told = option_names_transform(get_game(key).own_options)
    return transformed_page(RULES_FOLDER / language, key, "rules_of_game", told)


def _game_entry(game: type[Game]) -> GameEntry:
    rules = _rules(game.key)
    about = _first_sentence(rules) if rules else ""
    numbers = sorted({min(game.player_counts), max(game.player_counts)})
    players = "–".join(map(str, numbers))
    cards = get_game(game.key).pack
    pack = pack_name(cards) if cards else ""
    card = _CARD_OF_PACK.get(pack, "")
    return GameEntry(game.key, game.name, about, players, len(cards), pack, card)
