"""Playouts: boards played to the end with random legal actions, for tests and examples."""

from random import Random
from typing import Any

from games.deals import BoardSetup
from games.game import Game
from games.position import Position
from games.records import Record, record_to_json


def playout(game: Game, board: BoardSetup, random: Random) -> dict[str, Any]:
    """Play the board with random legal actions; return its play record with the outcome."""
    position, actions = game.starting_position(board), []
    while position.turn is not None:
        actions.append(random_legal_action(position, random))
        position = position.after(actions[-1])
    return {**record_to_json(Record(game, board, tuple(actions))), "outcome": position.outcome()}


def random_legal_action(position: Position, random: Random) -> str:
    """Choose one of the legal actions, all equally likely; play must not be over."""
    return random.choice(position.legal_actions())


def playout_random(seed: str, game: Game, board_number: int) -> Random:
    """Return the random generator for board `board_number`, seeded by the seed of the deal."""
    return Random(f"{seed}:{game.key}:{board_number}:playout")
