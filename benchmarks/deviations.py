"""Sample the difference of two teams on a board of each game, with random legal play.

Each board is played at two tables by two teams, each N-S at one and E-W at the other; the
difference is that of the sums of their X. Its standard deviation is the `deviation` of a game, in
games/. Each difference is as likely as its opposite, so that the mean of their squares is the
variance.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.catalogue import GAMES, get_game
from games.game import Game
from games.playout import playout
from games.seats import PAIR_LINES
from games.x import X
from scoring.teams.matches import MatchBoard

SEED = "5eed" * 16
BOARDS = 4000


class Sampled(NamedTuple):
    """A sampled standard deviation with its standard error."""

    sigma: float
    error: float


def games_for_teams() -> list[Game]:
    """Return the games with a deviation: those of two pairs with cards to play."""
    return [
        game
        for candidate in GAMES
        if (game := get_game(candidate.key)).has_play and game.lines == PAIR_LINES
    ]


def sampled(game: Game, boards: int = BOARDS) -> Sampled:
    """Sample the deviation of a game on its first `boards` boards."""
    squares = [float(square) ** 2 for square in differences(game, boards)]
    variance = fmean(squares)
    spread = fmean((square - variance) ** 2 for square in squares)
    return Sampled(sqrt(variance), sqrt(spread / boards) / (2 * sqrt(variance)))


def differences(game: Game, boards: int) -> Iterator[X]:
    """Yield the difference on each board of two tables that play the same cards at random."""
    for number in range(1, boards + 1):
        first, second = (_x_of_pairs(game, number, table) for table in (1, 2))
        yield MatchBoard(first, second).difference


def _x_of_pairs(game: Game, number: int, table: int) -> tuple[X, X]:
    board = game.deal(SEED, "", number)
    random = Random(f"{SEED}:{game.key}:{number}:table {table}")
    x_by_line = game.raw_results(playout(game, board, random)["outcome"], board)
    return x_by_line["ns"], x_by_line["ew"]


def main() -> int:
    """Print the samples as one JSON object."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=BOARDS)
    boards = parser.parse_args().boards
    samples = {game.key: sampled(game, boards) for game in games_for_teams()}
    print(
        json.dumps(
            {
                key: {name: round(figure, 2) for name, figure in sample._asdict().items()}
                for key, sample in samples.items()
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
