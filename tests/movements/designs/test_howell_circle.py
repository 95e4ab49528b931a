"""Howell designs keep their definition."""

import pytest

from tournaments.movements.designs.howell_circle import howell_design
from tournaments.movements.designs.howell_starters import complete_howell_design

SIZES = [
    (tables, rounds)
    for tables in (3, 4, 5, 6, 9, 13, 18)
    for rounds in range(tables, 2 * tables - 1)
]


def assert_design(found, tables, v):
    meetings, stationary_pairs = found.meetings, found.stationary_pairs
    assert (len(meetings), len(stationary_pairs)) == (v - tables, 2 * tables - v)
    first = [place for ns, ew, _ in meetings for place in (ns, ew)] + [
        stay.place for stay in stationary_pairs
    ]
    assert sorted(first) == list(range(v))
    differences = [(ns - ew) * sign % v for ns, ew, _ in meetings for sign in (1, -1)]
    assert len(set(differences)) == len(differences)
    on_set_0 = [(place + adder) % v for ns, ew, adder in meetings for place in (ns, ew)]
    assert sorted([*on_set_0, *((place + adder) % v for place, adder in stationary_pairs)]) == list(
        range(v)
    )
    assert len({adder for *_, adder in (*meetings, *stationary_pairs)}) == tables


@pytest.mark.parametrize(("tables", "rounds"), SIZES)
def test_what_is_found_is_a_howell_design(tables, rounds):
    if found := howell_design(tables, rounds):
        assert_design(found, tables, rounds)


def test_most_sizes_are_found():
    missing = [size for size in SIZES if howell_design(*size) is None]
    # No design of these sizes has opposite places, or any at all: 4 tables in 5 rounds (Stinson).
    assert set(missing) <= {
        (4, 4),
        (4, 5),
        (4, 6),
        (5, 7),
        (5, 8),
        (6, 6),
        (6, 7),
        (18, 18),
        (18, 19),
    }


@pytest.mark.daily(1)
@pytest.mark.parametrize("tables", [*range(4, 17), 20])
def test_the_complete_howell_has_one_pair_that_stays(tables):
    assert_design(complete_howell_design(tables), tables, 2 * tables - 1)


@pytest.mark.thorough
@pytest.mark.parametrize("tables", [2, 3])
def test_there_is_none_for_two_and_three_tables(tables):
    with pytest.raises(ValueError, match=str(2 * tables - 1)):
        complete_howell_design(tables)
