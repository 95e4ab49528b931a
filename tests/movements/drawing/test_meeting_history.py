"""Totals as whole numbers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.movements.drawing.meeting_history import TOTAL_LEVELS, total_levels

ALLOWED_HALVES = st.lists(
    st.integers(-40, 40).map(lambda halves: Fraction(halves, 2)), min_size=1, max_size=30
)
LONG_FRACTIONS = st.lists(st.fractions(0, 100, max_denominator=10**12), min_size=1, max_size=30)


@given(ALLOWED_HALVES)
def test_totals_with_small_denominators_keep_their_proportions(totals):
    levels = total_levels(totals)
    assert min(levels) == 0
    for total, level in zip(totals, levels, strict=True):
        for other_total, other_level in zip(totals, levels, strict=True):
            assert (total - other_total) * (max(levels)) == (level - other_level) * (
                max(totals) - min(totals)
            )


@given(LONG_FRACTIONS)
def test_totals_with_large_denominators_are_off_by_less_than_a_step(totals):
    levels, lowest, spread = total_levels(totals), min(totals), max(totals) - min(totals)
    assert total_levels(totals[:1]) == [0]
    assert max(levels) <= TOTAL_LEVELS
    for total, level in zip(totals, levels, strict=True):
        assert not spread or 0 <= (total - lowest) / spread - Fraction(
            level, max(levels)
        ) < Fraction(1, TOTAL_LEVELS)
