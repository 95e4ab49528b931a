"""The time of a Swiss draw in a large field."""

from functools import partial
from random import Random

import pytest

from benchmarks.pairing import CONTESTANTS, edges_of, plain, quickest
from tests.movements.swiss_events import random_event
from tournaments.movements.swiss import Swiss

# The benchmark is stricter; a test that runs beside others can only be rough.
MAX_RATIO = 2


@pytest.mark.thorough
def test_draw_of_400_takes_at_most_twice_as_long_as_its_matching():
    *_before, (state, _draw) = random_event(CONTESTANTS, 4, Random(7))
    draw_time, matching_time = quickest(
        partial(Swiss().next_round, state), partial(plain, edges_of(state))
    )
    assert draw_time < MAX_RATIO * matching_time
