"""Tables turned: the sums are kept right, nothing but oriented changes, and Qf never falls."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import one_in
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


def construction(movement, contestants, rounds):
    return [tuple(movement.planned_tables(contestants, turn)) for turn in range(rounds)]


def quality(rounds, contestants):
    return quality_factor(Plan("any", contestants, number_boards(rounds, 1), copies=contestants))


@given(st.data())
@one_in(2)
def test_turning_tables_keeps_the_comparisons_right(data):
    movement = data.draw(st.sampled_from([Mitchell(), Mitchell({"even": "skip"}), Barometer()]))
    contestants = data.draw(st.sampled_from([8, 11, 12]))
    rounds = construction(movement, contestants, data.draw(st.integers(1, 3)))
    oriented = OrientedComparisons(rounds)
    for sitting in data.draw(st.lists(st.sampled_from(oriented.tables), max_size=9)):
        change, before = oriented.change_from_switching(sitting), oriented.sum_of_squares
        oriented.switch(sitting)
        assert oriented.sum_of_squares == before + change
    turned = [
        [one._replace(ns=one.ew, ew=one.ns) if one in oriented.switched else one for one in round_]
        for round_ in rounds
    ]
    counted = comparisons(Plan("any", contestants, number_boards(turned, 1)))
    played = {both: value for both, value in counted.items() if max(both) < len(oriented.matrix)}
    assert {both: oriented.matrix[both[0]][both[1]] for both in played} == played
    assert not any(value for both, value in counted.items() if both not in played)
    assert oriented.sum_of_squares == sum(value * value for value in counted.values())
    assert abs(oriented.quality_factor - float(quality(turned, contestants) or 100)) < 1e-9


@pytest.mark.thorough
@given(st.sampled_from([Mitchell(), Barometer()]), st.integers(7, 24), st.integers(1, 4))
@one_in(10)
def test_only_directions_change_and_qf_never_falls(movement, contestants, rounds):
    given_rounds = construction(movement, contestants, rounds)
    better = with_best_orientation(given_rounds)
    for before, after in zip(given_rounds, better, strict=True):
        assert [(one.table, {one.ns, one.ew}, one.board_set) for one in before] == [
            (one.table, {one.ns, one.ew}, one.board_set) for one in after
        ]
    assert quality(better, contestants) >= quality(given_rounds, contestants)
    assert with_best_orientation(given_rounds) == better


def test_from_anywhere_a_search_ends_no_worse():
    oriented = OrientedComparisons(construction(Mitchell(), 10, 5))
    oriented.switch_all(Random(7).sample(oriented.tables, 11))
    begun = oriented.sum_of_squares
    switch_whole_rounds(oriented)
    turned_whole = oriented.sum_of_squares
    search_orientations(oriented)
    assert oriented.sum_of_squares <= turned_whole <= begun


def test_seven_tables_turn_one_whole_round_the_easiest_to_announce():
    oriented = OrientedComparisons(construction(Mitchell(), 14, 7))
    switch_whole_rounds(oriented)
    assert {one.board_set for one in oriented.switched} == set(range(7))
    assert len(oriented.switched) == 7


@pytest.mark.parametrize("contestants", [7, 8, 11, 12])
def test_what_is_good_enough_is_left_as_it_is(contestants):
    rounds = construction(Barometer(), contestants, 11 if contestants > 8 else 7)
    assert with_best_orientation(rounds) == tuple(rounds)
