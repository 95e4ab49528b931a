"""Compare the draw of a Swiss round of 400 with a plain maximum-weight matching.

The plain matching is the complete graph built in rustworkx from a list of its edges, and
`max_weight_matching`; making the list and the weights is not counted. The draw is `next_round`
from the stored rounds to tables, boards and reasons. The plain one is measured twice: with the
weights of the draw itself ("same"), and with the squared differences of totals alone ("totals"),
which may repeat meetings. Prints the least CPU time of several runs of each; ends with 1 if the
draw takes more than `LIMIT` times the plain matching of the same weights.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from time import process_time
from unittest import mock

import rustworkx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.movements.swiss_events import Awards, compared_with_all, random_event, won_drawn_lost
from tournaments.movements.base.stage_state import StageState
from tournaments.movements.drawing.meeting_history import MeetingHistory, total_levels
from tournaments.movements.swiss import Swiss

CONTESTANTS, ROUNDS, RUNS, LIMIT = 400, (2, 3, 5, 9), 15, 1.45

Edges = list[tuple[int, int, int]]


def edges_of(state: StageState) -> Edges:
    """Return the edges with the weights by which the next round is drawn."""
    caught: list[rustworkx.PyGraph] = []
    match = rustworkx.max_weight_matching

    def caught_and_matched(graph: rustworkx.PyGraph, **options: object) -> set[tuple[int, int]]:
        caught.append(graph)
        return match(graph, **options)

    with mock.patch("rustworkx.max_weight_matching", caught_and_matched):
        Swiss().next_round(state)
    return list(caught[0].weighted_edge_list())


def by_totals(state: StageState) -> Edges:
    """Return the same edges, weighted by the difference of totals only."""
    history = MeetingHistory(state)
    level = total_levels([history.totals[one] for one in history.present])
    return [
        (one, other, -((level[one] - level[other]) ** 2)) for one, other, _weight in edges_of(state)
    ]


def plain(edges: Edges) -> None:
    """Match as a short script would do it."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(CONTESTANTS))
    graph.add_edges_from(edges)
    rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def quickest(*works: Callable[[], object], runs: int = RUNS) -> list[float]:
    """Return the least CPU time of each work in milliseconds.

    The minimum is used because other load can only add to it.
    """
    times: list[list[float]] = [[] for _work in works]
    for _run in range(runs):
        for work, of_work in zip(works, times, strict=True):
            start = process_time()
            work()
            of_work.append(process_time() - start)
    return [min(of_work) * 1000 for of_work in times]


def measured(awards: Callable[[Random], Awards]) -> Iterator[float]:
    """Yield for each round the ratio to the time of the plain matching; print a line for each."""
    for number, (state, _draw) in enumerate(
        random_event(CONTESTANTS, max(ROUNDS), Random(7), awards), 1
    ):
        if number in ROUNDS:
            same, totals = edges_of(state), by_totals(state)
            times = quickest(
                partial(Swiss().next_round, state), partial(plain, same), partial(plain, totals)
            )
            ours_ms, same_ms, totals_ms = times
            print(
                f"{awards.__name__}, round {number}: ours {ours_ms:.0f} ms, plain {same_ms:.0f} "
                f"ms,",
                end=" ",
            )
            print(f"ratio {ours_ms / same_ms:.2f}; plain by totals {totals_ms:.0f} ms")
            yield ours_ms / same_ms


def main() -> int:
    """Print the ratios, and return 1 if the worst is over the limit."""
    worst = max(chain(measured(won_drawn_lost), measured(compared_with_all)))
    print(f"{CONTESTANTS} contestants: at most {worst:.2f} times the plain matching")
    return worst > LIMIT


if __name__ == "__main__":
    sys.exit(main())
