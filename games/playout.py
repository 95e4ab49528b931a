"""Playouts: a board played to its end with random legal actions."""

from random import Random
from typing import Any

from games.deals import DealtBoard
from games.game import Game
from games.position import Position
from games.records import Record, record_to_json


def playout(game: Game, board: DealtBoard, random: Random) -> dict[str, Any]:
    """A play record of the board, with its `outcome`, every action drawn from the legal ones by
    `random`."""
    position, actions = game.start(board), []
    while position.turn is not None:
        actions.append(random_legal_action(position, random))
        position = position.after(actions[-1])
    return {**record_to_json(Record(game, board, tuple(actions))), "outcome": position.outcome()}


def random_legal_action(position: Position, random: Random) -> str:
    """One of the legal actions of a moment that is not the end, each as likely as any other."""
    return random.choice(position.legal_actions())


def playout_random(seed: str, game: Game, number: int) -> Random:
    """The source of random actions for board `number`: it follows from the deal's seed."""
    return Random(f"{seed}:{game.key}:{number}:playout")
