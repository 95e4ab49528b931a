"""What exactness costs: a whole event scored exactly, and by a plain loop in floats over the same rows.

Prints the best time of each and their ratio; exits 1 where the ratio is above `LIMIT`.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.catalogue import get_game
from scoring.event import Boards, Result, score_event
from scoring.min_max import MinMax

BOARDS, TABLES, RUNS, LIMIT = 30, 50, 300, 2.0
LINES = ("ns", "ew")


def event(rng: random.Random) -> Boards:
    """Boards whose points lie about a middle of their own, one call in four doubled by its side."""
    return {number: _board(number, rng.gauss(36, 10), rng) for number in range(1, BOARDS + 1)}


def _board(number: int, middle: float, rng: random.Random) -> list[Result]:
    game = get_game("botifarra")
    results = []
    for table in range(TABLES):
        outcome = {
            "trump": rng.choice(("oros", "copes", "bastos", "botifarra")),
            "contro": rng.choice(("none", "none", "none", "contro")),
            "ns_points": max(0, min(72, round(rng.gauss(middle, 7)))),
            "renunci": None,
        }
        who = {"ns": (f"NS {table}",), "ew": (f"EW {(table + number) % TABLES}",)}
        results.append(Result(who, game.x(outcome, game.board(number))))
    return results


def in_floats(boards: Boards) -> dict[str, float]:
    """The totals as a short script would add them up; awards kept one by one, as the exact way does."""
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


def best_of_each(*works: Callable[[], object]) -> list[float]:
    """The shortest of `RUNS` runs of each, in milliseconds; they take turns, a busy moment meets all."""
    times: list[list[float]] = [[] for _work in works]
    for _run in range(RUNS):
        for work, of_work in zip(works, times, strict=True):
            start = perf_counter()
            work()
            of_work.append(perf_counter() - start)
    return [min(of_work) * 1000 for of_work in times]


def main() -> int:
    """Check that both ways agree, time them, and say how they compare."""
    boards, method = event(random.Random(7)), MinMax()
    exact = {
        row.contestant: row.total
        for each in score_event(boards, LINES, method).standings
        for row in each.rows
    }
    assert all(abs(total - exact[contestant]) < 1e-9 for contestant, total in in_floats(boards).items())
    exact_ms, float_ms = best_of_each(lambda: score_event(boards, LINES, method), lambda: in_floats(boards))
    ratio = exact_ms / float_ms
    print(f"{BOARDS} boards x {TABLES}: exact {exact_ms:.2f} ms, floats {float_ms:.2f} ms, ratio {ratio:.2f}")
    return ratio > LIMIT


if __name__ == "__main__":
    sys.exit(main())
