"""Minimum-cost perfect matchings, compared with all matchings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.movements.drawing.matching import min_cost_matching


def every_matching(nodes):
    """Yield all perfect matchings of a few nodes by brute force."""
    if not nodes:
        yield ()
        return
    first, *rest = nodes
    for other in rest:
        for others in every_matching([node for node in rest if node != other]):
            yield ((first, other), *others)


@st.composite
def criteria(draw):
    nodes = draw(st.sampled_from((2, 4, 6, 8)))
    edges = nodes * (nodes - 1) // 2
    bounds = draw(st.lists(st.sampled_from((1, 3, 2**20, 2**30)), min_size=1, max_size=4))
    return nodes, [
        np.array(draw(st.lists(st.integers(0, max_cost), min_size=edges, max_size=edges)), np.int64)
        for max_cost in bounds
    ]


@given(criteria())
def test_no_other_matching_has_less_cost(nodes_and_costs):
    nodes, costs = nodes_and_costs
    first_nodes, second_nodes = (side.astype(np.int64) for side in np.triu_indices(nodes, 1))
    edge_numbers = {
        edge: number
        for number, edge in enumerate(zip(first_nodes.tolist(), second_nodes.tolist(), strict=True))
    }

    def sums(matching):
        return [sum(int(cost[edge_numbers[edge]]) for edge in matching) for cost in costs]

    matching = min_cost_matching(nodes, first_nodes, second_nodes, costs)
    assert sorted(node for edge in matching for node in edge) == list(range(nodes))
    assert sums(matching) == min(map(sums, every_matching(list(range(nodes)))))


def test_graph_without_a_perfect_matching_raises_value_error():
    star = np.zeros(3, np.int64), np.arange(1, 4)
    with pytest.raises(ValueError, match="no perfect matching"):
        min_cost_matching(4, *star, [np.zeros(3, np.int64)])


def test_costs_too_large_for_the_library_raise_overflow_error():
    edge = np.array([0]), np.array([1])
    with pytest.raises(OverflowError):
        min_cost_matching(2, *edge, [np.array([2**61])] * 3)
