"""Everybody with somebody, at the least cost: a perfect matching under criteria of falling
importance."""

from collections.abc import Sequence

import numpy as np
import rustworkx
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

# The largest value of a 64-bit integer, with a margin.
_INT64_LIMIT = 1 << 62

# The library computes with signed 128-bit integers, and doubles the weights.
_LIBRARY_LIMIT = 1 << 124


def min_cost_matching(
    nodes: int, first_nodes: IntArray, second_nodes: IntArray, criteria: Sequence[IntArray]
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
    weights = _edge_weights(criteria, nodes // 2)
    edges = zip(first_nodes.tolist(), second_nodes.tolist(), weights, strict=True)
    # No list of the edges: its eighty thousand tuples would slow the garbage collector down.
    graph.extend_from_weighted_edge_list(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < nodes:
        raise ValueError("there is no perfect matching")
    return sorted((min(edge), max(edge)) for edge in matching)


def _edge_weights(criteria: Sequence[IntArray], edges: int) -> list[int]:
    """One whole number for each edge, larger where the edge is better.

    A criterion is worth more than `edges` times the most that all those after it can cost together,
    so no sum of them outweighs it. Numpy multiplies as long as a machine number has room; the few
    groups of criteria that come of it are put together in Python's own numbers, which have no
    bound.
    """
    groups = _group_criteria(criteria, edges)
    (costs, max_cost), *other_groups = groups
    weights: list[int] = (max_cost - costs).tolist()
    total_max_cost = max_cost
    for costs, max_cost in other_groups:
        factor = max_cost * edges + 1
        weights = [
            high * factor + low
            for high, low in zip(weights, (max_cost - costs).tolist(), strict=True)
        ]
        total_max_cost = total_max_cost * factor + max_cost
    if total_max_cost >= _LIBRARY_LIMIT:
        raise OverflowError("the criteria need more than 124 bits")
    return weights


def _group_criteria(criteria: Sequence[IntArray], edges: int) -> list[tuple[IntArray, int]]:
    """Neighbouring criteria as one where that fits a machine number, each group with its largest
    cost."""
    groups: list[tuple[IntArray, int]] = []
    for costs in reversed(criteria):  # so that the rest, in Python integers, is small
        max_cost = int(costs.max(initial=0))
        group_costs, group_max_cost = groups[0] if groups else (None, _INT64_LIMIT)
        factor = group_max_cost * edges + 1
        if group_costs is not None and (max_cost + 1) * factor < _INT64_LIMIT:
            groups[0] = (costs * factor + group_costs, max_cost * factor + group_max_cost)
        else:
            groups.insert(0, (costs, max_cost))
    return groups
