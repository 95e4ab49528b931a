"""Howell designs satisfy their definition."""

import pytest

from tournaments.movements.designs.howell_circle import howell_design
from tournaments.movements.designs.howell_starters import complete_howell_design

SIZES = [
    (tables, rounds)
    for tables in (3, 4, 5, 6, 9, 13, 18)
    for rounds in range(tables, 2 * tables - 1)
]


def assert_design(design, tables, size):
    meetings, stationary_pairs = design.meetings, design.stationary_pairs
    assert (len(meetings), len(stationary_pairs)) == (size - tables, 2 * tables - size)
    first = [place for ns, ew, _ in meetings for place in (ns, ew)] + [
        stay.place for stay in stationary_pairs
    ]
    assert sorted(first) == list(range(size))
    differences = [(ns - ew) * sign % size for ns, ew, _ in meetings for sign in (1, -1)]
    assert len(set(differences)) == len(differences)
    on_set_0 = [(place + adder) % size for ns, ew, adder in meetings for place in (ns, ew)]
    assert sorted(
        [*on_set_0, *((place + adder) % size for place, adder in stationary_pairs)]
    ) == list(range(size))
    assert len({adder for *_, adder in (*meetings, *stationary_pairs)}) == tables


@pytest.mark.parametrize(("tables", "rounds"), SIZES)
def test_howell_design_satisfies_its_definition(tables, rounds):
    if design := howell_design(tables, rounds):
        assert_design(design, tables, rounds)


def test_design_is_found_for_most_sizes():
    missing = [size for size in SIZES if howell_design(*size) is None]
    # No design of these sizes has opposite places. Of 4 tables in 5 rounds there is none at all
    # (Stinson).
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
def test_complete_howell_has_one_stationary_pair(tables):
    assert_design(complete_howell_design(tables), tables, 2 * tables - 1)


@pytest.mark.thorough
@pytest.mark.parametrize("tables", [2, 3])
def test_complete_design_does_not_exist_for_two_and_three_tables(tables):
    with pytest.raises(ValueError, match=str(2 * tables - 1)):
        complete_howell_design(tables)
