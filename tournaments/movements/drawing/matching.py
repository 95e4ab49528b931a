"""Minimum-cost perfect matching under several criteria of decreasing importance."""

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
    """Return the perfect matching of `nodes` nodes with the lexicographically least costs.

    Nodes are numbered from 0, and their number is even. Edge k joins `first_nodes[k]` and
    `second_nodes[k]`, and item k of each criterion is the cost of that edge, 0 or more. Matchings
    are compared by the sum of the first criterion, then by that of the second, and so on.

    Raises `ValueError` if there is no perfect matching, and `OverflowError` if the costs are too
    large.
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
    """Return one whole number for each edge, larger for better edges.

    `edges` is the number of edges of a matching. Each criterion is multiplied by more than `edges`
    times the greatest cost of all later criteria together, so that no sum of these outweighs it.
    Criteria are combined with Numpy while the result fits into 64 bits; the few groups that remain
    are combined as Python integers.
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
    """Combine neighbouring criteria while they fit into 64 bits, each with its greatest cost."""
    groups: list[tuple[IntArray, int]] = []
    for costs in reversed(criteria):  # so that few remain to be combined as Python integers
        max_cost = int(costs.max(initial=0))
        group_costs, group_max_cost = groups[0] if groups else (None, _INT64_LIMIT)
        factor = group_max_cost * edges + 1
        if group_costs is not None and (max_cost + 1) * factor < _INT64_LIMIT:
            groups[0] = (costs * factor + group_costs, max_cost * factor + group_max_cost)
        else:
            groups.insert(0, (costs, max_cost))
    return groups
