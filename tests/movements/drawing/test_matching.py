"""Perfect matchings, held against every matching there is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.movements.drawing.matching import min_cost_matching


def every_matching(nodes):
    """All perfect matchings of a few nodes, the plain way."""
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
        np.array(draw(st.lists(st.integers(0, most), min_size=edges, max_size=edges)), np.int64)
        for most in bounds
    ]


@given(criteria())
def test_no_matching_is_better(asked):
    nodes, costs = asked
    ones, others = (side.astype(np.int64) for side in np.triu_indices(nodes, 1))
    number = {edge: at for at, edge in enumerate(zip(ones.tolist(), others.tolist(), strict=True))}

    def sums(matching):
        return [sum(int(cost[number[edge]]) for edge in matching) for cost in costs]

    found = min_cost_matching(nodes, ones, others, costs)
    assert sorted(node for edge in found for node in edge) == list(range(nodes))
    assert sums(found) == min(map(sums, every_matching(list(range(nodes)))))


def test_where_somebody_knows_nobody_there_is_none():
    star = np.zeros(3, np.int64), np.arange(1, 4)
    with pytest.raises(ValueError, match="no perfect matching"):
        min_cost_matching(4, *star, [np.zeros(3, np.int64)])


def test_costs_too_large_to_tell_apart_are_not_rounded():
    edge = np.array([0]), np.array([1])
    with pytest.raises(OverflowError):
        min_cost_matching(2, *edge, [np.array([2**61])] * 3)
