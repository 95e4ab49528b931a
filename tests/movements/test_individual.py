"""Individual movements: sit-outs, meetings and seats are as even as documented."""

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
    if size in get_movement("individual", {"seats": seats}).contestant_counts
]
ROUNDS = 12


def planned(seats, contestants):
    movement = get_movement("individual", {"seats": seats})
    return movement, movement.plan(
        contestants, min(ROUNDS, movement.full_round_count(contestants)), 1
    )


@pytest.mark.daily(16)
@pytest.mark.parametrize(("seats", "contestants"), SIZES)
def test_individual_movement_of_any_size_is_fair(seats, contestants):
    movement, plan = planned(seats, contestants)
    players_per_table = 4 if seats == "partners" else int(seats)
    sit_out_counts, line_counts, meeting_counts = (
        Counter(range(1, contestants + 1)),
        Counter(),
        Counter(),
    )
    for number, round_ in enumerate(plan.rounds, 1):
        seating = list(chain.from_iterable(table.contestants for table in round_))
        assert (
            len(seating)
            == len(set(seating))
            == contestants // players_per_table * players_per_table
        )
        assert {table.boards for table in round_} == {(number,)}
        sit_out_counts.update(set(range(1, contestants + 1)).difference(seating))
        for table in round_:
            assert list(table.lines) == list(movement.lines)
            assert [len(players) for players in table.lines.values()] == [
                len(s) for s in movement.lines.values()
            ]
            meeting_counts.update(frozenset(pair) for pair in combinations(table.contestants, 2))
            line_counts.update(
                (players, line) for line, seating in table.lines.items() for players in seating
            )
    assert max(sit_out_counts.values()) - min(sit_out_counts.values()) <= 1
    for contestant in range(1, contestants + 1):
        counts = [line_counts[contestant, line] for line in movement.lines]
        assert max(counts) - min(counts) <= (5 if seats == "partners" else 3)
    mean = sum(meeting_counts.values()) / (contestants * (contestants - 1) / 2)
    assert max(meeting_counts.values()) <= mean + 3


@pytest.mark.daily(1)
@pytest.mark.parametrize("contestants", [8, 9, 12, 13, 16, 17, 24, 40, 80])
def test_partners_meet_at_most_twice_as_partners(contestants):
    _movement, plan = planned("partners", contestants)
    partner_counts = Counter(
        frozenset(players) for _, table in plan.seatings for players in table.lines.values()
    )
    assert max(partner_counts.values()) <= 2


def test_fewer_rounds_are_the_first_of_more():
    movement = get_movement("individual", {"seats": "5"})
    assert movement.plan(23, 4, 2).rounds == movement.plan(23, 9, 2).rounds[:4]


def test_full_rounds_are_those_of_the_design_or_limited():
    movement = get_movement("individual")
    assert (movement.full_round_count(8), movement.full_round_count(80)) == (7, MAX_SEARCHED_ROUNDS)
    assert (
        movement.full_round_count(9),
        movement.full_round_count(10),
        movement.full_round_count(77),
    ) == (
        9,
        10,
        77,
    )


@pytest.mark.thorough
@pytest.mark.parametrize("contestants", [44, 45, 52, 60])
def test_searched_tables_are_within_twice_the_least_imbalance(contestants):
    plan = get_movement("individual").plan(contestants, boards_per_round=1)
    figures = encounter_figures(plan)
    assert figures["imbalance"] <= 2 * figures["bound"]
    assert get_movement("individual").design_deviation(plan)
