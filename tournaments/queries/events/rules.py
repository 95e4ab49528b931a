"""What players are told of a game's rules: where they are written, and which options an event
has."""

from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings

from games.game import Game
from games.options import Option

RULES_FOLDER = settings.BASE_DIR / "docs" / "games"
"""A folder for each language, with a page for each game by its key."""


class ChosenOption(NamedTuple):
    """An option of an event: its label and what was chosen, both to be translated."""

    label: str
    choice: str


def has_rules(game: str, language: str) -> bool:
    """Whether the rules of a game, by its key, are written in that language."""
    return (RULES_FOLDER / language / f"{game}.md").is_file()


def chosen_options(game: Game) -> list[ChosenOption]:
    """Every option the game has, with what is chosen; none of which nothing was written."""
    return _chosen(game, (each for each in game.own_options if game.options[each.key]))


def unusual_options(game: Game) -> list[ChosenOption]:
    """The options in which an event plays otherwise than usual, but for what a club has written
    itself."""
    choices = (each for each in game.own_options if each.choices)
    return _chosen(game, (each for each in choices if game.options[each.key] != each.default))


def _chosen(game: Game, options: Iterable[Option]) -> list[ChosenOption]:
    chosen = ((each, game.options[each.key]) for each in options)
    return [
        ChosenOption(option.label, option.labels.get(choice, choice)) for option, choice in chosen
    ]
