"""Individuals: everybody sits, rests, meets and changes places as evenly as is promised."""

from collections import Counter
from itertools import chain, combinations

import pytest

from tournaments.movements.catalogue import get_movement
from tournaments.movements.designs.table_search import MAX_SEARCHED_ROUNDS
from tournaments.movements.fairness.encounters import encounter_figures

SEATS = ["partners", "2", "3", "4", "5", "6"]
DAILY = {*range(4, 20), 23, 40}
SIZES = [
    pytest.param(seats, size, marks=() if size in DAILY else pytest.mark.thorough)
    for seats in SEATS
    for size in (*range(4, 31), 40, 57, 80)
    if size in get_movement("individual", {"seats": seats}).sizes
]
ROUNDS = 12


def planned(seats, contestants):
    movement = get_movement("individual", {"seats": seats})
    return movement, movement.plan(contestants, min(ROUNDS, movement.full_rounds(contestants)), 1)


@pytest.mark.daily(16)
@pytest.mark.parametrize(("seats", "contestants"), SIZES)
def test_an_evening_of_any_size_is_fair(seats, contestants):
    movement, plan = planned(seats, contestants)
    at_a_table = 4 if seats == "partners" else int(seats)
    rests, places, met = Counter(range(1, contestants + 1)), Counter(), Counter()
    for number, round_ in enumerate(plan.rounds, 1):
        seating = list(chain.from_iterable(table.contestants for table in round_))
        assert len(seating) == len(set(seating)) == contestants // at_a_table * at_a_table
        assert {table.boards for table in round_} == {(number,)}
        rests.update(set(range(1, contestants + 1)).difference(seating))
        for table in round_:
            assert list(table.lines) == list(movement.lines)
            assert [len(who) for who in table.lines.values()] == [
                len(s) for s in movement.lines.values()
            ]
            met.update(frozenset(two) for two in combinations(table.contestants, 2))
            places.update((who, line) for line, seating in table.lines.items() for who in seating)
    assert max(rests.values()) - min(rests.values()) <= 1
    for one in range(1, contestants + 1):
        held = [places[one, line] for line in movement.lines]
        assert max(held) - min(held) <= (5 if seats == "partners" else 3)
    even = sum(met.values()) / (contestants * (contestants - 1) / 2)
    assert max(met.values()) <= even + 3


@pytest.mark.daily(1)
@pytest.mark.parametrize("contestants", [8, 9, 12, 13, 16, 17, 24, 40, 80])
def test_partners_are_rarely_the_same(contestants):
    _movement, plan = planned("partners", contestants)
    partners = Counter(frozenset(who) for _, table in plan.seatings for who in table.lines.values())
    assert max(partners.values()) <= 2


def test_fewer_rounds_are_the_beginning_of_more():
    movement = get_movement("individual", {"seats": "5"})
    assert movement.plan(23, 4, 2).rounds == movement.plan(23, 9, 2).rounds[:4]


def test_there_are_as_many_rounds_as_others_and_no_more_than_an_evening_could_have():
    movement = get_movement("individual")
    assert (movement.full_rounds(8), movement.full_rounds(80)) == (7, MAX_SEARCHED_ROUNDS)
    assert (movement.full_rounds(9), movement.full_rounds(10), movement.full_rounds(77)) == (
        9,
        10,
        77,
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    "contestants", [44, *(pytest.param(each, marks=pytest.mark.thorough) for each in (45, 52, 60))]
)
def test_without_a_design_the_search_is_within_twice_the_least_possible(contestants):
    plan = get_movement("individual").plan(contestants, boards_per_round=1)
    figures = encounter_figures(plan)
    assert figures["imbalance"] <= 2 * figures["bound"]
    assert get_movement("individual").design_deviation(plan)
