"""How often a table that enters a result is asked whether it is correct, in simulated sessions.

The sample is smaller than that of benchmarks/guards.py.
"""

import hashlib
from functools import cache
from random import Random

import pytest

from benchmarks.guards import GAME, LIMITS, ROOMS, Evening, Tally, holds, measured
from benchmarks.players import CLUB, STRANGERS, Club
from tournaments.management.demo import SALT
from tournaments.movements.howell import Howell


@pytest.mark.thorough
def test_mistakes_are_questioned_often_and_honest_results_rarely() -> None:
    tally = Tally()
    for room in ROOMS:
        tally += measured(room, 2, CLUB, seed=2)
    assert tally.all["honest"] > 1900
    assert holds(tally), {kind: tally.share(kind) for kind in LIMITS}
    assert tally.share("honest, first on its board") < 0.06
    assert tally.share("swapped, first on its board") > 0.5, (
        "with no other result on the board, the question follows from the cards alone"
    )


@pytest.mark.parametrize("club", [CLUB, STRANGERS], ids=["club", "strangers"])
def test_at_most_one_in_twenty_results_on_demo_hands_is_questioned(club: Club) -> None:
    seed = hashlib.sha256(b"demo: Vespre de Botifarra").hexdigest()
    tally = Tally()
    evening_count, table_count, round_count, board_count = 8, 6, 11, 2
    for number in range(evening_count):
        evening = Evening(
            Howell().plan(2 * table_count, round_count, board_count).rounds,
            club,
            Random(f"demo {number}"),
        )
        evening.deal = cache(lambda board: GAME.deal(seed, SALT, board))
        tally += evening.run()
    assert tally.all["honest"] == evening_count * table_count * round_count * board_count
    assert tally.share("honest") <= 0.05
