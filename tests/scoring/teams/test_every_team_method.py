"""Rules that hold for every method for teams, and the games that these suit."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES, get_game
from games.options import InvalidOption
from games.problems import ValidationFailed
from games.seats import PAIR_LINES
from scoring.catalogue import (
    METHODS,
    TEAM_METHODS,
    get_method,
    is_at_two_tables,
    is_suitable,
    method_for_game,
)
from scoring.method import Comparison
from tests.scoring.teams.worked import WORKED

DOCS = Path(__file__).parents[3] / "docs" / "scoring"
BOTIFARRA = get_game("botifarra")
ALL_METHODS = [method_for_game(BOTIFARRA, method.key) for method in TEAM_METHODS]

halves = st.integers(-160, 160).map(lambda doubled: Fraction(doubled, 2))
matches = st.lists(st.none() | halves, max_size=12)


@pytest.fixture(params=ALL_METHODS, ids=lambda method: method.key)
def method(request):
    return request.param


def test_method_options_and_choices_are_documented(method):
    page = (DOCS / f"{method.key}.md").read_text()
    assert f"`{method.key}`" in page
    for option in method.all_options():
        assert all(f"`{text}`" in page for text in (option.key, *option.choices))
        assert option.label
        assert set(option.labels) == set(option.choices)


def test_team_methods_are_separate_from_other_methods():
    keys = [method.key for method in (*METHODS, *TEAM_METHODS)]
    assert len(set(keys)) == len(keys)
    assert not any(method.for_teams for method in METHODS)
    assert all(
        method.for_teams and method.comparison is Comparison.MATCH for method in TEAM_METHODS
    )
    assert type(get_method("board_a_match")).key == "board_a_match"


def test_single_result_has_no_award(method):
    scale = method.scale(Counter([1, 1, 4]), Counter([9]), 5)
    assert [scale.award(x, False) for x in (1, 4)] == [None, None]
    assert scale.award(9, True) is None
    assert (scale.low, scale.high, scale.denominator) == (1, 9, 1)


def test_match_without_compared_board_has_no_award(method):
    for differences in ((), (None, None)):
        awards = method.score_match(differences, 2)
        assert (awards.first, awards.second, awards.compared, awards.is_provisional) == (
            None,
            None,
            0,
            True,
        )


def test_awards_are_provisional_until_every_due_board_is_compared(method):
    partial, complete = method.score_match([3, None, 5], 3), method.score_match([3, 5, -2], 3)
    assert (partial.compared, partial.due, partial.is_provisional) == (2, 3, True)
    assert not complete.is_provisional
    # With the third board void, the match is complete.
    assert not method.score_match([3, None, 5], 2).is_provisional


def test_more_compared_boards_than_due_raise_value_error(method):
    with pytest.raises(ValueError, match="3 boards were compared, and 2 were due"):
        method.score_match([1, 2, 3], 2)


@given(matches, st.integers(0, 4), st.randoms(use_true_random=False))
def test_swapped_teams_and_shuffled_boards_score_the_same(differences, boards_left, random):
    due = len(differences) + boards_left
    for method in ALL_METHODS:
        awards = method.score_match(differences, due)
        swapped = method.score_match(
            [None if difference is None else -difference for difference in differences], due
        )
        assert (swapped.first, swapped.second) == (awards.second, awards.first)
        assert method.score_match(random.sample(differences, len(differences)), due) == awards
        assert all(type(award) is Fraction for award in awards[:2] if award is not None)


@given(st.lists(halves, min_size=1, max_size=8), st.data())
def test_higher_difference_never_scores_less(differences, data):
    index = data.draw(st.integers(0, len(differences) - 1))
    better = [*differences]
    better[index] += data.draw(st.integers(1, 50))
    for method in ALL_METHODS:
        assert method.score_match(better, 8).first >= method.score_match(differences, 8).first


@pytest.mark.parametrize(
    ("key", "options", "award_for_eight_boards"),
    [
        ("aggregate", {}, None),
        ("board_a_match", {}, 4),
        ("board_a_match", {"sit_out": "none"}, None),
        ("victory_points", {}, 12),
        ("victory_points", {"sit_out": "10"}, 10),
        ("victory_points", {"sit_out": "none"}, None),
    ],
)
def test_sit_out_award_follows_option(key, options, award_for_eight_boards):
    assert method_for_game(BOTIFARRA, key, options).sit_out_award_for(8) == award_for_eight_boards


def test_worked_match_has_documented_awards():
    victory_points, board_points, margins = (
        method.score_match(WORKED.differences, WORKED.due)[:2] for method in ALL_METHODS
    )
    assert margins == (28, -28)
    assert board_points == (Fraction(9, 2), Fraction(7, 2))
    assert victory_points == (Fraction("11.78"), Fraction("8.22"))


def test_game_deviation_is_the_default_of_the_option():
    assert method_for_game(BOTIFARRA, "victory_points").options["deviation"] == "39"
    assert (
        method_for_game(BOTIFARRA, "victory_points", {"deviation": ""}).options["deviation"] == "39"
    )
    assert (
        method_for_game(BOTIFARRA, "victory_points", {"deviation": "27.5"}).options["deviation"]
        == "27.5"
    )
    assert method_for_game(BOTIFARRA, "min_max").options == get_method("min_max").options


@pytest.mark.parametrize("game", ["score_sheet", "match", "tarot_germany_two"])
def test_game_without_deviation_requires_the_option(game):
    with pytest.raises(ValidationFailed) as refused:
        method_for_game(get_game(game), "victory_points")
    assert [problem.code for problem in refused.value.problems] == ["deviation_missing"]
    assert "say a deviation" in refused.value.problems[0].message
    assert (
        method_for_game(get_game(game), "victory_points", {"deviation": "6"}).options["deviation"]
        == "6"
    )
    assert method_for_game(get_game(game), "aggregate").options == {}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("botifarra", {"scoring": "ordinary"}),
        ("tantony", {"legs": "2"}),
        ("tantony", {"values": "11-11-11-13"}),
        ("tarot_whist", {"declarations": "germany_taroc"}),
    ],
)
def test_game_options_that_change_x_remove_the_deviation(game, options):
    assert get_game(game).team_difference_deviation is not None
    assert get_game(game, options).team_difference_deviation is None


@pytest.mark.parametrize(
    "text", ["0", "0.000", "-3", "1e3", "3,5", "٣", "1/2", " 3", "nan", "1234567", ".5"]
)
def test_deviation_must_be_a_positive_number(text):
    with pytest.raises(
        InvalidOption, match=r"'deviation' is a positive number such as 27\.5, not "
    ):
        get_method("victory_points", {"deviation": text})


def test_victory_points_require_a_deviation():
    with pytest.raises(InvalidOption, match=r"a positive number such as 27\.5: nobody has said it"):
        get_method("victory_points")


def test_team_methods_suit_teams_with_shared_boards():
    for game in (get_game(listed.key) for listed in GAMES):
        for method in TEAM_METHODS:
            assert not any(is_suitable(method, game, players) for players in (1, 2))
            assert is_suitable(method, game, 4) == is_at_two_tables(game, 4)
        assert all(is_suitable(method, game, players) for method in METHODS for players in (1, 2))
        assert all(is_suitable(method, game, 4) != is_at_two_tables(game, 4) for method in METHODS)
        assert is_at_two_tables(game, 4) == (game.key != "match" and game.lines == PAIR_LINES)
