"""Matchpoints: published tables, missing and flagged results."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.event_scoring import Result, score_event
from scoring.matchpoints import Matchpoints

CASES = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parent.parent / "golden" / "matchpoints.json").read_text(),
        parse_float=Fraction,
    )["cases"]
}
TABLES = [case for case in CASES.values() if case["kind"] == "matchpoints"]
HALF = Fraction(1, 2)


def awards(xs, due=None, flagged_xs=(), **options):
    scale = Matchpoints(options).scale(
        Counter(xs), Counter(flagged_xs), due or len(xs) + len(flagged_xs)
    )
    return [scale.award(x, False) for x in xs], [scale.award(x, True) for x in flagged_xs]


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case["id"])
def test_awards_match_published_tables(case):
    assert awards(case["ns_scores"], win=str(case["win"]))[0] == case["ns_mp"]
    if "ew_mp" in case:
        assert awards([-x for x in case["ns_scores"]], win=str(case["win"]))[0] == case["ew_mp"]


def test_ranks_match_published_places():
    case = CASES["mp-acbl-7"]
    board = [
        Result({"ns": (str(table),), "ew": (f"e{table}",)}, {"ns": x, "ew": -x})
        for table, x in enumerate(case["ns_scores"])
    ]
    standing = score_event({1: board}, ("ns", "ew"), Matchpoints({"win": "1"})).standings[0]
    places = {int(row.contestant): row.rank for row in standing.rows}
    assert [places[table] for table in range(7)] == [
        int(rank.rstrip("=")) for rank in case["ns_rank"]
    ]


def test_neuberg_formula_matches_published_example():
    case = CASES["neuberg-wiki"]
    xs, due = [0, 1, 2, 3, 4, 4], case["expected_results"]
    assert len(xs) == case["actual_results"]
    assert [awards(xs)[0][index] for index in (2, 4)] == case["in_mp"]
    neuberg_awards = [awards(xs, due)[0][index] for index in (2, 4)]
    assert neuberg_awards == [Fraction(29, 6), Fraction(32, 3)]
    assert [round(award, 4) for award in neuberg_awards] == case["out_mp"]
    assert Matchpoints().top(due) == case["top"]


def test_single_result_scores_half_of_the_top():
    assert awards([5], due=7)[0] == [6]
    assert awards([5], due=7, win="1")[0] == [3]


def test_board_with_one_play_due_gives_no_award():
    assert awards([5], due=1) == ([None], [])


def test_half_points_are_scored_exactly():
    assert awards([HALF, 3 * HALF, HALF])[0] == [1, 4, 1]


def test_flagged_result_is_scored_against_ordinary_ones_only():
    ordinary, flagged = awards([1, 2, 3], flagged_xs=[4, 2])
    assert ordinary == awards([1, 2, 3], due=5)[0] == [Fraction(2, 3), 4, Fraction(22, 3)]
    assert flagged == [Fraction(31, 4), 4]


def test_flagged_results_count_like_others_if_the_option_says_so():
    assert awards([1, 2, 3], flagged_xs=[4, 2], flagged="in") == ([0, 3, 6], [8, 3])


def test_flagged_results_are_compared_without_ordinary_ones():
    assert awards([], flagged_xs=[4, 2]) == ([], [2, 0])


def test_scale_without_results_raises_value_error():
    with pytest.raises(ValueError, match="empty"):
        Matchpoints().scale({}, {}, 3)


def test_contestants_rank_by_percentage_of_tops():
    """A has 4 points of 4, B 6 of 8: a smaller sum, but a larger percentage."""
    boards = {
        1: [Result({"ns": (name,)}, {"ns": x}) for name, x in zip("ACD", (3, 2, 1), strict=True)],
        2: [
            Result({"ns": (name,)}, {"ns": x})
            for name, x in zip("EBCDF", (5, 4, 3, 2, 1), strict=True)
        ],
    }
    rows = score_event(boards, ("ns",), Matchpoints({"unranked_below": "0"})).standings[0].rows
    ranked = [(row.rank, row.contestant, row.total, row.percent) for row in rows]
    assert ranked[:3] == [(1, "A", 4, 100), (1, "E", 8, 100), (3, "B", 6, 75)]
