"""Matches: points of the sides, which no golden case covers, and X above the cap."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from games.catalogue import get_game
from scoring.catalogue import get_method

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "match.md").read_text(encoding="utf-8")


def points(options, *games):
    game = get_game("match", options)
    outcome = dict(
        zip(
            (field.name for field in game.fields),
            (p for game_points in games for p in game_points),
            strict=True,
        )
    )
    return game.uncompared_points(outcome, game.board(1))


def test_points_are_counted_up_to_the_cap():
    assert points({}, (130, 87)) == {"ns": 121, "ew": 87}
    assert points({"cap": "none"}, (130, 87)) == {"ns": 130, "ew": 87}


def test_points_of_several_games_are_games_won_and_half_of_those_drawn():
    six = [(101, 50), (90, 90), (60, 101), (101, 99), (101, 7), (101, 100)]
    assert points({"games": "6"}, *six) == {"ns": Fraction(9, 2), "ew": Fraction(3, 2)}


def test_points_are_x_by_default():
    game = get_game("score_sheet", {"players": "2"})
    assert game.uncompared_points({"a_score": 7, "b_score": 9}, game.board(1)) == {"a": 7, "b": 9}


def test_results_on_the_page_are_right():
    rows = re.findall(
        r"^\| (\d+)–(\d+)((?:, `\w+=\w+`)*) \| (−?\d+) \| (\d+) and (\d+) \|$", PAGE, re.MULTILINE
    )
    assert len(rows) == 6
    for ns, ew, options, x, points, other_points in rows:
        game = get_game("match", dict(re.findall(r"`(\w+)=(\w+)`", options)))
        outcome = {"ns_points": int(ns), "ew_points": int(ew)}
        assert game.raw_results(outcome, game.board(1))["ns"] == int(x.replace("−", "-"))
        assert game.uncompared_points(outcome, game.board(1)) == {
            "ns": int(points),
            "ew": int(other_points),
        }


@pytest.mark.parametrize("target", ["151", "none"])
def test_match_won_above_the_cap_counts_as_won(target):
    game = get_game("match", {"target": target})
    x = game.raw_results({"ns_points": 151, "ew_points": 130}, game.board(1))
    scale = get_method("wins").scale({x["ns"]: 1, x["ew"]: 1}, {}, 2)
    assert [scale.award(x[line], False) for line in ("ns", "ew")] == [1, 0]


def test_match_won_above_the_cap_is_explained_by_its_x():
    game = get_game("match", {"target": "151"})
    outcome = {"ns_points": 151, "ew_points": 130}
    explanations = game.explain_x(outcome, game.board(1))
    assert "N-S made 151 points and the other side 130" in str(explanations["ns"].sentence)
    assert "They have won, and that counts 1." in str(explanations["ns"].sentence)
    assert "They have lost, and that counts −1." in str(explanations["ew"].sentence)
