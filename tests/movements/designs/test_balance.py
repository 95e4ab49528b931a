"""The places of a circle that sit N-S."""

import pytest

from tournaments.movements.designs.balance import balanced_north_south, imbalance


@pytest.mark.parametrize("v", range(3, 80, 2))
def test_exactly_one_of_two_opposite_places_sits_north_south(v):
    assert sorted({min(place, v - place) for place in balanced_north_south(v)}) == list(
        range(1, v // 2 + 1)
    )
    assert len(balanced_north_south(v)) == v // 2


def test_difference_set_is_balanced_and_half_circle_is_not():
    assert imbalance(0b10110, 7) == 0
    assert imbalance(0b1110, 7) > 0


@pytest.mark.parametrize("v", range(5, 80, 2))
def test_no_single_exchange_improves_the_balance(v):
    chosen = sum(1 << place for place in balanced_north_south(v))
    exchanged = [chosen ^ (1 << place | 1 << (v - place)) for place in range(1, v // 2 + 1)]
    assert imbalance(chosen, v) <= min(imbalance(bits, v) for bits in exchanged)
