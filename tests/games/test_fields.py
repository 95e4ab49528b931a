"""Fields, options and problems: the shapes that everything else stands on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES, get_game
from games.fields import Field, parse_outcome
from games.options import InvalidOption, Option, UnknownName, resolve_options
from games.problems import Problem, ValidationFailed
from tests.examples import one_in

CONTRO = Field("contro", "choice", "Contro", ("none", "contro"), default="none")
POINTS = Field("points", "number", "Points", min=-5, max=72)
WON = Field("won", "flag", "Won", default=False)
SIDE = Field("side", "choice", "Side", ("ns", "ew"), required=True)


@pytest.mark.parametrize(
    ("field", "said", "value"),
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
def test_what_a_field_reads(field, said, value):
    assert field.parse(said) == (value, None)


@pytest.mark.parametrize(
    ("field", "said", "code"),
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
def test_what_a_field_refuses(field, said, code):
    value, problem = field.parse(said)
    assert (problem and problem.code) == code
    assert problem is None or (
        value is None and problem.field == field.name and field.label in problem.message
    )


@given(st.integers(-(10**6), 10**6))
def test_a_number_is_read_exactly_when_it_is_in_range(number):
    value, problem = POINTS.parse(str(number))
    assert (value, problem is None) == ((number, True) if -5 <= number <= 72 else (None, False))


@one_in(2)  # it looks at every game
@given(
    st.dictionaries(
        st.text(max_size=6), st.one_of(st.none(), st.text(max_size=6), st.integers(), st.booleans())
    )
)
def test_whatever_is_said_is_read_or_refused_with_reasons(said):
    for game in GAMES:
        outcome, problems = parse_outcome(game().fields, said)
        assert list(outcome) == [field.name for field in game().fields]
        assert json.dumps([problem.as_json() for problem in problems])


def test_a_problem_tells_its_sentence_and_place():
    problem = Problem("odd", "%(n)s is odd.", {"n": 3}, "n", 7)
    assert problem.as_json() == {"code": "odd", "message": "3 is odd.", "field": "n", "line": 7}
    assert Problem("plain", "100%").message == "100%"
    assert str(ValidationFailed([problem, problem])) == "3 is odd.; 3 is odd."


def test_options_take_their_defaults():
    size = Option("size", "2", ("2", "3"))
    assert resolve_options([size], {}) == {"size": "2"}
    assert resolve_options([size], {"size": "3"}) == {"size": "3"}


def test_everything_wrong_with_options_is_named():
    with pytest.raises(
        InvalidOption, match=r"no option 'speed' .*edition.*; option 'edition' is one of eastern"
    ):
        get_game("botifarra", {"speed": "1", "edition": "flat"})


def test_an_unknown_game_is_told_what_there_is():
    with pytest.raises(UnknownName, match=r"no game 'bridge' .*botifarra"):
        get_game("bridge")


@pytest.mark.parametrize(
    ("field", "said", "untouched"),
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
def test_a_field_is_untouched_while_nothing_or_the_default_is_said(
    field: Field, said: object, untouched: bool
) -> None:
    assert field.is_blank_or_default(said) is untouched
