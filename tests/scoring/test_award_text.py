"""Adjusted awards have one text each, which parses back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.adjusted.averages import Average
from scoring.adjusted.award_text import format_adjusted_award, parse_adjusted_award
from scoring.adjusted.kinds import FixedAward, NotPlayed, PercentAward, WeightedAward, WeightedX

exact_awards = st.fractions(min_value=-999, max_value=999, max_denominator=999)
percents = st.fractions(min_value=0, max_value=100, max_denominator=99)


@given(
    st.sampled_from([*Average, NotPlayed()])
    | exact_awards.map(FixedAward)
    | percents.map(PercentAward)
)
def test_formatted_award_parses_back(award):
    assert parse_adjusted_award(format_adjusted_award(award)) == award


def test_weighted_award_has_weights_before_xs():
    parts = (WeightedX(Fraction(1, 2), 30), WeightedX(Fraction(1, 2), -6))
    assert format_adjusted_award(WeightedAward(parts)) == "1/2:30,1/2:-6"
    assert parse_adjusted_award("1/2:30,1/2:-6") == WeightedAward(parts)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plus",
        "1.5",
        "6/4",
        "1e9",
        "+1",
        "01",
        "101%",
        "-1%",
        "1/0",
        "60 %",
        "1:2:3",
        "\u0663",
        "1/2:30",
        "3/2:1,-1/2:2",
        "0:1,1:2",
        "1/4:1,1/4:2,1/4:3,1/4:4",
        "9999999",
    ],
)
def test_other_texts_are_rejected(text):
    with pytest.raises(ValueError, match=r"number|percent|weigh|written"):
        parse_adjusted_award(text)
