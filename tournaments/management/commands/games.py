"""`games`: list the games with their seats, lines, options and fields."""

from typing import Any

from games.catalogue import GAMES
from games.game import Game
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand


class Command(JsonCommand):
    help = _("List the games with their seats, lines, options and fields.")

    def run(self, **arguments: Any) -> tuple[object, str]:
        return [game_json(game) for game in GAMES], "\n\n".join(game_text(game()) for game in GAMES)


def game_json(game: type[Game]) -> dict[str, Any]:
    """Return a game as JSON, with what depends on the number of players for each number."""
    tables = {str(players): _with_players(game, players) for players in game.player_counts}
    return {
        "key": game.key,
        "name": game.name,
        "players": list(game.player_counts),
        "seats": {players: list(table.seats) for players, table in tables.items()},
        "lines": {players: list(table.lines) for players, table in tables.items()},
        "direction": game.direction,
        "options": {
            option.key: {"default": option.default, "choices": list(option.choices)}
            for option in game.own_options
        },
        "fields": {
            players: [field.as_json() for field in table.fields]
            for players, table in tables.items()
        },
        "has_play": game().has_play,
        "source": game.source,
    }


def _with_players(game: type[Game], players: int) -> Game:
    return game({"players": str(players)} if len(game.player_counts) > 1 else {})


def game_text(game: Game) -> str:
    """Return a paragraph about a game."""
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
