"""Starters and adders keep their definition."""

import pytest

from tournaments.movements.starters import starter


@pytest.mark.parametrize("v", range(7, 20, 2))
def test_a_starter_with_its_adder(v):
    meetings = starter(v)
    places = list(range(1, v))
    assert sorted(place for ns, ew, _ in meetings for place in (ns, ew)) == places
    assert sorted((ns - ew) * sign % v for ns, ew, _ in meetings for sign in (1, -1)) == places
    assert sorted((place + adder) % v for ns, ew, adder in meetings for place in (ns, ew)) == places
    assert len({adder for *_, adder in meetings} - {0}) == v // 2


@pytest.mark.parametrize("v", [3, 5])
def test_there_is_none_for_two_and_three_tables(v):
    with pytest.raises(ValueError, match=str(v)):
        starter(v)
