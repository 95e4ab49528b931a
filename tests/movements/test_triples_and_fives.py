"""Three and five at a table."""

from collections import Counter
from itertools import chain, combinations

import pytest

from tournaments.movements.triples_and_fives import Fives, Triples

EXACT = [(Triples, 9), (Triples, 15), (Triples, 21), (Triples, 27), (Triples, 39), (Fives, 25)]
SEARCHED = [
    (movement, size)
    for movement in (Triples, Fives)
    for size in (*range(movement.sizes[0], 24), 33, 45)
    if (movement, size) not in EXACT
]


def met(plan):
    return Counter(
        two for _, seating in plan.seatings for two in combinations(sorted(seating.contestants), 2)
    )


@pytest.mark.parametrize(("movement", "contestants"), EXACT)
def test_any_two_meet_once_and_nobody_rests(movement, contestants):
    plan = movement().plan(contestants, boards_per_round=1)
    assert met(plan) == Counter(combinations(range(1, contestants + 1), 2))
    assert not any(plan.sit_outs)
    assert movement().design_deviation(plan) is None
    assert len(plan.rounds) == (contestants - 1) // (movement.players_per_table - 1)


@pytest.mark.daily(8)
@pytest.mark.parametrize(("movement", "contestants"), SEARCHED)
def test_any_other_number_has_a_plan_that_says_how_far_it_is_from_exact(movement, contestants):
    plan = movement().plan(contestants, min(8, movement().full_rounds(contestants)), 1)
    rested = Counter(dict.fromkeys(range(1, contestants + 1), 0))
    rested.update(chain(*plan.sit_outs))
    assert max(rested.values()) - min(rested.values()) <= 1
    times = met(plan)
    even = sum(times.values()) / (contestants * (contestants - 1) / 2)
    assert max(times.values()) <= even + 3
    assert str(movement().design_deviation(plan)).startswith("Any two meet ")


@pytest.mark.parametrize(("movement", "contestants"), EXACT)
def test_everybody_takes_each_seat_about_as_often(movement, contestants):
    plan = movement().plan(contestants)
    assert list(plan.rounds[0][0].lines) == list("abcde")[: movement.players_per_table]
    held = Counter(
        (who, line) for _, seating in plan.seatings for line, who in seating.lines.items()
    )
    for one in range(1, contestants + 1):
        times = [held[(one,), line] for line in movement().lines]
        assert max(times) - min(times) <= 4


@pytest.mark.parametrize("movement", [Triples, Fives])
def test_fewer_rounds_are_the_beginning_of_more(movement):
    for contestants in (15, 25):
        assert movement().plan(contestants, 3).rounds == movement().plan(contestants, 5).rounds[:3]
