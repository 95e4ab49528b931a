"""The sentences of explanations and their formulas, for results to be checked by hand."""

from collections import Counter
from fractions import Fraction

import pytest

from games.catalogue import get_game
from games.explanations.arithmetic import evaluate_formula
from scoring.adjusted.averages import Average
from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.adjusted.kinds import WeightedAward, WeightedX
from scoring.catalogue import get_method, method_for_game
from scoring.explanations.adjusted import explain_adjusted_award
from scoring.explanations.places import PlaceDifference, explain_lower_place
from scoring.explanations.scorecard_rows import (
    explain_carry_over,
    explain_penalty,
    explain_sit_out,
    explain_unplayed_boards,
)
from scoring.explanations.totals import TotalParts, explain_mean, explain_percent, explain_total
from scoring.frequencies import FieldResults
from tests.scoring.teams.worked import WORKED

SIX_XS = Counter([6, 2, -11, -11, 2, 0])
SIX_RESULTS = FieldResults(SIX_XS, {}, 6)


def sentence_and_formula(explanation):
    """Return the sentence, and the formula with its numbers."""
    return str(explanation.sentence), explanation.formula and explanation.formula.with_numbers


@pytest.mark.parametrize(
    ("method", "x", "sentence", "formula"),
    [
        (
            "min_max",
            6,
            "+6, the best of 6 results; the worst was −11.",
            "1 + (6 − (−11)) / (6 − (−11))",
        ),
        (
            "min_max",
            2,
            "+2, between −11 and +6: 13 of 17 points better than the worst.",
            "1 + (2 − (−11)) / (6 − (−11))",
        ),
        (
            "min_max",
            -11,
            "−11, the worst of 6 results; the best was +6.",
            "1 + ((−11) − (−11)) / (6 − (−11))",
        ),
        ("matchpoints", 2, "+2 beat 3 of 5 other results and tied with 1.", "2 × (3 + 1 / 2)"),
        (
            "butler",
            2,
            "+2, where the mean of 6 results, without one highest and one lowest, is -1.75.",
            "2 − ((−12) − 6 − (−11)) / (6 − 2)",
        ),
        ("total", 2, "+2, which counts as it is.", "2"),
        ("wins", 2, "+2: the match is won, and counts 1.", "1"),
        ("wins", 0, "The match is drawn, and counts 0.50 to each side.", "(1/2)"),
    ],
)
def test_award_is_explained(method, x, sentence, formula):
    assert sentence_and_formula(get_method(method).explain_x_award(x, False, SIX_RESULTS)) == (
        sentence,
        formula,
    )


def test_matchpoints_with_missing_results_are_explained():
    explanation = get_method("matchpoints").explain_x_award(2, False, SIX_RESULTS._replace(due=7))
    assert (
        str(explanation.sentence)
        == "+2 beat 3 of 5 other results and tied with 1; raised to 7 tables."
    )
    assert explanation.value == Fraction(7, 6) * 8 - 1


def test_clamped_flagged_result_is_explained():
    with_flagged = SIX_RESULTS._replace(flagged={9: 1}, due=7)
    explanation = get_method("min_max").explain_x_award(9, True, with_flagged)
    assert str(explanation.sentence) == (
        "+9 is held against the others, of whom the best has +6: it counts as the best."
    )
    assert explanation.value == 2


@pytest.mark.parametrize(("equal", "value"), [("3/2", Fraction(3, 2)), ("2", 2), ("none", None)])
def test_equal_results_are_explained(equal, value):
    method = get_method("min_max", {"equal": equal})
    only_result = method.explain_x_award(4, False, FieldResults({4: 1}, {}, 5))
    equal_results = method.explain_x_award(4, False, FieldResults({4: 3}, {}, 5))
    assert only_result.value == equal_results.value == value
    assert "the only result: nothing to compare" in str(only_result.sentence)
    assert "all results that are compared are equal" in str(equal_results.sentence)


def test_fixed_percentage_of_small_group_is_explained():
    method = get_method("min_max", {"small_groups": "70/60/50"})
    explanation = method.explain_x_award(8, False, FieldResults({8: 1, 4: 1, 0: 1}, {}, 7, 3))
    assert (
        str(explanation.sentence)
        == "+8; only 3 tables had these cards, so the rules give a fixed 70 %."
    )
    assert explanation.value == Fraction(17, 10)


def test_averages_with_and_without_own_mean_are_explained():
    method, own_boards = get_method("min_max"), AwardSums(Fraction(26, 5), Fraction(3))
    by_own_mean, by_percent = (
        explain_adjusted_award(method, Average.PLUS, SIX_RESULTS, boards)
        for boards in (own_boards, NO_BOARDS)
    )
    assert sentence_and_formula(by_own_mean) == (
        "Instead of a result: average plus, by the mean of the other boards played, 1.73, which is "
        "more than "
        "60 % of the way from 1 to 2.",
        "max(1 + 60 / 100, (26/5) / 3)",
    )
    assert sentence_and_formula(by_percent) == (
        "Instead of a result: average plus, 60 % of the way from 1 to 2.",
        "1 + 60 / 100",
    )
    assert by_own_mean.value == Fraction(26, 15)


def test_weighted_award_is_explained_by_its_parts():
    half = Fraction(1, 2)
    weighted = WeightedAward((WeightedX(half, 30), WeightedX(half, -6)))
    explanation = explain_adjusted_award(
        get_method("matchpoints"), weighted, FieldResults({10: 1, 4: 2, -6: 1}, {}, 5), NO_BOARDS
    )
    assert sentence_and_formula(explanation) == (
        "Instead of a result: the weighted mean of 50 % of what X +30 would have had, "
        "50 % of what X −6 would have had.",
        "(1/2) × 8 + (1/2) × 1",
    )
    assert explanation.value == Fraction(9, 2)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("victory_points", "+28 over both tables, on 8 boards: 11.78 of 20 points."),
        ("board_a_match", "Of 8 boards 4 won, 1 equal, 3 lost."),
        ("aggregate", "+28 over both tables, on 8 boards."),
    ],
)
def test_worked_match_is_explained(key, sentence):
    method = method_for_game(get_game("botifarra"), key)
    explanation = method.explain_match(WORKED.differences, WORKED.due)
    assert str(explanation.sentence) == sentence
    assert explanation.value == method.score_match(WORKED.differences, WORKED.due).first


def test_other_scorecard_rows_are_explained():
    assert sentence_and_formula(explain_sit_out(Fraction(1))) == (
        "A round without opponents counts 1 in this event.",
        "1",
    )
    assert sentence_and_formula(explain_unplayed_boards(2, Fraction(8, 5))) == (
        "2 boards that were not played count as the mean of the own boards, 1.60 each.",
        "2 × (8/5)",
    )
    assert sentence_and_formula(explain_penalty(Fraction(1, 3))) == (
        "0.33 is subtracted from the total.",
        "−(1/3)",
    )
    assert sentence_and_formula(explain_penalty(Fraction(-2))) == (
        "2.00 is added to the total.",
        "2",
    )
    assert sentence_and_formula(explain_penalty(Fraction(0))) == (
        "A warning changes nothing in the total.",
        "0",
    )
    assert sentence_and_formula(explain_carry_over(Fraction(9), Fraction(1, 3))) == (
        "33.33 % of the 9.00 that came from the stage before.",
        "(1/3) × 9",
    )


def test_total_mean_and_percent_are_explained():
    parts = TotalParts(Fraction(49, 2), 16, Fraction(1, 2), Fraction(3), Fraction(3, 2))
    assert sentence_and_formula(explain_total(parts)) == (
        "24.50 on 16 boards, 0.50 taken as a penalty, 3.00 carried over, 1.50 for boards not "
        "played.",
        "(49/2) − (1/2) + 3 + (3/2)",
    )
    assert explain_total(parts._replace(penalty=Fraction(-1))).value == 30
    assert sentence_and_formula(explain_mean(Fraction(3), 2)) == ("3.00 on 2 boards.", "3 / 2")
    assert explain_percent(Fraction(10), 16).value == Fraction(125, 2)


def test_place_is_explained():
    by_mean = explain_lower_place(
        "mean", PlaceDifference(Fraction(5, 3), Fraction(8, 5)), ahead=2, other_count=1
    )
    assert sentence_and_formula(by_mean) == (
        "2 are ahead: the nearest has a mean of 1.67, here it is 1.60. 1 other shares the place.",
        "1 + 2",
    )
    with_three_decimals = PlaceDifference(Fraction(13, 10), Fraction(5, 4), min_decimals=3)
    assert str(explain_lower_place("mean", with_three_decimals, 1, 0).sentence) == (
        "1 is ahead: it has a mean of 1.300, here it is 1.250."
    )
    tops = PlaceDifference(Fraction(5), Fraction(3), "boards at the top")
    assert str(explain_lower_place("total", tops, 1, 0).sentence) == (
        "1 is ahead, with as much, by boards at the top: 5 to 3."
    )


def test_formula_can_be_written_with_names():
    explanation = get_method("matchpoints").explain_x_award(2, False, SIX_RESULTS)
    assert explanation.formula
    assert str(explanation.formula.with_names) == "points for a win × (beaten + ties / 2)"


@pytest.mark.parametrize(
    "text", ["x", "open(1)", "1.5", "2 // 3", "'a'", "max(1, *2)", "1 if 1 else 2"]
)
def test_only_arithmetic_is_evaluated(text):
    with pytest.raises((ValueError, SyntaxError)):
        evaluate_formula(text)


def test_powers_of_golden_ratio_and_roots_are_evaluated():
    assert abs(evaluate_formula("τ^2 + τ") - 1) < Fraction(1, 10**40)
    assert evaluate_formula("√(4)") == 2
