"""`games`: list the games with their seats, lines, options and fields."""

from typing import Any

from games.catalogue import GAMES
from games.game import Game
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand


class Command(JsonCommand):
    help = _("List the games with their seats, lines, options and fields.")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Return all games as JSON and as text."""
        return [game_json(game) for game in GAMES], "\n\n".join(game_text(game()) for game in GAMES)


def game_json(game_class: type[Game]) -> dict[str, Any]:
    """Return a game as JSON; seats, lines and fields are given for each number of players."""
    games_by_player_count = {
        str(player_count): _game_for_players(game_class, player_count)
        for player_count in game_class.player_counts
    }
    return {
        "key": game_class.key,
        "name": game_class.name,
        "players": list(game_class.player_counts),
        "seats": {count: list(game.seats) for count, game in games_by_player_count.items()},
        "lines": {count: list(game.lines) for count, game in games_by_player_count.items()},
        "direction": game_class.direction,
        "options": {
            option.key: {"default": option.default, "choices": list(option.choices)}
            for option in game_class.own_options
        },
        "fields": {
            count: [field.as_json() for field in game.fields]
            for count, game in games_by_player_count.items()
        },
        "has_play": game_class().has_play,
        "source": game_class.source,
    }


def _game_for_players(game_class: type[Game], player_count: int) -> Game:
    return game_class({"players": str(player_count)} if len(game_class.player_counts) > 1 else {})


def game_text(game: Game) -> str:
    """Return a game as text: its heading, its options with their defaults, fields and source."""
    options = [
        f"  {option.key}={option.default}  ({', '.join(option.choices) or option.allowed_values})  "
        f"{option.label}"
        for option in game.own_options
    ]
    fields = ", ".join(field.name for field in game.fields)
    heading = (
        f"{game.key}: {game.name}, players {', '.join(map(str, game.player_counts))}, "
        f"{game.direction}"
    )
    return "\n".join([heading, *options, f"  a table writes: {fields}", f"  source: {game.source}"])
