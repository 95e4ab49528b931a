"""The barometer's own promises."""

from itertools import combinations

import pytest

from tournaments.movements.barometer import Barometer

ROUND_ROBIN = Barometer()
TWO_LINES = Barometer({"rotation": "mitchell"})


@pytest.mark.parametrize("movement", [ROUND_ROBIN, TWO_LINES])
@pytest.mark.parametrize("contestants", [4, 5, 12, 13, 80])
def test_every_table_plays_the_same_boards_at_once(movement, contestants):
    plan = movement.plan(contestants, boards_per_round=3)
    for number, round_ in enumerate(plan.rounds):
        assert {seating.boards for seating in round_} == {
            tuple(range(3 * number + 1, 3 * number + 4))
        }
    assert plan.copies == contestants // 2


@pytest.mark.parametrize("contestants", [4, 5, 7, 12, 13, 24])
def test_in_a_round_robin_everybody_meets_everybody(contestants):
    plan = ROUND_ROBIN.plan(contestants)
    met = sorted(meeting for _, seating in plan.seatings for meeting in seating.meetings)
    assert met == list(combinations(range(1, contestants + 1), 2))


def test_in_a_mitchell_rotation_e_w_move_up_a_table():
    plan = TWO_LINES.plan(8, 2)
    assert [[seating.lines["ns"][0] for seating in round_] for round_ in plan.rounds] == [
        [1, 2, 3, 4]
    ] * 2
    assert [[seating.lines["ew"][0] for seating in round_] for round_ in plan.rounds] == [
        [5, 6, 7, 8],
        [8, 5, 6, 7],
    ]


def test_in_a_mitchell_rotation_only_e_w_rest():
    plan = TWO_LINES.plan(9)
    assert sorted(plan.sit_outs) == [(5,), (6,), (7,), (8,), (9,)]
