"""Arrow switches: sums stay correct, nothing but directions changes, and Qf never falls."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hypothesis_examples import one_in
from tournaments.movements.barometer import Barometer
from tournaments.movements.base.plan import Plan, number_boards
from tournaments.movements.designs.orientation import (
    OrientedComparisons,
    search_orientations,
    switch_whole_rounds,
    with_best_orientation,
)
from tournaments.movements.fairness.quality import comparisons, quality_factor
from tournaments.movements.mitchell import Mitchell


def planned_rounds(movement, contestants, rounds):
    return [tuple(movement.planned_tables(contestants, turn)) for turn in range(rounds)]


def quality(rounds, contestants):
    return quality_factor(Plan("any", contestants, number_boards(rounds, 1), copies=contestants))


@given(st.data())
@one_in(2)
def test_switching_tables_updates_the_comparisons(data):
    movement = data.draw(st.sampled_from([Mitchell(), Mitchell({"even": "skip"}), Barometer()]))
    contestants = data.draw(st.sampled_from([8, 11, 12]))
    rounds = planned_rounds(movement, contestants, data.draw(st.integers(1, 3)))
    oriented = OrientedComparisons(rounds)
    for table in data.draw(st.lists(st.sampled_from(oriented.tables), max_size=9)):
        change, sum_before = oriented.change_from_switching(table), oriented.sum_of_squares
        oriented.switch(table)
        assert oriented.sum_of_squares == sum_before + change
    switched = [
        [
            table._replace(ns=table.ew, ew=table.ns) if table in oriented.switched else table
            for table in round_
        ]
        for round_ in rounds
    ]
    expected = comparisons(Plan("any", contestants, number_boards(switched, 1)))
    compared = {pair: value for pair, value in expected.items() if max(pair) < len(oriented.matrix)}
    assert {pair: oriented.matrix[pair[0]][pair[1]] for pair in compared} == compared
    assert not any(value for pair, value in expected.items() if pair not in compared)
    assert oriented.sum_of_squares == sum(value * value for value in expected.values())
    assert abs(oriented.quality_factor - float(quality(switched, contestants) or 100)) < 1e-9


@pytest.mark.thorough
@given(st.sampled_from([Mitchell(), Barometer()]), st.integers(7, 24), st.integers(1, 4))
@one_in(10)
def test_orientation_changes_only_directions_and_never_lowers_qf(movement, contestants, rounds):
    rounds_before = planned_rounds(movement, contestants, rounds)
    later_round_numbers = with_best_orientation(rounds_before)
    for before, after in zip(rounds_before, later_round_numbers, strict=True):
        assert [(table.table, {table.ns, table.ew}, table.board_set) for table in before] == [
            (table.table, {table.ns, table.ew}, table.board_set) for table in after
        ]
    assert quality(later_round_numbers, contestants) >= quality(rounds_before, contestants)
    assert with_best_orientation(rounds_before) == later_round_numbers


def test_search_never_ends_worse_than_it_started():
    oriented = OrientedComparisons(planned_rounds(Mitchell(), 10, 5))
    oriented.switch_all(Random(7).sample(oriented.tables, 11))
    at_start = oriented.sum_of_squares
    switch_whole_rounds(oriented)
    after_whole_rounds = oriented.sum_of_squares
    search_orientations(oriented)
    assert oriented.sum_of_squares <= after_whole_rounds <= at_start


def test_seven_tables_switch_one_whole_round():
    oriented = OrientedComparisons(planned_rounds(Mitchell(), 14, 7))
    switch_whole_rounds(oriented)
    assert {table.board_set for table in oriented.switched} == set(range(7))
    assert len(oriented.switched) == 7


@pytest.mark.parametrize("contestants", [7, 8, 11, 12])
def test_good_rounds_are_not_changed(contestants):
    rounds = planned_rounds(Barometer(), contestants, 11 if contestants > 8 else 7)
    assert with_best_orientation(rounds) == tuple(rounds)
