"""Every award explains itself: the numbers of its formula alone make it, whatever made the
scale."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get_game
from scoring.adjusted.averages import Average
from scoring.adjusted.awards import adjusted_award_value, is_supported
from scoring.adjusted.kinds import FixedAward, NotPlayed, PercentAward, WeightedAward, WeightedX
from scoring.adjusted.own_boards import NO_BOARDS, OwnBoards
from scoring.catalogue import METHODS, SEAT_METHODS, TEAM_METHODS, method_for_game
from scoring.explanations.adjusted import explain_adjusted_award
from scoring.frequencies import FieldResults

BOTIFARRA = get_game("botifarra")


def under_all_options(method):
    """The method under every choice of its own options."""
    options = [each for each in method.own_options if each.choices]
    for said in product(*(each.choices for each in options)):
        yield method_for_game(
            BOTIFARRA,
            method.key,
            dict(zip((each.key for each in options), said, strict=True)),
        )


EVERY = [each for method in (*METHODS, *SEAT_METHODS) for each in under_all_options(method)]
FOR_TEAMS = [each for method in TEAM_METHODS for each in under_all_options(method)]

xs = st.integers(-6, 6) | st.integers(-80, 80).map(lambda twice: Fraction(twice, 2))
results = st.lists(st.tuples(xs, st.booleans()), min_size=1, max_size=8)
weights = st.lists(st.tuples(st.integers(1, 9), xs), min_size=1, max_size=3).map(
    lambda parts: WeightedAward(
        tuple(WeightedX(Fraction(each, sum(w for w, _x in parts)), x) for each, x in parts)
    )
)
percents = st.integers(0, 200).map(lambda twice: PercentAward(Fraction(twice, 2)))
given_instead = (
    st.sampled_from([*Average, FixedAward(Fraction(7, 5)), NotPlayed()]) | weights | percents
)
own_boards = st.just(NO_BOARDS) | st.builds(
    OwnBoards,
    st.integers(-40, 90).map(lambda each: Fraction(each, 3)),
    st.integers(1, 9).map(Fraction),
    st.integers(1, 60).map(Fraction),
)


def split(said):
    return tuple(Counter(x for x, flagged in said if flagged is which) for which in (False, True))


@st.composite
def boards(draw):
    """What was made of a board, or of a group of it, with as many plays due as there are results
    or more."""
    ordinary, flagged = split(draw(results))
    group = sum(ordinary.values()) + sum(flagged.values()) + draw(st.integers(0, 2))
    return FieldResults(ordinary, flagged, group + draw(st.integers(0, 5)), group)


@pytest.mark.thorough
@given(boards())
def test_every_award_is_what_its_own_formula_comes_to(among):
    for method in EVERY:
        scale = method.scale_of_group(among.ordinary, among.flagged, among.group, among.due)
        for flagged, xs_made in ((False, among.ordinary), (True, among.flagged)):
            for x in xs_made:
                explained = method.explain_x(x, flagged, among)
                assert explained.value == scale.award(x, flagged), (
                    method.key,
                    method.options,
                    explained,
                )


@pytest.mark.thorough
@given(boards(), given_instead, own_boards)
def test_what_a_ruling_gives_is_what_its_formula_comes_to(others, what, own):
    for method in EVERY:
        explained = explain_adjusted_award(method, what, others, own)
        award = (
            adjusted_award_value(method, what, others, own) if is_supported(method, what) else None
        )
        assert explained.value == award, (method.key, method.options, explained)


@given(st.lists(st.none() | xs | weights, max_size=8), st.integers(0, 3))
def test_every_match_is_what_its_formula_comes_to(differences, more):
    due = len(differences) + more
    for method in FOR_TEAMS:
        explained = method.explain_match(differences, due)
        assert explained.value == method.score_match(differences, due).first, (
            method.options,
            explained,
        )


@given(boards())
def test_a_sentence_has_its_places_filled(among):
    for method in EVERY:
        for flagged, xs_made in ((False, among.ordinary), (True, among.flagged)):
            for x in xs_made:
                explained = method.explain_x(x, flagged, among)
                assert str(explained.sentence).endswith((".", "%."))
                assert "%(" not in str(explained.sentence)


@pytest.mark.parametrize("method", FOR_TEAMS, ids=lambda method: f"{method.key} {method.options}")
def test_a_result_of_a_match_says_that_the_match_counts(method):
    explained = method.explain_x(3, False, FieldResults({3: 1}, {}, 2))
    assert explained.value is None
    assert "the match" in str(explained.sentence)
