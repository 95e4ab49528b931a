"""The catalogue: every game, one line each."""

from collections.abc import Mapping

from games.botifarra import Botifarra
from games.game import Game
from games.options import UnknownName


class NoPlay(LookupError):
    """The game has no cards: it is known by its results only."""


GAMES: tuple[type[Game], ...] = (Botifarra,)


def get_game(key: str, options: Mapping[str, str] | None = None) -> Game:
    """The game under `options`; raises `UnknownName` or `OptionProblem`."""
    for game in GAMES:
        if game.key == key:
            return game(options)
    raise UnknownName(f"no game {key!r} (games: {', '.join(game.key for game in GAMES)})")


def get_playable(key: str, options: Mapping[str, str] | None = None) -> Game:
    """The game under `options`; raises `NoPlay` if it has no cards, `UnknownName` or `OptionProblem`."""
    game = get_game(key, options)
    if not game.has_play:
        raise NoPlay(f"{key} has no cards: nothing can be dealt, played out or replayed")
    return game
