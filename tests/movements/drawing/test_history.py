"""Totals as whole numbers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.movements.drawing.history import STEPS, levels_of

HALVES = st.lists(
    st.integers(-40, 40).map(lambda halves: Fraction(halves, 2)), min_size=1, max_size=30
)
LONG = st.lists(st.fractions(0, 100, max_denominator=10**12), min_size=1, max_size=30)


@given(HALVES)
def test_small_fractions_keep_their_proportions(totals):
    levels = levels_of(totals)
    assert min(levels) == 0
    for one, its in zip(totals, levels, strict=True):
        for other, others in zip(totals, levels, strict=True):
            assert (one - other) * (max(levels)) == (its - others) * (max(totals) - min(totals))


@given(LONG)
def test_long_fractions_are_less_than_a_step_from_where_they_lie(totals):
    levels, least, spread = levels_of(totals), min(totals), max(totals) - min(totals)
    assert levels_of(totals[:1]) == [0]
    assert max(levels) <= STEPS
    for total, level in zip(totals, levels, strict=True):
        assert not spread or 0 <= (total - least) / spread - Fraction(
            level, max(levels)
        ) < Fraction(1, STEPS)
