"""Catalogue of all games, and the look-up of a game by its key and options."""

from collections.abc import Callable, Mapping
from typing import Any

from games.anou.game import Anou
from games.botifarra.game import Botifarra
from games.donguri import Donguri
from games.game import Game
from games.json_type_checks import is_string, is_string_dict
from games.match import Match
from games.options import InvalidOption, UnknownName
from games.problems import Problem
from games.score_sheet import ScoreSheet
from games.tantony.game import Tantony
from games.tantony.single import TantonySplit, TantonyThree
from games.tarot.belgium import Belgium
from games.tarot.classic_four import ClassicFour
from games.tarot.classic_three import ClassicThree
from games.tarot.france_1637 import France1637
from games.tarot.france_1659_pot import France1659Pot
from games.tarot.france_1659_twelve import France1659Twelve
from games.tarot.france_1781 import France1781
from games.tarot.germany_taroc import GermanyTaroc
from games.tarot.germany_two import GermanyTwo
from games.tarot.la_rigueur import LaRigueur
from games.tarot.munich_1756 import Munich1756
from games.tarot.netherlands_1846 import Netherlands1846
from games.tarot.netherlands_four import NetherlandsFour
from games.tarot.swiss_troggen import SwissTroggen
from games.tarot.whist import Whist


class NotPlayable(UnknownName):
    """The game exists but has no cards: nothing can be dealt, played out or replayed."""


GAMES: tuple[type[Game], ...] = (
    Botifarra,
    Tantony,
    TantonySplit,
    TantonyThree,
    Anou,
    Donguri,
    ClassicThree,
    ClassicFour,
    France1637,
    France1659Pot,
    France1659Twelve,
    LaRigueur,
    SwissTroggen,
    GermanyTaroc,
    France1781,
    Netherlands1846,
    Belgium,
    GermanyTwo,
    NetherlandsFour,
    Whist,
    Munich1756,
    Match,
    ScoreSheet,
)


def games_by_family() -> list[tuple[str, list[type[Game]]]]:
    """Return the games grouped by family, in the order in which each family first occurs.

    A game without a family is in a group of its own, under an empty name.
    """
    grouped: dict[str, list[type[Game]]] = {}
    for game in GAMES:
        grouped.setdefault(game.family or game.key, []).append(game)
    return [(members[0].family, members) for members in grouped.values()]


def get_game(
    key: str, options: Mapping[str, str] | None = None, rules_version: int | None = None
) -> Game:
    """Return the game with these options; raise `UnknownName` or `InvalidOption`.

    Options chosen under an earlier `rules_version` are upgraded.
    """
    for game in GAMES:
        if game.key == key:
            if rules_version is not None and rules_version < game.rules_version:
                return game(
                    game.upgrade_options(_without_removed(game, options or {}), rules_version)
                )
            return game(options)
    raise UnknownName(f"no game {key!r} (games: {', '.join(game.key for game in GAMES)})")


def _without_removed(game: type[Game], options: Mapping[str, str]) -> Mapping[str, str]:
    """Leave out options that the game no longer has."""
    return {key: value for key, value in options.items() if key not in game.removed_options}


def get_playable_game(key: str, options: Mapping[str, str] | None = None) -> Game:
    """Return a game that has cards.

    Raises `NotPlayable`, `UnknownName` or `InvalidOption`.
    """
    game = get_game(key, options)
    if not game.has_play:
        raise NotPlayable(f"{key} has no cards: nothing can be dealt, played out or replayed")
    return game


def get_seeded_game(key: str, options: Mapping[str, str] | None = None) -> Game:
    """Return a game whose boards depend on a seed, by cards or by lists of scenarios.

    Raises `NotPlayable`, `UnknownName` or `InvalidOption`.
    """
    game = get_game(key, options)
    if not game.uses_seed:
        raise NotPlayable(f"{key} has no cards and no lists: nothing can be dealt or verified")
    return game


def game_from_json(
    values: Mapping[str, Any], get: Callable[[str, Mapping[str, str]], Game] = get_playable_game
) -> tuple[Game | None, list[Problem]]:
    """Return the game that a file names by `game` and `options`, with the problems found.

    If only the options are wrong, the game is returned under its defaults, so that the rest of the
    file can be checked as well. Options that have been removed are ignored: the file may be older.
    Values of the wrong type give None and no problem here: `games.json_type_checks` reports them.
    Raises what `get` raises except for unknown names and options.
    """
    key, options = values.get("game"), values.get("options", {})
    if not (is_string(key) and is_string_dict(options)):
        return None, []
    for game in GAMES:
        if game.key == key:
            options = _without_removed(game, options)
    try:
        return get(str(key), options), []
    except NotPlayable:
        raise
    except UnknownName as unknown:
        return None, [Problem("unknown_game", "%(text)s", {"text": unknown.args[0]}, "game")]
    except InvalidOption as invalid:
        return get_game(str(key)), [
            Problem("unknown_option", "%(text)s", {"text": invalid.args[0]}, "options")
        ]
