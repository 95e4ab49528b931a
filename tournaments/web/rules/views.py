"""Pages of rules: the list of games, one game, its sheet for beginners, and an event's rules."""

import re
from collections import Counter
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

# Most letters of a text that fit on a sheet in 16, 14 and 13 points, with the CSS class of that
# font size (static/rules.css). Longer texts are printed in 12 points. The limits were measured with
# every page on Letter, the shorter paper, with some room for other fonts.
_FONT_SIZE_LIMITS = ((950, "largest"), (1320, "larger"), (1570, "large"))

# Letters that take as much room as a row of a table.
_TABLE_ROW_LETTERS = 100


# Letters that take as much room as a row of drawn cards.
_CARD_ROW_LETTERS = 450


def font_size_class(parts: Iterable[str], order: Sequence[RankedSuits] = ()) -> str:
    """Return the CSS class for the font size of a printed sheet, "" for the normal size.

    `parts` are the HTML of the sheet, and `order` its rows of drawn cards.
    """
    length = sum(_length_in_letters(part) for part in parts) + _CARD_ROW_LETTERS * len(order)
    return next((name for limit, name in _FONT_SIZE_LIMITS if length <= limit), "")


def _length_in_letters(html: str) -> int:
    """Return the length of a text in Latin letters; a Japanese character counts as two."""
    text = " ".join(unescape(strip_tags(html)).split())
    return sum(
        2 if east_asian_width(letter) in "WF" else 1 for letter in text
    ) + _TABLE_ROW_LETTERS * html.count("<tr>")


_INLINE_CODE = "code_inline"


def option_names_transform(options: Iterable[Option]) -> TokenTransform:
    """Return a transform that replaces option keys and values by their labels in forms."""
    options_by_key = {option.key: option for option in options}

    def reword(tokens: Sequence[Token]) -> None:
        for token in tokens:
            if option := _option_of_line(token, options_by_key):
                token.children = list(_with_option_names(token.children or [], option))

    return reword


def _option_of_line(token: Token, options_by_key: Mapping[str, Option]) -> Option | None:
    """Return the option that a line of the text describes, or None.

    Such a line begins with a label in bold and the key of the option as code in parentheses.
    """
    children = token.children or []
    index = _first_code_index(children)
    if not _follows_label(children[:index]):
        return None
    return options_by_key.get(children[index].content)


def _first_code_index(children: Sequence[Token]) -> int:
    return next((index for index, token in enumerate(children) if token.type == _INLINE_CODE), 0)


def _follows_label(tokens_before: Sequence[Token]) -> bool:
    return any(token.type == "strong_close" for token in tokens_before) and tokens_before[
        -1
    ].content.endswith(("(", "（"))


def _with_option_names(children: Sequence[Token], option: Option) -> Iterator[Token]:
    index = _first_code_index(children)
    opening, closing = children[index - 1], children[index + 1]
    opening.content = opening.content[:-1].rstrip()
    closing.content = closing.content[1:]
    for token in (*children[:index], *children[index + 1 :]):
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

# Parts of a page that beginners need; part 0 is the text before the first heading.
_SUMMARY_PART, _EXAMPLE_PART = 1, -1


class GameEntry(NamedTuple):
    """A game in the list; its `name` is untranslated.

    `about` is the first sentence of its rules, "" without rules. `players` is the number of players
    at a table, such as "4" or "2–6". `cards` is the size of the usual pack, 0 without one. `card`
    is the card that is drawn for the game, "" for a `pack` of letters.
    """

    key: str
    name: str
    about: str
    players: str
    cards: int
    pack: str
    card: str


# The cards drawn beside the games in the list, by pack: the first game of a pack has the first
# card, and so on. A pack of letters has none. Botifarra has its highest card, the manilla.
_CARDS_OF_PACK = {
    "spanish": ("O9",),
    "french": ("SK", "HQ", "DJ", "CK", "HK", "SQ", "CJ", "DQ"),
    "tarot": ("F", "T21", "SQ", "T1", "CK", "BC", "T14", "DJ"),
}


@public_page
def rules_view(request: HttpRequest) -> HttpResponse:
    """List the games: first those without a family, then family by family."""
    drawn_counts: Counter[str] = Counter()
    grouped = [
        (family, [_game_entry(game, drawn_counts) for game in members])
        for family, members in games_by_family()
    ]
    context = {
        "single_games": [game for family, members in grouped if not family for game in members],
        "families": [(family, games) for family, games in grouped if family],
        **site_links(request),
    }
    return render(request, "rules/index.html", context)


@public_page
def rules_of_game_view(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of one game, or that they are not written yet."""
    return render(request, "rules/page.html", _game_context(request, game))


@public_page
def rules_print_view(request: HttpRequest, game: str) -> HttpResponse:
    """Show the summary and the example of a game's rules, for printing on one sheet."""
    context = _game_context(request, game)
    rules: MarkdownPage | None = context["rules"]
    context["parts"] = (rules.parts[_SUMMARY_PART], rules.parts[_EXAMPLE_PART]) if rules else ()
    if len(context["order"]) > 1:  # tarot has too many cards for one sheet
        context["order"] = ()
    context["font_size"] = font_size_class(context["parts"], context["order"])
    return render(request, "rules/print.html", context)


@public_page
def event_rules_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show the options of an event and the rules of its game."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    context = {
        "options": chosen_options(event.game),
        "game": event.game,
        "order": card_order(event.game),
        "rules": _rules_page_or_none(event.game_key),
    }
    return render_public(request, "rules/event.html", event_context(request, event) | context)


def _game_context(request: HttpRequest, key: str) -> dict[str, Any]:
    try:
        game = get_game(key)
    except UnknownName as error:
        raise Http404 from error
    order = card_order(game) if (rules := _rules_page_or_none(key)) else ()
    opening = _first_sentence(rules) if rules else ""
    rest_of_lead = rules.lead[len(opening) :].strip() if rules else ""
    return {
        "game": game,
        "order": order,
        "rules": rules,
        "opening": opening,
        "rest_of_lead": rest_of_lead,
        **site_links(request),
    }


def _first_sentence(rules: MarkdownPage) -> str:
    """Return the first sentence of a page."""
    sentence = _FIRST_SENTENCE.match(rules.lead)
    return sentence[0] if sentence else rules.lead


def _rules_page_or_none(key: str) -> MarkdownPage | None:
    """Return the rules of a game in the reader's language, or None."""
    language = get_language()
    if not has_rules(key, language):
        return None
    return _page_in_language(language, key)


@cache
def _page_in_language(language: str, key: str) -> MarkdownPage:
    """Return the rules of a game with options named as in the forms, parsed once per language."""
    transform = option_names_transform(get_game(key).own_options)
    return transformed_page(RULES_FOLDER / language, key, "rules_of_game", transform)


def _game_entry(game: type[Game], drawn_counts: Counter[str]) -> GameEntry:
    """Return an entry of the list; count in `drawn_counts` the cards drawn for each pack."""
    rules = _rules_page_or_none(game.key)
    about = _first_sentence(rules) if rules else ""
    numbers = sorted({min(game.player_counts), max(game.player_counts)})
    players = "–".join(map(str, numbers))
    pack = get_game(game.key).pack
    pack_key = pack_name(pack) if pack else ""
    cards = _CARDS_OF_PACK.get(pack_key, ("",))
    card = cards[drawn_counts[pack_key] % len(cards)]
    drawn_counts[pack_key] += 1
    return GameEntry(game.key, game.name, about, players, len(pack), pack_key, card)
