"""Everybody with somebody, at the least cost: a perfect matching under criteria of falling
importance."""

from collections.abc import Sequence

import numpy as np
import rustworkx
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

_ROOM = 1 << 62
"""What a machine number holds, with a margin."""

_MOST = 1 << 124
"""The library counts in 128 bits with a sign, and doubles what it is given."""


def min_cost_matching(
    nodes: int, ones: IntArray, others: IntArray, criteria: Sequence[IntArray]
) -> list[tuple[int, int]]:
    """The perfect matching of `nodes` nodes (an even number, from 0) whose sums are
    lexicographically least.

    Edge k joins `ones[k]` and `others[k]`; each of `criteria` has its cost there, 0 or more. Of two
    matchings the one with the smaller sum of the first criterion is better; where they are equal,
    of the second; and so on. Raises `ValueError` when there is no perfect matching, `OverflowError`
    for too large costs.
    """
    graph = rustworkx.PyGraph[None, int]()
    graph.add_nodes_from([None] * nodes)
    weights = _weights(criteria, nodes // 2)
    edges = zip(ones.tolist(), others.tolist(), weights, strict=True)
    # A list of eighty thousand would keep the collector busy.
    graph.extend_from_weighted_edge_list(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < nodes:
        raise ValueError("there is no perfect matching")
    return sorted((min(edge), max(edge)) for edge in found)


def _weights(criteria: Sequence[IntArray], edges: int) -> list[int]:
    """One whole number for each edge, larger where the edge is better.

    A criterion is worth more than `edges` times the most that all those after it can cost together,
    so no sum of them outweighs it. Numpy multiplies as long as a machine number has room; the few
    groups of criteria that come of it are put together in Python's own numbers, which have no
    bound.
    """
    groups = _grouped(criteria, edges)
    (costs, most), *rest = groups
    weights: list[int] = (most - costs).tolist()
    total = most
    for costs, most in rest:
        step = most * edges + 1
        weights = [
            high * step + low for high, low in zip(weights, (most - costs).tolist(), strict=True)
        ]
        total = total * step + most
    if total >= _MOST:
        raise OverflowError("the criteria need more than 124 bits")
    return weights


def _grouped(criteria: Sequence[IntArray], edges: int) -> list[tuple[IntArray, int]]:
    """Neighbouring criteria as one where that fits a machine number, each group with its largest
    cost."""
    groups: list[tuple[IntArray, int]] = []
    for costs in reversed(criteria):  # so that what is left over for Python's own numbers is small
        most = int(costs.max(initial=0))
        after, its_most = groups[0] if groups else (None, _ROOM)
        step = its_most * edges + 1
        if after is not None and (most + 1) * step < _ROOM:
            groups[0] = (costs * step + after, most * step + its_most)
        else:
            groups.insert(0, (costs, most))
    return groups
