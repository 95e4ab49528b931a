"""The barometer."""

from itertools import combinations

import pytest

from tournaments.movements.barometer import Barometer

ROUND_ROBIN = Barometer()
ONE_LINE_STAYS = Barometer({"rotation": "mitchell"})


@pytest.mark.parametrize("movement", [ROUND_ROBIN, ONE_LINE_STAYS])
@pytest.mark.parametrize("contestants", [4, 5, 12, 13, 80])
def test_all_tables_play_the_same_boards(movement, contestants):
    plan = movement.plan(contestants, boards_per_round=3)
    for number, round_ in enumerate(plan.rounds):
        assert {seating.boards for seating in round_} == {
            tuple(range(3 * number + 1, 3 * number + 4))
        }
    assert plan.copies == contestants // 2


@pytest.mark.parametrize("contestants", [4, 5, 7, 12, 13, 24])
def test_round_robin_lets_everybody_meet(contestants):
    plan = ROUND_ROBIN.plan(contestants)
    meetings = sorted(meeting for _, seating in plan.seatings for meeting in seating.meetings)
    assert meetings == list(combinations(range(1, contestants + 1), 2))


def test_mitchell_rotation_moves_e_w_up_one_table():
    plan = ONE_LINE_STAYS.plan(8, 2)
    assert [[seating.lines["ns"][0] for seating in round_] for round_ in plan.rounds] == [
        [1, 2, 3, 4]
    ] * 2
    assert [[seating.lines["ew"][0] for seating in round_] for round_ in plan.rounds] == [
        [5, 6, 7, 8],
        [8, 5, 6, 7],
    ]


def test_mitchell_rotation_lets_only_e_w_sit_out():
    plan = ONE_LINE_STAYS.plan(9)
    assert sorted(plan.sit_outs) == [(5,), (6,), (7,), (8,), (9,)]
