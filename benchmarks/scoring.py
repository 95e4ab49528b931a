"""Compare exact scoring of a whole event with a plain loop in floats over the same rows.

Prints the best time of each and their ratio, for a session and for a federation; ends with 1 if a
ratio is above `LIMIT`.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.catalogue import get_game
from scoring.event_scoring import Result, ResultsByBoard, score_event
from scoring.min_max import MinMax

# The number of timed runs of each size, by its boards and tables.
SIZES = {(30, 50): 300, (24, 10_000): 3}

LIMIT = 2.0
LINES = ("ns", "ew")


def event(rng: random.Random, boards: int, tables: int) -> ResultsByBoard:
    """Return random boards with different mean points, one call in four doubled."""
    return {
        number: _board(number, tables, rng.gauss(36, 10), rng) for number in range(1, boards + 1)
    }


def _board(number: int, tables: int, middle: float, rng: random.Random) -> list[Result]:
    game = get_game("botifarra")
    results = []
    for table in range(tables):
        outcome = {
            "trump": rng.choice(("oros", "copes", "bastos", "botifarra")),
            "contro": rng.choice(("none", "none", "none", "contro")),
            "ns_points": max(0, min(72, round(rng.gauss(middle, 7)))),
            "renunci": None,
        }
        contestants = {"ns": (f"NS {table}",), "ew": (f"EW {(table + number) % tables}",)}
        results.append(Result(contestants, game.raw_results(outcome, game.board(number))))
    return results


def in_floats(boards: ResultsByBoard) -> dict[str, float]:
    """Return the totals of awards computed in floating point, to compare exact ones with."""
    awards, totals = [], defaultdict(float)
    for results in boards.values():
        for line in LINES:
            xs = [result.x[line] for result in results]
            low, high = min(xs), max(xs)
            for result in results:
                award = 1 + (result.x[line] - low) / (high - low)
                awards.append(award)
                for contestant in result.contestants[line]:
                    totals[contestant] += award
    return totals


def best_of_each(runs: int, *works: Callable[[], object]) -> list[float]:
    """Return the shortest run of each work in milliseconds; the works take turns."""
    times: list[list[float]] = [[] for _work in works]
    for _run in range(runs):
        for work, of_work in zip(works, times, strict=True):
            start = perf_counter()
            work()
            of_work.append(perf_counter() - start)
    return [min(of_work) * 1000 for of_work in times]


def ratios() -> Iterator[tuple[str, float]]:
    """Yield for each size the ratio to the time of a plain loop; print it to stderr."""
    for (number, tables), runs in SIZES.items():
        boards, method = event(random.Random(7), number, tables), MinMax()
        exact = {
            row.contestant: row.total
            for ranking in score_event(boards, LINES, method).standings
            for row in ranking.rows
        }
        assert all(
            abs(total - exact[contestant]) < 1e-9 for contestant, total in in_floats(boards).items()
        )
        exact_ms, float_ms = best_of_each(
            runs, partial(score_event, boards, LINES, method), partial(in_floats, boards)
        )
        ratio = exact_ms / float_ms
        print(
            f"{number} boards x {tables}: exact {exact_ms:.2f} ms, floats {float_ms:.2f} ms,",
            f"ratio {ratio:.2f}",
            file=sys.stderr,
        )
        yield f"{number}x{tables}", round(ratio, 2)


def main() -> int:
    """Print the ratios, and return 1 if a limit is exceeded."""
    return max(ratio for _size, ratio in ratios()) > LIMIT


if __name__ == "__main__":
    sys.exit(main())
