"""Placement: golden tables, documented points, and rules that hold for any table."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES, get_game
from games.seats import play_order, single_seat_lines
from scoring.adjusted.award_sums import NO_BOARDS
from scoring.adjusted.awards import adjusted_award_value, is_supported
from scoring.adjusted.kinds import FixedAward, WeightedAward, WeightedX
from scoring.catalogue import METHODS, SEAT_METHODS, is_suitable, methods_for
from scoring.event_scoring import Result, score_event
from scoring.explanations.adjusted import explain_adjusted_award
from scoring.frequencies import FieldResults
from scoring.placement import Placement

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests" / "golden" / "placement.json").read_text(encoding="utf-8"))[
    "cases"
]
DOCUMENTATION = (ROOT / "docs" / "scoring" / "placement.md").read_text(encoding="utf-8")
NO_RESULTS = FieldResults({}, {}, 1)

x_values = st.integers(-9, 9) | st.integers(-99, 99).map(lambda doubled: Fraction(doubled, 2))
xs_of_a_table = st.lists(x_values, min_size=2, max_size=6)


def by_line(xs):
    """Map each line of a table of single players to its X."""
    return dict(zip(single_seat_lines(play_order(len(xs), "clockwise")), xs, strict=True))


def results_of(*xs_of_tables):
    """Build the results of a board at several tables, with different contestants."""
    return [
        Result({line: (f"{line}{number}",) for line in by_line(xs)}, by_line(xs))
        for number, xs in enumerate(xs_of_tables)
    ]


def awards(xs):
    """Return the award of each line of a table, in the order of its X."""
    results = results_of(xs)
    scored = score_event({1: results}, tuple(by_line(xs)), Placement())
    return [scored.award(1, line, results[0]) for line in by_line(xs)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_awards_match_golden_tables(case):
    assert awards(case["x"]) == [Fraction(award) for award in case["awards"]]


def test_documented_points_are_correct():
    rows = re.findall(r"^\| (\d) +\|(.*)\|$", DOCUMENTATION, re.MULTILINE)
    assert [int(player_count) for player_count, _points in rows] == [2, 3, 4, 5, 6]
    for player_count, points in rows:
        documented = [Fraction(award) for award in points.split(",")]
        assert awards(range(int(player_count), 0, -1)) == documented


@given(xs_of_a_table)
def test_sum_of_awards_depends_only_on_number_of_players(xs):
    player_count = len(xs)
    assert sum(awards(xs)) == Fraction(player_count * (player_count - 1), 2) + 1


@given(xs_of_a_table)
def test_higher_x_scores_more_and_equal_x_the_same(xs):
    award_of = dict(zip(xs, awards(xs), strict=True))
    in_order = [award_of[x] for x in sorted(award_of)]
    assert in_order == sorted(in_order)
    assert len(set(in_order)) == len(in_order)
    assert awards(xs) == [award_of[x] for x in xs]


@given(xs_of_a_table, xs_of_a_table)
def test_other_tables_do_not_change_awards(xs, other_table):
    other_xs = [other_table[number % len(other_table)] for number in range(len(xs))]
    board, lines = results_of(xs, other_xs), tuple(by_line(xs))
    scored = score_event({1: board}, lines, Placement())
    assert [scored.award(1, line, board[0]) for line in lines] == awards(xs)


@given(xs_of_a_table, st.booleans())
def test_formula_evaluates_to_the_award(xs, flagged):
    lines = by_line(xs)
    for line, award in zip(lines, awards(xs), strict=True):
        explanation = Placement().explain_award(line, lines, flagged, NO_RESULTS)
        assert explanation.value == award
        assert "%(" not in str(explanation.sentence)


@pytest.mark.parametrize(
    ("xs", "sentence", "formula"),
    [
        ((41, 37, 5, 40), "+41: place 1 of 4 at this table, which counts 4.", "3 + 1"),
        ((38, 41, 5, 40), "+38: place 3 of 4 at this table, which counts 1.", "1 + 0"),
        (
            (41, 41, 5, 41),
            "+41: places 1 to 3 of 4 at this table are shared, which counts 2.33 to each.",
            "1 + 2 / 2 + 1 / (2 + 1)",
        ),
        (
            (7, 41, 5, 7),
            "+7: places 2 to 3 of 4 at this table are shared, which counts 1.50 to each.",
            "1 + 1 / 2",
        ),
    ],
)
def test_explanation_states_place_and_points(xs, sentence, formula):
    explanation = Placement().explain_award("n", by_line(xs), False, NO_RESULTS)
    assert (str(explanation.sentence), explanation.formula.with_numbers) == (sentence, formula)


def test_placement_suits_games_without_partners():
    suited = {
        key for key in (game.key for game in GAMES) if is_suitable(Placement, get_game(key), 1)
    }
    assert {"score_sheet", "donguri"} <= suited
    assert not suited & {"botifarra", "match", "tarot_whist"}
    assert methods_for(get_game("score_sheet"), 1) == (*METHODS, *SEAT_METHODS)
    assert methods_for(get_game("botifarra"), 2) == METHODS
    assert not is_suitable(Placement, get_game("botifarra"), 4)


def test_placement_supports_fixed_but_not_weighted_awards():
    method, weighted = Placement(), WeightedAward((WeightedX(Fraction(1), 30),))
    assert not is_supported(method, weighted)
    assert is_supported(method, FixedAward(Fraction(2)))
    assert adjusted_award_value(method, FixedAward(Fraction(2)), NO_RESULTS, NO_BOARDS) == 2
    assert explain_adjusted_award(method, weighted, NO_RESULTS, NO_BOARDS).value is None


def test_all_seats_share_one_ranking():
    board = results_of((41, 37, 5, 40), (38, 41, 5, 40))
    lines = tuple(by_line((41, 37, 5, 40)))
    (ranking,) = score_event({1: board}, lines, Placement()).standings
    assert (ranking.line, len(ranking.rows)) == ("all", 8)
    assert [(row.rank, row.contestant, row.total) for row in ranking.rows[:2]] == [
        (1, "e1", 4),
        (1, "n0", 4),
    ]
