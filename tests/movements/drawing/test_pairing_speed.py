"""A large room does not wait for its draw."""

from functools import partial
from random import Random

import pytest

from benchmarks.pairing import CONTESTANTS, edges_of, plain, quickest
from tests.movements.swiss_events import event
from tournaments.movements.swiss import Swiss

MOST = 2
"""The benchmark wants less; what a test measures beside others is only roughly so."""


@pytest.mark.thorough
def test_a_draw_of_400_takes_at_most_twice_as_long_as_its_matching_alone():
    *_before, (state, _draw) = event(CONTESTANTS, 4, Random(7))
    ours, alone = quickest(partial(Swiss().next_round, state), partial(plain, edges_of(state)))
    assert ours < MOST * alone
