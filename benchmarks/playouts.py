"""Print how many boards a second each game plays out with random legal actions.

A playout deals, asks the game for the legal actions of each turn, and ends with an outcome that
the game accepts. There is no limit.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.catalogue import GAMES, get_game
from games.game import Game
from games.playout import playout, playout_random

SEED = "5eed" * 16
# CPU seconds for each game.
MIN_SECONDS = 0.5


def each_second() -> Iterator[tuple[str, int]]:
    """Yield the playouts per second of each game with cards, under its usual options."""
    for game_ in GAMES:
        game = get_game(game_.key)
        if game.has_play:
            yield game.key, round(_measured(game))


def _measured(game: Game) -> float:
    started, boards = process_time(), 0
    while (spent := process_time() - started) < MIN_SECONDS:
        boards += 1
        board = game.deal(SEED, "", boards)
        playout(game, board, playout_random(SEED, game, boards))
    return boards / spent


def main() -> int:
    """Print a line for each game."""
    for game, often in each_second():
        print(f"{game:<20} {often:>6} playouts a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
