"""What every method for teams keeps to, and where none of them is offered or accepted."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES, get_game
from games.options import OptionProblem
from games.problems import Refused
from games.seats import PAIRS
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
EVERY = [method_for_game(BOTIFARRA, method.key) for method in TEAM_METHODS]

halves = st.integers(-160, 160).map(lambda twice: Fraction(twice, 2))
matches = st.lists(st.none() | halves, max_size=12)


@pytest.fixture(params=EVERY, ids=lambda method: method.key)
def method(request):
    return request.param


def test_each_has_its_page_and_every_option_and_choice_stands_there(method):
    page = (DOCS / f"{method.key}.md").read_text()
    assert f"`{method.key}`" in page
    for option in method.all_options():
        assert all(f"`{each}`" in page for each in (option.key, *option.choices))
        assert option.label
        assert set(option.labels) == set(option.choices)


def test_they_are_a_catalogue_of_their_own():
    keys = [method.key for method in (*METHODS, *TEAM_METHODS)]
    assert len(set(keys)) == len(keys)
    assert not any(method.for_teams for method in METHODS)
    assert all(
        method.for_teams and method.comparison is Comparison.MATCH for method in TEAM_METHODS
    )
    assert type(get_method("board_a_match")).key == "board_a_match"


def test_no_x_has_an_award_by_itself(method):
    scale = method.scale(Counter([1, 1, 4]), Counter([9]), 5)
    assert [scale.award(x, False) for x in (1, 4)] == [None, None]
    assert scale.award(9, True) is None
    assert (scale.low, scale.high, scale.denominator) == (1, 9, 1)


def test_a_match_without_a_compared_board_has_no_award(method):
    for differences in ((), (None, None)):
        awards = method.score_match(differences, 2)
        assert (awards.first, awards.second, awards.compared, awards.provisional) == (
            None,
            None,
            0,
            True,
        )


def test_awards_are_provisional_until_every_board_that_counts_is_compared(method):
    early, whole = method.score_match([3, None, 5], 3), method.score_match([3, 5, -2], 3)
    assert (early.compared, early.due, early.provisional) == (2, 3, True)
    assert not whole.provisional
    # Where the third board was void instead of late, the match is over.
    assert not method.score_match([3, None, 5], 2).provisional


def test_more_boards_than_were_due_are_an_error(method):
    with pytest.raises(ValueError, match="3 boards were compared, and 2 were due"):
        method.score_match([1, 2, 3], 2)


@given(matches, st.integers(0, 4), st.randoms(use_true_random=False))
def test_turned_and_mixed_a_match_stays_the_same(differences, more, random):
    due = len(differences) + more
    for method in EVERY:
        awards = method.score_match(differences, due)
        turned = method.score_match([None if each is None else -each for each in differences], due)
        assert (turned.first, turned.second) == (awards.second, awards.first)
        assert method.score_match(random.sample(differences, len(differences)), due) == awards
        assert all(type(each) is Fraction for each in awards[:2] if each is not None)


@given(st.lists(halves, min_size=1, max_size=8), st.data())
def test_more_on_a_board_is_never_worth_less(differences, data):
    at = data.draw(st.integers(0, len(differences) - 1))
    better = [*differences]
    better[at] += data.draw(st.integers(1, 50))
    for method in EVERY:
        assert method.score_match(better, 8).first >= method.score_match(differences, 8).first


@pytest.mark.parametrize(
    ("key", "options", "given_for_eight"),
    [
        ("aggregate", {}, None),
        ("board_a_match", {}, 4),
        ("board_a_match", {"sit_out": "none"}, None),
        ("victory_points", {}, 12),
        ("victory_points", {"sit_out": "10"}, 10),
        ("victory_points", {"sit_out": "none"}, None),
    ],
)
def test_a_sit_out_counts_as_the_event_says(key, options, given_for_eight):
    assert method_for_game(BOTIFARRA, key, options).sit_out_award_for(8) == given_for_eight


def test_the_worked_match():
    points, won, summed = (
        method.score_match(WORKED.differences, WORKED.due)[:2] for method in EVERY
    )
    assert summed == (28, -28)
    assert won == (Fraction(9, 2), Fraction(7, 2))
    assert points == (Fraction("11.78"), Fraction("8.22"))


def test_a_game_lends_its_deviation_and_keeps_what_is_said():
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
def test_where_nobody_has_measured_one_it_has_to_be_said(game):
    with pytest.raises(Refused) as refused:
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
def test_options_that_make_another_x_have_no_deviation(game, options):
    assert get_game(game).deviation is not None
    assert get_game(game, options).deviation is None


@pytest.mark.parametrize(
    "said", ["0", "0.000", "-3", "1e3", "3,5", "٣", "1/2", " 3", "nan", "1234567", ".5"]
)
def test_a_deviation_is_a_positive_number(said):
    with pytest.raises(
        OptionProblem, match=r"'deviation' is a positive number such as 27\.5, not "
    ):
        get_method("victory_points", {"deviation": said})


def test_without_a_deviation_there_are_no_victory_points():
    with pytest.raises(OptionProblem, match=r"a positive number such as 27\.5: nobody has said it"):
        get_method("victory_points")


def test_they_suit_teams_that_share_boards():
    for game in (get_game(each.key) for each in GAMES):
        for method in TEAM_METHODS:
            assert not any(is_suitable(method, game, players) for players in (1, 2))
            assert is_suitable(method, game, 4) == is_at_two_tables(game, 4)
        assert all(is_suitable(method, game, players) for method in METHODS for players in (1, 2))
        assert all(is_suitable(method, game, 4) != is_at_two_tables(game, 4) for method in METHODS)
        assert is_at_two_tables(game, 4) == (game.key != "match" and game.lines == PAIRS)
