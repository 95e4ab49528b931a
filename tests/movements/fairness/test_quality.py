"""Qf, compared with figures calculated by hand and with published ones."""

from fractions import Fraction

import pytest

from tournaments.movements.base.plan import Plan, TableSeating
from tournaments.movements.catalogue import get_movement
from tournaments.movements.fairness.quality import quality_factor

MITCHELL = {
    10: 44.4,
    12: 45.5,
    14: 46.2,
    16: 46.7,
    18: 47.1,
    20: 47.4,
    22: 47.6,
    24: 47.8,
    26: 48.0,
}
HOWELL = {
    4: 100,
    6: 60,
    8: 100,
    10: 83.3,
    12: 100,
    14: 91.3,
    16: 100,
    18: 94.7,
    20: 100,
    24: 100,
    32: 100,
}
REDUCED_HOWELL = {
    (8, 6): 76.2,
    (9, 7): 74.8,
    (10, 7): 80,
    (12, 6): 64.8,
    (14, 9): 85,
    (14, 7): 90.4,
    (20, 14): 86,
}
# The minimum Qf of Mitchell movements with arrow switches, in percent.
SWITCHED_MITCHELL = {
    10: 72.1,
    12: 81.8,
    14: 90.4,
    16: 90.1,
    18: 92.9,
    20: 93,
    22: 92.8,
    24: 93.4,
    26: 93.4,
}
SKIPPING_MITCHELL = {8: 36.7, 12: 58.6, 16: 74.4}


def rounded_qf(key: str, contestant_count: int) -> float:
    return float(round(quality_factor(get_movement(key).plan(contestant_count)), 1))


@pytest.mark.parametrize(("contestants", "expected"), MITCHELL.items())
def test_mitchell_has_the_published_qf(contestants, expected):
    assert rounded_qf("mitchell", contestants) == expected


@pytest.mark.daily(1)
@pytest.mark.parametrize(("contestants", "expected"), HOWELL.items())
def test_howell_has_the_published_qf(contestants, expected):
    assert rounded_qf("howell", contestants) == expected


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "contestants",
    [
        8,
        10,
        16,
        24,
        40,
        pytest.param(80, marks=pytest.mark.thorough),
        pytest.param(200, marks=pytest.mark.thorough),
    ],
)
def test_round_robin_barometer_has_a_qf_above_83(contestants):
    assert quality_factor(get_movement("barometer").plan(contestants)) > 83


@pytest.mark.daily(1)
@pytest.mark.parametrize(("size", "least"), REDUCED_HOWELL.items())
def test_reduced_howell_has_at_least_this_qf(size, least):
    assert quality_factor(get_movement("howell").plan(*size)) >= least


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("min_evenness", "contestants", "least"),
    [
        *(("share", *size_and_qf) for size_and_qf in SWITCHED_MITCHELL.items()),
        *(("skip", *size_and_qf) for size_and_qf in SKIPPING_MITCHELL.items()),
    ],
)
def test_switched_mitchell_has_at_least_this_qf(min_evenness, contestants, least):
    plan = get_movement("mitchell", {"even": min_evenness, "switch": "best"}).plan(contestants)
    assert float(round(quality_factor(plan), 1)) >= least


@pytest.mark.thorough
@pytest.mark.parametrize(("contestants", "rounds"), [(20, 6), (40, 13)])
def test_switches_are_chosen_for_the_number_of_rounds(contestants, rounds):
    switched = get_movement("mitchell", {"switch": "best"}).plan(contestants, rounds)
    assert (
        quality_factor(switched)
        > quality_factor(get_movement("mitchell").plan(contestants, rounds)) + 9
    )


def test_qf_of_two_tables_matches_the_figure_calculated_by_hand():
    tables = (
        TableSeating(1, {"ns": (1,), "ew": (2,)}, (1,)),
        TableSeating(2, {"ns": (3,), "ew": (4,)}, (1,)),
    )
    # Two meetings count 2 - 1 each, two alike 1 each, two opposite -1 each: S = 2, SS = 6, N = 6.
    assert quality_factor(Plan("any", 4, (tables,), copies=2)) == Fraction(100 * 2 * 2, 6 * 6)


def test_qf_is_zero_if_nobody_is_compared():
    assert quality_factor(get_movement("mitchell").plan(6, round_count=1)) == 0


@pytest.mark.parametrize("key", ["mitchell", "howell", "barometer"])
def test_qf_does_not_depend_on_the_boards_per_round(key):
    movement = get_movement(key)
    assert quality_factor(movement.plan(9, 5, 1)) == quality_factor(movement.plan(9, 5, 4))
