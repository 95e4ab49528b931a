"""The formula of every explanation evaluates to the award that the scale has."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get_game
from scoring.adjusted.averages import Average
from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.adjusted.awards import adjusted_award_value, is_supported
from scoring.adjusted.kinds import FixedAward, NotPlayed, PercentAward, WeightedAward, WeightedX
from scoring.catalogue import METHODS, SEAT_METHODS, TEAM_METHODS, method_for_game
from scoring.explanations.adjusted import explain_adjusted_award
from scoring.frequencies import FieldResults

BOTIFARRA = get_game("botifarra")


def option_variants(method):
    """Yield the method with every combination of its options."""
    options = [option for option in method.own_options if option.choices]
    for values in product(*(option.choices for option in options)):
        yield method_for_game(
            BOTIFARRA,
            method.key,
            dict(zip((option.key for option in options), values, strict=True)),
        )


METHOD_VARIANTS = [
    variant for method in (*METHODS, *SEAT_METHODS) for variant in option_variants(method)
]
TEAM_METHOD_VARIANTS = [variant for method in TEAM_METHODS for variant in option_variants(method)]

xs = st.integers(-6, 6) | st.integers(-80, 80).map(lambda doubled: Fraction(doubled, 2))
results = st.lists(st.tuples(xs, st.booleans()), min_size=1, max_size=8)
weights = st.lists(st.tuples(st.integers(1, 9), xs), min_size=1, max_size=3).map(
    lambda parts: WeightedAward(
        tuple(WeightedX(Fraction(weight, sum(w for w, _x in parts)), x) for weight, x in parts)
    )
)
percents = st.integers(0, 200).map(lambda doubled: PercentAward(Fraction(doubled, 2)))
adjusted_awards = (
    st.sampled_from([*Average, FixedAward(Fraction(7, 5)), NotPlayed()]) | weights | percents
)
own_boards = st.just(NO_BOARDS) | st.builds(
    AwardSums,
    st.integers(-40, 90).map(lambda thirds: Fraction(thirds, 3)),
    st.integers(1, 9).map(Fraction),
    st.integers(1, 60).map(Fraction),
)


def split_by_flag(entries):
    return tuple(
        Counter(x for x, flagged in entries if flagged is is_flagged)
        for is_flagged in (False, True)
    )


@st.composite
def field_results(draw):
    """Generate the results of a group; at least as many plays are due as there are results."""
    ordinary, flagged = split_by_flag(draw(results))
    group_due_count = sum(ordinary.values()) + sum(flagged.values()) + draw(st.integers(0, 2))
    return FieldResults(
        ordinary, flagged, group_due_count + draw(st.integers(0, 5)), group_due_count
    )


@pytest.mark.thorough
@given(field_results())
def test_formula_evaluates_to_the_award(field):
    for method in METHOD_VARIANTS:
        scale = method.scale_of_group(
            field.ordinary, field.flagged, field.plays_due_in_group, field.due
        )
        for flagged, frequencies in ((False, field.ordinary), (True, field.flagged)):
            for x in frequencies:
                explanation = method.explain_x_award(x, flagged, field)
                assert explanation.value == scale.award(x, flagged), (
                    method.key,
                    method.options,
                    explanation,
                )


@pytest.mark.thorough
@given(field_results(), adjusted_awards, own_boards)
def test_formula_evaluates_to_the_adjusted_award(field, adjusted, own_boards):
    for method in METHOD_VARIANTS:
        explanation = explain_adjusted_award(method, adjusted, field, own_boards)
        award = (
            adjusted_award_value(method, adjusted, field, own_boards)
            if is_supported(method, adjusted)
            else None
        )
        assert explanation.value == award, (method.key, method.options, explanation)


@given(st.lists(st.none() | xs | weights, max_size=8), st.integers(0, 3))
def test_formula_evaluates_to_the_match_award(differences, boards_left):
    due = len(differences) + boards_left
    for method in TEAM_METHOD_VARIANTS:
        explanation = method.explain_match(differences, due)
        assert explanation.value == method.score_match(differences, due).first, (
            method.options,
            explanation,
        )


@given(field_results())
def test_sentence_has_all_placeholders_filled(field):
    for method in METHOD_VARIANTS:
        for flagged, frequencies in ((False, field.ordinary), (True, field.flagged)):
            for x in frequencies:
                explanation = method.explain_x_award(x, flagged, field)
                assert str(explanation.sentence).endswith((".", "%."))
                assert "%(" not in str(explanation.sentence)


@pytest.mark.parametrize(
    "method", TEAM_METHOD_VARIANTS, ids=lambda method: f"{method.key} {method.options}"
)
def test_result_in_team_match_refers_to_the_match(method):
    explanation = method.explain_x_award(3, False, FieldResults({3: 1}, {}, 2))
    assert explanation.value is None
    assert "the match" in str(explanation.sentence)
