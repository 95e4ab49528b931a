"""How often tables are asked about results in simulated sessions.

A smaller sample of benchmarks/guards.py.
"""

import pytest

from benchmarks.guards import CLUB, LIMITS, ROOMS, Tally, holds, measured


@pytest.mark.thorough
def test_mistakes_are_asked_about_and_honest_results_rarely() -> None:
    tally = Tally()
    for room in ROOMS:
        tally += measured(room, 2, CLUB, seed=2)
    assert tally.all["honest"] > 1900
    assert holds(tally), {kind: tally.share(kind) for kind in LIMITS}
    assert tally.share("honest, first on its board") < 0.06
    assert tally.share("swapped, first on its board") > 0.5, "only the cards tell there"
