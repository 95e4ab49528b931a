"""The Howell's own promises."""

from itertools import combinations

import pytest

from tournaments.movements.howell import Howell


@pytest.mark.parametrize("contestants", Howell.sizes)
def test_everybody_meets_everybody_and_an_odd_number_rests_once_each(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    met = sorted(meeting for _, seated in plan.seatings for meeting in seated.meetings)
    assert met == list(combinations(range(1, contestants + 1), 2))
    rested = sorted(contestant for resting in plan.sit_outs for contestant in resting)
    assert rested == (list(range(1, contestants + 1)) if contestants % 2 else [])


@pytest.mark.parametrize("contestants", range(8, 21, 2))
def test_an_even_number_plays_every_board(contestants):
    plan = Howell().plan(contestants, boards_per_round=1)
    assert plan.boards == contestants - 1
    assert len(plan.seatings) == plan.boards * contestants // 2


@pytest.mark.parametrize("contestants", range(8, 21, 2))
def test_the_last_pair_stays_north_south_at_the_last_table(contestants):
    plan = Howell().plan(contestants)
    places = {
        (seated.table, line)
        for _, seated in plan.seatings
        for line, who in seated.lines.items()
        if who == (contestants,)
    }
    assert places == {(contestants // 2, "ns")}
