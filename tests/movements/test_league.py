"""The league."""

from collections import Counter
from itertools import permutations

import pytest

from games.problems import ValidationFailed
from tournaments.movements.league import League


@pytest.mark.parametrize("contestants", [3, 4, 7, 10, 21, 60])
def test_everybody_meets_everybody_once_on_each_line(contestants):
    plan = League().plan(contestants, boards_per_round=1)
    sides = Counter(
        (*seating.lines["ns"], *seating.lines["ew"]) for _number, seating in plan.seatings
    )
    assert sides == dict.fromkeys(permutations(range(1, contestants + 1), 2), 1)
    assert len(plan.rounds) == League().full_round_count(contestants)
    assert plan.board_count == len(plan.rounds)


def test_second_half_repeats_the_first_with_lines_exchanged():
    plan = League().plan(6)
    half = len(plan.rounds) // 2
    for first_half_round, second_half_round in zip(
        plan.rounds[:half], plan.rounds[half:], strict=True
    ):
        assert [tuple(seating.lines.values()) for seating in first_half_round] == [
            tuple(seating.lines.values())[::-1] for seating in second_half_round
        ]


@pytest.mark.parametrize("contestants", range(3, 16))
def test_any_number_of_rounds_can_be_played(contestants):
    full_round_count = League().full_round_count(contestants)
    assert [
        len(League().plan(contestants, rounds).rounds) for rounds in range(1, full_round_count + 1)
    ] == list(range(1, full_round_count + 1))
    with pytest.raises(ValidationFailed):
        League().plan(contestants, full_round_count + 1)


def test_two_single_players_can_be_contestants():
    assert League({"seats": "2"}).plan(4).rounds[0][0].lines.keys() == {"a", "b"}
