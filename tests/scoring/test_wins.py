"""Wins: the award of a match, totals, and one ranking for all lines."""

from collections import Counter
from fractions import Fraction

from scoring.catalogue import get_method
from scoring.event_scoring import Result, score_event
from scoring.wins import Wins


def awards(method, *xs):
    scale = method.scale(Counter(xs), {}, len(xs))
    return [scale.award(x, False) for x in xs]


def test_award_depends_on_sign_of_x():
    assert awards(Wins(), 14, 1, 0, -34) == [1, 1, Fraction(1, 2), 0]
    assert awards(Wins({"win": "3"}), 14, 1, 0, -34) == [3, 3, 1, 0]


def test_sit_out_award_follows_option():
    awards_by_option = [
        Wins({"win": win, "sit_out": sit_out}).sit_out_award
        for win in "13"
        for sit_out in ("win", "draw", "none")
    ]
    assert awards_by_option == [1, Fraction(1, 2), None, 3, 1, None]
    assert get_method("min_max").sit_out_award is None


def test_total_ranks_whatever_the_number_of_matches():
    # A won one match of two, B the only one it played, C none.
    boards = {
        1: [
            Result({"ns": ("A",), "ew": ("C",)}, {"ns": 3, "ew": -3}),
            Result({"ns": ("B",), "ew": ("D",)}, {}),
        ],
        2: [
            Result({"ns": ("B",), "ew": ("A",)}, {"ns": 5, "ew": -5}),
            Result({"ns": ("D",), "ew": ("C",)}, {"ns": 1, "ew": -1}),
        ],
    }
    (standing,) = score_event(boards, ["ns", "ew"], Wins()).standings
    assert standing.line == "all"
    assert [(row.rank, row.contestant, row.total) for row in standing.rows] == [
        (1, "A", 1),
        (1, "B", 1),
        (1, "D", 1),
        (4, "C", 0),
    ]


def test_lines_are_ranked_together_even_without_changes_of_line():
    board = {1: [Result({"ns": ("A",), "ew": ("B",)}, {"ns": 3, "ew": -3})]}
    (standing,) = score_event(board, ["ns", "ew"], Wins()).standings
    assert [row.contestant for row in standing.rows] == ["A", "B"]
