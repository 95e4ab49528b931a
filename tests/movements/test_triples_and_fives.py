"""Triples and fives."""

from collections import Counter
from itertools import chain, combinations

import pytest

from tournaments.movements.triples_and_fives import Fives, Triples

EXACT_SIZES = [
    (Triples, 9),
    (Triples, 15),
    (Triples, 21),
    (Triples, 27),
    (Triples, 39),
    (Fives, 25),
]
SEARCHED_SIZES = [
    (movement, size)
    for movement in (Triples, Fives)
    for size in (*range(movement.contestant_counts[0], 24), 33, 45)
    if (movement, size) not in EXACT_SIZES
]


def meeting_counts(plan):
    return Counter(
        pair
        for _, seating in plan.seatings
        for pair in combinations(sorted(seating.contestants), 2)
    )


@pytest.mark.parametrize(("movement", "contestants"), EXACT_SIZES)
def test_exact_design_lets_any_two_meet_once_without_sit_outs(movement, contestants):
    plan = movement().plan(contestants, boards_per_round=1)
    assert meeting_counts(plan) == Counter(combinations(range(1, contestants + 1), 2))
    assert not any(plan.sit_outs)
    assert movement().design_deviation(plan) is None
    assert len(plan.rounds) == (contestants - 1) // (movement.players_per_table - 1)


@pytest.mark.daily(8)
@pytest.mark.parametrize(("movement", "contestants"), SEARCHED_SIZES)
def test_searched_plan_is_nearly_even_and_says_its_deviation(movement, contestants):
    plan = movement().plan(contestants, min(8, movement().full_round_count(contestants)), 1)
    sit_out_counts = Counter(dict.fromkeys(range(1, contestants + 1), 0))
    sit_out_counts.update(chain(*plan.sit_outs))
    assert max(sit_out_counts.values()) - min(sit_out_counts.values()) <= 1
    counts = meeting_counts(plan)
    mean = sum(counts.values()) / (contestants * (contestants - 1) / 2)
    assert max(counts.values()) <= mean + 3
    assert str(movement().design_deviation(plan)).startswith("Any two meet ")


@pytest.mark.parametrize(("movement", "contestants"), EXACT_SIZES)
def test_players_take_each_seat_about_as_often(movement, contestants):
    plan = movement().plan(contestants)
    assert list(plan.rounds[0][0].lines) == list("abcde")[: movement.players_per_table]
    seat_counts = Counter(
        (players, line) for _, seating in plan.seatings for line, players in seating.lines.items()
    )
    for contestant in range(1, contestants + 1):
        counts = [seat_counts[(contestant,), line] for line in movement().lines]
        assert max(counts) - min(counts) <= 4


@pytest.mark.parametrize("movement", [Triples, Fives])
def test_fewer_rounds_are_the_first_of_more(movement):
    for contestants in (15, 25):
        assert movement().plan(contestants, 3).rounds == movement().plan(contestants, 5).rounds[:3]
