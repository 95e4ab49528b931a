"""Matchpoints against published tables, and what missing and flagged results change."""

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


def points(xs, due=None, flagged_xs=(), **options):
    scale = Matchpoints(options).scale(
        Counter(xs), Counter(flagged_xs), due or len(xs) + len(flagged_xs)
    )
    return [scale.award(x, False) for x in xs], [scale.award(x, True) for x in flagged_xs]


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case["id"])
def test_published_tables(case):
    assert points(case["ns_scores"], win=str(case["win"]))[0] == case["ns_mp"]
    if "ew_mp" in case:
        assert points([-x for x in case["ns_scores"]], win=str(case["win"]))[0] == case["ew_mp"]


def test_the_published_places():
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


def test_neubergs_formula_as_published():
    case = CASES["neuberg-wiki"]
    xs, due = [0, 1, 2, 3, 4, 4], case["expected_results"]
    assert len(xs) == case["actual_results"]
    assert [points(xs)[0][place] for place in (2, 4)] == case["in_mp"]
    made = [points(xs, due)[0][place] for place in (2, 4)]
    assert made == [Fraction(29, 6), Fraction(32, 3)]
    assert [round(each, 4) for each in made] == case["out_mp"]
    assert Matchpoints().top(due) == case["top"]


def test_a_single_result_of_many_is_in_the_middle():
    assert points([5], due=7)[0] == [6]
    assert points([5], due=7, win="1")[0] == [3]


def test_where_one_play_was_due_there_is_no_award():
    assert points([5], due=1) == ([None], [])


def test_halves_stay_exact():
    assert points([HALF, 3 * HALF, HALF])[0] == [1, 4, 1]


def test_a_flagged_result_is_compared_and_compares_nobody():
    ordinary, flagged = points([1, 2, 3], flagged_xs=[4, 2])
    assert ordinary == points([1, 2, 3], due=5)[0] == [Fraction(2, 3), 4, Fraction(22, 3)]
    assert flagged == [Fraction(31, 4), 4]


def test_flagged_in_is_one_more_result():
    assert points([1, 2, 3], flagged_xs=[4, 2], flagged="in") == ([0, 3, 6], [8, 3])


def test_without_an_ordinary_result_the_flagged_ones_are_compared():
    assert points([], flagged_xs=[4, 2]) == ([], [2, 0])


def test_nothing_to_compare_is_an_error():
    with pytest.raises(ValueError, match="empty"):
        Matchpoints().scale({}, {}, 3)


def test_places_follow_the_points_out_of_the_tops():
    """A makes 4 of 4 and B 6 of 8: the sum is less, the part more."""
    boards = {
        1: [Result({"ns": (who,)}, {"ns": x}) for who, x in zip("ACD", (3, 2, 1), strict=True)],
        2: [
            Result({"ns": (who,)}, {"ns": x})
            for who, x in zip("EBCDF", (5, 4, 3, 2, 1), strict=True)
        ],
    }
    rows = score_event(boards, ("ns",), Matchpoints({"unranked_below": "0"})).standings[0].rows
    shown = [(row.rank, row.contestant, row.total, row.percent) for row in rows]
    assert shown[:3] == [(1, "A", 4, 100), (1, "E", 8, 100), (3, "B", 6, 75)]
