"""Parsing of fields and outcomes, options, and problems."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES, get_game
from games.fields import Field, parse_outcome
from games.options import InvalidOption, Option, UnknownName, resolve_options
from games.problems import Problem, ValidationFailed
from tests.hypothesis_examples import one_in

CONTRO = Field("contro", "choice", "Contro", ("none", "contro"), default="none")
POINTS = Field("points", "number", "Points", min=-5, max=72)
WON = Field("won", "flag", "Won", default=False)
SIDE = Field("side", "choice", "Side", ("ns", "ew"), required=True)


@pytest.mark.parametrize(
    ("field", "submitted", "value"),
    [
        (POINTS, " 72 ", 72),
        (POINTS, "-5", -5),
        (POINTS, "+3", 3),
        (POINTS, "３６", 36),
        (POINTS, 0, 0),
        (POINTS, "", None),
        (POINTS, None, None),
        (WON, "Sí", True),
        (WON, "off", False),
        (WON, True, True),
        (WON, "", False),
        (SIDE, "NS", "ns"),
    ],
)
def test_field_parses_valid_input(field, submitted, value):
    assert field.parse(submitted) == (value, None)


@pytest.mark.parametrize(
    ("field", "submitted", "code"),
    [
        (POINTS, "73", "out_of_range"),
        (POINTS, "-6", "out_of_range"),
        (POINTS, "3.5", "not_a_number"),
        (POINTS, "1e3", "not_a_number"),
        (POINTS, True, "not_a_number"),
        (WON, "perhaps", "not_yes_or_no"),
        (SIDE, "north", "not_a_choice"),
        (SIDE, "  ", "missing"),
    ],
)
def test_field_reports_invalid_input(field, submitted, code):
    value, problem = field.parse(submitted)
    assert (problem and problem.code) == code
    assert problem is None or (
        value is None and problem.field == field.name and field.label in problem.message
    )


@given(st.integers(-(10**6), 10**6))
def test_number_is_accepted_only_within_its_range(number):
    value, problem = POINTS.parse(str(number))
    assert (value, problem is None) == ((number, True) if -5 <= number <= 72 else (None, False))


@one_in(2)  # slow: it checks every game
@given(
    st.dictionaries(
        st.text(max_size=6), st.one_of(st.none(), st.text(max_size=6), st.integers(), st.booleans())
    )
)
def test_any_input_is_parsed_or_reported_as_problems(submitted):
    for game in GAMES:
        outcome, problems = parse_outcome(game().fields, submitted)
        assert list(outcome) == [field.name for field in game().fields]
        assert json.dumps([problem.as_json() for problem in problems])


def test_problem_has_message_field_and_line():
    problem = Problem("odd", "%(n)s is odd.", {"n": 3}, "n", 7)
    assert problem.as_json() == {"code": "odd", "message": "3 is odd.", "field": "n", "line": 7}
    assert Problem("plain", "100%").message == "100%"
    assert str(ValidationFailed([problem, problem])) == "3 is odd.; 3 is odd."


def test_missing_options_get_their_defaults():
    size = Option("size", "2", ("2", "3"))
    assert resolve_options([size], {}) == {"size": "2"}
    assert resolve_options([size], {"size": "3"}) == {"size": "3"}


def test_error_names_all_invalid_options():
    with pytest.raises(
        InvalidOption, match=r"no option 'speed' .*edition.*; option 'edition' is one of eastern"
    ):
        get_game("botifarra", {"speed": "1", "edition": "flat"})


def test_unknown_game_error_lists_the_games():
    with pytest.raises(UnknownName, match=r"no game 'bridge' .*botifarra"):
        get_game("bridge")


@pytest.mark.parametrize(
    ("field", "submitted", "expected"),
    [
        (POINTS, None, True),
        (POINTS, " ", True),
        (POINTS, 0, False),
        (POINTS, "many", False),
        (SIDE, "", True),
        (CONTRO, "none", True),
        (CONTRO, "contro", False),
        (WON, "no", True),
        (WON, False, True),
        (WON, "yes", False),
    ],
)
def test_field_is_blank_or_default(field: Field, submitted: object, expected: bool) -> None:
    assert field.is_blank_or_default(submitted) is expected
