"""Matches: what a side made of its own, which no golden case of X shows."""

from fractions import Fraction

from games.catalogue import get_game


def points(options, *games):
    game = get_game("match", options)
    said = dict(zip((field.name for field in game.fields), (p for each in games for p in each), strict=True))
    return game.points(said, game.board(1))


def test_own_points_are_counted_to_the_cap():
    assert points({}, (130, 87)) == {"ns": 121, "ew": 87}
    assert points({"cap": "none"}, (130, 87)) == {"ns": 130, "ew": 87}


def test_of_several_games_own_points_are_those_won_and_half_of_those_drawn():
    six = [(101, 50), (90, 90), (60, 101), (101, 99), (101, 7), (101, 100)]
    assert points({"games": "6"}, *six) == {"ns": Fraction(9, 2), "ew": Fraction(3, 2)}


def test_where_nothing_else_is_counted_own_points_are_x():
    game = get_game("score_sheet", {"players": "2"})
    assert game.points({"a_score": 7, "b_score": 9}, game.board(1)) == {"a": 7, "b": 9}
