"""The menu of games, by the names under which they are looked for."""

from collections.abc import Iterator

from django.utils.translation import gettext

from games.catalogue import families
from games.game import Game

Entry = tuple[str, str]
"""What a line of the menu sends, and what it says."""


def game_menu() -> Iterator[tuple[str, str | list[Entry]]]:
    """Every game by name, in the order of the catalogue, those of a family together."""
    for family, members in families():
        named = [
            (value, title or gettext(game.name))
            for game in members
            for value, title in entries_of(game)
        ]
        if family:
            yield gettext(family), named
        else:
            yield from named


def entries_of(game: type[Game]) -> Iterator[Entry]:
    """What stands for the game in the menu, with the title that is played: each it is known for,
    then any."""
    for title in game.known_titles:
        yield f"{game.key}:{title}", title
    yield game.key, ""
