"""How much single players gain by playing low cards, under each X of their game.

The cards of each board are played three times: by all seats at random, by one seat always its
lowest legal card, and by all seats their lowest. X should reward what a seat makes against the
others at its table: if all play low together, none should gain. A gain of one seat alone is taken
from the others.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.catalogue import GAMES, get_game
from games.donguri import RANK_HEIGHTS
from games.game import Game
from games.tarot.game import Tarot

SEED = "51de" * 16


class Gain(NamedTuple):
    """By how many points of X the mean grows, with its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:+7.1f} ±{self.error:4.1f}"


class Figures(NamedTuple):
    """The gain of one seat that lowers its cards alone, of each if all do, and a correlation.

    The correlation is between X and the points of the whole table.
    """

    alone: Gain
    together: Gain
    follows_table: float


def of_single_players() -> Iterator[Game]:
    """Yield each game without partnerships, under each X that it offers."""
    for key in (game.key for game in GAMES if get_game(game.key).has_play):
        choices = next(
            (option.choices for option in get_game(key).own_options if option.key == "x"), ("",)
        )
        for choice in choices:
            game = get_game(key, {"x": choice} if choice else {})
            if all(len(seats) == 1 for seats in game.lines.values()):
                yield game


def figures(game: Game, boards: int) -> Figures:
    """Return the figures of the first `boards` boards of one seed."""
    first, all_seats = frozenset(game.seats[:1]), frozenset(game.seats)
    plain = [sampled_x(game, number, frozenset()) for number in range(1, boards + 1)]
    alone = [sampled_x(game, number, first) for number in range(1, boards + 1)]
    together = [sampled_x(game, number, all_seats) for number in range(1, boards + 1)]
    line = next(iter(game.lines))
    return Figures(
        gain(
            [after[0][line] - before[0][line] for before, after in zip(plain, alone, strict=True)]
        ),
        gain(
            [
                mean_of(after) - mean_of(before)
                for before, after in zip(plain, together, strict=True)
            ]
        ),
        correlation([(own_x[line], table) for own_x, table in plain]),
    )


def sampled_x(game: Game, number: int, lowering: frozenset[str]) -> tuple[dict[str, float], float]:
    """Return X of every line of a board, and the sum of all lines' own points."""
    board, random = game.deal(SEED, "", number), Random(f"{SEED}:{game.key}:{number}")
    position = game.starting_position(board)
    while (seat := position.turn) is not None:
        legal = position.legal_actions()
        lowers = seat in lowering and position.card is not None
        position = position.after(lowest(game, legal) if lowers else random.choice(legal))
    outcome = position.outcome() or {}
    xs = {line: float(x) for line, x in game.raw_results(outcome, board).items()}
    return xs, float(sum(game.uncompared_points(outcome, board).values()))


def mean_of(board: tuple[dict[str, float], float]) -> float:
    """Return the mean of X over the seats of a table."""
    return fmean(board[0].values())


def lowest(game: Game, legal: tuple[str, ...]) -> str:
    """Return the lowest of some cards, in any suit."""
    cards = {str(card): card for card in game.pack}
    if isinstance(game, Tarot):
        return min(legal, key=lambda text: game.rules.strength(cards[text]))
    return min(legal, key=lambda text: RANK_HEIGHTS[cards[text].rank])


def gain(differences: list[float]) -> Gain:
    """Return the mean of the changes from board to board."""
    return Gain(fmean(differences), stdev(differences) / sqrt(len(differences)))


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Return Pearson's correlation, 0 if one of the two never changes."""
    ones, others = zip(*pairs, strict=True)
    spread = stdev(ones) * stdev(others)
    if not spread:
        return 0.0
    mean, other = fmean(ones), fmean(others)
    return sum((a - mean) * (b - other) for a, b in pairs) / (len(pairs) - 1) / spread


def main() -> None:
    """Print the table of docs/developers/single-players.md."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=2000)
    boards = parser.parse_args().boards
    print("| game | X | one seat lowers its cards | all lower them | X with the table's total |")
    print("|---|---|---|---|---|")
    for game in of_single_players():
        results = figures(game, boards)
        chosen = game.options.get("x", "")
        print(
            f"| `{game.key}` | {chosen} | {results.alone} | {results.together} | "
            f"{results.follows_table:+.2f} |"
        )


if __name__ == "__main__":
    main()
