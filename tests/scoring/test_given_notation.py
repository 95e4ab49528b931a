"""What rulings give, as text: each of them has one, and people may write it with less care."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.given.averages import Average, NotOffered
from scoring.given.awards import OtherResults, given_award
from scoring.given.kinds import FixedAward, FixedPercent, NotPlayed, Weighted, WeightedAward
from scoring.given.notation import read_given, write_given
from scoring.given.own_boards import NO_BOARDS
from scoring.matchpoints import Matchpoints
from scoring.min_max import MinMax
from scoring.total import Total

numbers = st.fractions(-999, 999, max_denominator=12)
mixed = st.lists(st.tuples(numbers, st.integers(1, 9)), min_size=1, max_size=3)
kinds = (
    st.sampled_from([*Average, NotPlayed()]) | numbers.map(FixedAward) | numbers.map(FixedPercent)
) | mixed.map(lambda parts: weighted(*parts))


def weighted(*parts):
    whole = sum(weight for _x, weight in parts)
    return WeightedAward(tuple(Weighted(Fraction(weight, whole), x) for x, weight in parts))


@given(kinds)
def test_what_was_written_reads_as_it_was(each):
    text = write_given(each)
    assert read_given(text) == each
    assert " " not in text


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("1,5", "3/2"),
        ("-6", "-6"),
        ("−6", "-6"),
        ("65 %", "65%"),
        ("30: 50 %; −6: 50 %", "30:50;-6:50"),
        ("+30:33.3;0:66,7", "30:333/10;0:667/10"),
        ("5/2:100", "5/2:100"),
        ("average_plus", "average_plus"),
    ],
)
def test_people_write_as_they_do(said, stored):
    assert write_given(read_given(said)) == stored


@pytest.mark.parametrize(
    "said",
    ["", "much", "1/0", "12345678", "%", "30:50", "30:50;20:60", "1:25;2:25;3:25;4:25", "30:", ":50", "1e3", "²"],
)
def test_anything_else_is_refused(said):
    with pytest.raises(ValueError, match=r"no number|add up to 1|more than"):
        read_given(said)


def test_a_percent_is_of_what_averages_are_of():
    others = OtherResults({}, {}, 5)
    assert given_award(MinMax(), FixedPercent(Fraction(65)), others, NO_BOARDS) == Fraction(33, 20)
    assert given_award(Matchpoints(), FixedPercent(Fraction(65)), others, NO_BOARDS) == Fraction(26, 5)
    with pytest.raises(NotOffered, match="no percents"):
        given_award(Total(), FixedPercent(Fraction(65)), others, NO_BOARDS)
