"""Counts of encounters in plans for individuals, their imbalance, and its lower bound."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tournaments.movements.base.plan import Plan, TableSeating
from tournaments.movements.fairness.encounters import (
    design_deviation,
    encounter_figures,
    encounter_spread,
)


def test_spread_of_three_pairs_matches_the_figures_calculated_by_hand():
    spread = encounter_spread(Counter({(1, 2): 3, (1, 3): 1}), 3)
    # The counts 3, 1, 0 have the mean 4/3. No whole numbers are nearer to it than 1, 1, 2.
    assert (spread.min_count, spread.max_count) == (0, 3)
    assert spread.imbalance == Fraction(10, 3) - Fraction(16, 9)
    assert spread.min_imbalance == Fraction(6, 3) - Fraction(16, 9)


@pytest.mark.parametrize("total", range(13))
def test_no_counts_with_the_same_sum_are_below_the_bound(total):
    pairs = [(1, 2), (1, 3), (2, 3)]
    spreads = [
        encounter_spread(
            Counter({pair: count for pair, count in zip(pairs, counts, strict=True) if count}), 3
        )
        for counts in product(range(total + 1), repeat=3)
        if sum(counts) == total
    ]
    assert {spread.min_imbalance for spread in spreads} == {
        min(spread.imbalance for spread in spreads)
    }


def one_table(ns, ew):
    return Plan("any", 4, ((TableSeating(1, {"ns": ns, "ew": ew}, (1,)),),))


def test_plan_has_words_and_figures_for_its_deviation():
    plan = one_table((1, 2), (3, 4))
    assert encounter_figures(plan) == {
        "partners": [0, 1],
        "opponents": [0, 1],
        "imbalance": 0.4444,
        "bound": 0.4444,
        "exact": False,
    }
    assert str(design_deviation(plan)) == (
        "Any two are partners 0 to 1 times and opponents 0 to 1 times: "
        "the imbalance is 0.44, the least possible 0.44."
    )


def test_solo_players_have_no_partners():
    plan = Plan("any", 4, ((TableSeating(1, {"a": (1,), "b": (2,), "c": (3,)}, (1,)),),))
    assert encounter_figures(plan)["partners"] is None
    assert str(design_deviation(plan)).startswith("Any two meet 0 to 1 times: ")
    full_plan = Plan("any", 3, ((TableSeating(1, {"a": (1,), "b": (2,), "c": (3,)}, (1,)),),))
    assert (encounter_figures(full_plan)["exact"], design_deviation(full_plan)) == (True, None)
