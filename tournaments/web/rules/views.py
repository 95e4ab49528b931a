"""The rules pages: all games, each by itself and for beginners on one sheet, and what holds in
an event."""

import re
from functools import cache
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.catalogue import families, get_game
from games.game import Game
from games.options import UnknownName
from tournaments.access.page_cache import page
from tournaments.queries.events.rules import RULES_FOLDER, chosen_options, has_rules
from tournaments.web.markdown_page import MarkdownPage, reworded_page
from tournaments.web.public.lookup import about_event, anybodys_page, event_at, footer_links
from tournaments.web.rules.beginners_sheet import letters_of_sheet
from tournaments.web.rules.options_told import options_told

_SENTENCE = re.compile(r".+?(?:。|\.(?=\s|$)|$)", re.DOTALL)
_IN_SHORT, _EXAMPLE = 1, -1
"""Which parts of a page beginners need: what stands before its first heading is part 0."""


class GameInList(NamedTuple):
    """A game in the list of all: its name to be translated; `about` is blank where nobody has
    written."""

    key: str
    name: str
    about: str


@page
def rules_view(request: HttpRequest) -> HttpResponse:
    """Every game: those by themselves first, then family by family."""
    grouped = [(family, [_in_list(game) for game in members]) for family, members in families()]
    context = {
        "alone": [game for family, members in grouped if not family for game in members],
        "families": [each for each in grouped if each[0]],
        "links": footer_links(request),
    }
    return render(request, "rules/index.html", context)


@page
def rules_of_game_view(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game, or that nobody has written them."""
    return render(request, "rules/page.html", _about_game(request, game))


@page
def rules_print_view(request: HttpRequest, game: str) -> HttpResponse:
    """What a beginner needs of them, on one sheet of paper."""
    context = _about_game(request, game)
    rules: MarkdownPage | None = context["rules"]
    context["parts"] = (rules.parts[_IN_SHORT], rules.parts[_EXAMPLE]) if rules else ()
    context["letters"] = letters_of_sheet(context["parts"])
    return render(request, "rules/print.html", context)


@page
def event_rules_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What holds in an event: its options, and the rules of its game."""
    found = event_at(club, event)
    facts = {
        "options": chosen_options(found.game),
        "game": found.game,
        "rules": _rules(found.game_key),
    }
    return anybodys_page(request, "rules/event.html", about_event(request, found) | facts)


def _about_game(request: HttpRequest, key: str) -> dict[str, Any]:
    try:
        game = get_game(key)
    except UnknownName as unknown:
        raise Http404 from unknown
    return {"game": game, "rules": _rules(key), "links": footer_links(request)}


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
    about = _SENTENCE.match(rules.lead) if rules else None
    return GameInList(game.key, game.name, about[0] if about else "")
