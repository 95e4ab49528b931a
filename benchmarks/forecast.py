"""Fit the weights of Botifarra's forecast to simulated play (players.py) by least squares.

Prints the weights, the part of the variance that they explain on boards they were not fitted to,
and the rest of it between boards and between tables. games/botifarra/forecast.py has the weights,
rounded.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import mean, pvariance

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.players import CLUB, play
from games.botifarra.forecast import NO_TRUMP_WEIGHTS, TRUMP_WEIGHTS, feature_differences
from games.catalogue import get_game

SEED, BOARDS, TABLES = "f0" * 32, 3000, 3

# Board number, called trump, features of the hands, and the difference of the result.
Row = tuple[int, str, list[float], float]


def rows(names: list[str], botifarra: bool) -> Iterator[Row]:
    """Return the rows of simulated boards whose calls are in `names`."""
    game, random = get_game("botifarra"), Random("fit")
    for number in range(1, BOARDS + 1):
        board = game.deal(SEED, "fit", number)
        for _table in range(TABLES):
            outcome = play(board, {seat: CLUB.player(random) for seat in "NWSE"}, random)
            if (outcome["trump"] == "botifarra") == botifarra:
                hand_features = feature_differences(
                    board.known_deal.hands, str(outcome["trump"]), board.dealer
                )
                yield (
                    number,
                    str(outcome["trump"]),
                    [hand_features[name] for name in names],
                    2 * int(outcome["ns_points"]) - 72,
                )


def fitted(sample: list[Row]) -> list[float]:
    """Return the weights by the normal equations; one is added to each square as a ridge."""
    size = len(sample[0][2])
    square = [[float(one == other) for other in range(size)] + [0.0] for one in range(size)]
    for _board, _trump, hand_features, points in sample:
        for one in range(size):
            for other in range(size):
                square[one][other] += hand_features[one] * hand_features[other]
            square[one][size] += hand_features[one] * points
    return solved(square)


def solved(square: list[list[float]]) -> list[float]:
    """Solve linear equations, each given as a row with its right side last."""
    for pivot in range(len(square)):
        best = max(range(pivot, len(square)), key=lambda row: abs(square[row][pivot]))
        square[pivot], square[best] = square[best], square[pivot]
        for row in range(len(square)):
            if row != pivot:
                times = square[row][pivot] / square[pivot][pivot]
                square[row] = [
                    a - times * b for a, b in zip(square[row], square[pivot], strict=True)
                ]
    return [row[-1] / row[at] for at, row in enumerate(square)]


def main() -> None:
    """Fit both kinds of deals to two thirds of the boards, and check with the others."""
    for botifarra, weights in ((False, TRUMP_WEIGHTS), (True, NO_TRUMP_WEIGHTS)):
        names = list(weights)
        sample = list(rows(names, botifarra))
        fitted_weights = fitted([row for row in sample if row[0] % 3])
        unseen = [row for row in sample if not row[0] % 3]
        residuals = {
            id(row): row[3]
            - sum(w * feature for w, feature in zip(fitted_weights, row[2], strict=True))
            for row in unseen
        }
        print(
            "botifarra" if botifarra else "trump",
            {n: round(w, 1) for n, w in zip(names, fitted_weights, strict=True)},
        )
        explained = 1 - pvariance(residuals.values()) / pvariance([row[3] for row in unseen])
        boards = defaultdict(list)
        for row in unseen:
            boards[row[0], row[1]].append(residuals[id(row)])
        shared = mean(
            one * other for same in boards.values() for one, other in combinations(same, 2)
        )
        own_variance = pvariance(residuals.values()) - shared
        print(
            f"  {len(sample)} results; explained {explained:.2f}; left: {shared**0.5:.1f} a board, "
            f"",
            end="",
        )
        print(f"{own_variance**0.5:.1f} a table")


if __name__ == "__main__":
    main()
