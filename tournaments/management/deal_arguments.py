"""Arguments of the commands that deal boards: game, seed, boards and options."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from games.catalogue import get_playable_game
from games.deals import parse_seed
from games.game import Game
from tournaments.management.base import UsageError, add_options


def add_deal_arguments(parser: ArgumentParser) -> None:
    """Add `--game`, `--seed`, `--boards` and `--option`."""
    parser.add_argument("--game", required=True, help="a key of the games command")
    parser.add_argument("--seed", required=True, help="64 hex digits")
    parser.add_argument("--boards", required=True, type=int, help="how many, from board 1")
    add_options(parser)


def parse_deal_arguments(arguments: Mapping[str, Any]) -> tuple[Game, str]:
    """Return the game and the seed.

    Raises `UsageError`, `UnknownName` or `InvalidOption` if an argument is wrong.
    """
    if arguments["boards"] < 1:
        raise UsageError("--boards is 1 or more")
    game = get_playable_game(arguments["game"], dict(arguments["option"]))
    try:
        return game, parse_seed(arguments["seed"])
    except ValueError as error:
        raise UsageError(str(error)) from error
