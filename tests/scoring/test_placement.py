"""Places at one's own table, on tables to be checked by hand and on any."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES, get_game
from games.seats import play_order, singles
from scoring.adjusted.awards import adjusted_award_value, is_supported
from scoring.adjusted.kinds import FixedAward, WeightedAward, WeightedX
from scoring.adjusted.own_boards import NO_BOARDS
from scoring.catalogue import METHODS, SEAT_METHODS, is_suitable, methods_for
from scoring.event_scoring import Result, score_event
from scoring.explanations.adjusted import explain_adjusted_award
from scoring.frequencies import FieldResults
from scoring.placement import Placement

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests" / "golden" / "placement.json").read_text(encoding="utf-8"))[
    "cases"
]
PAGE = (ROOT / "docs" / "scoring" / "placement.md").read_text(encoding="utf-8")
NOBODY = FieldResults({}, {}, 1)

xs = st.integers(-9, 9) | st.integers(-99, 99).map(lambda twice: Fraction(twice, 2))
tables = st.lists(xs, min_size=2, max_size=6)


def by_line(made):
    return dict(zip(singles(play_order(len(made), "clockwise")), made, strict=True))


def results_of(*tables_made):
    """One board at several tables; everybody has a name of his own."""
    return [
        Result({line: (f"{line}{number}",) for line in by_line(made)}, by_line(made))
        for number, made in enumerate(tables_made)
    ]


def awards(made):
    board = results_of(made)
    scored = score_event({1: board}, tuple(by_line(made)), Placement())
    return [scored.award(1, line, board[0]) for line in by_line(made)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden(case):
    assert awards(case["x"]) == [Fraction(each) for each in case["awards"]]


def test_the_page_has_the_same_numbers():
    rows = re.findall(r"^\| (\d) +\|(.*)\|$", PAGE, re.MULTILINE)
    assert [int(players) for players, _points in rows] == [2, 3, 4, 5, 6]
    for players, points in rows:
        said = [Fraction(each) for each in points.split(",")]
        assert awards(range(int(players), 0, -1)) == said


@given(tables)
def test_a_table_shares_out_the_same_whatever_happens(made):
    players = len(made)
    assert sum(awards(made)) == Fraction(players * (players - 1), 2) + 1


@given(tables)
def test_more_is_never_worth_less_and_as_much_is_worth_as_much(made):
    of = dict(zip(made, awards(made), strict=True))
    in_order = [of[x] for x in sorted(of)]
    assert in_order == sorted(in_order)
    assert len(set(in_order)) == len(in_order)
    assert awards(made) == [of[x] for x in made]


@given(tables, tables)
def test_what_others_made_is_of_no_concern(made, elsewhere):
    other = [elsewhere[number % len(elsewhere)] for number in range(len(made))]
    board, lines = results_of(made, other), tuple(by_line(made))
    scored = score_event({1: board}, lines, Placement())
    assert [scored.award(1, line, board[0]) for line in lines] == awards(made)


@given(tables, st.booleans())
def test_every_award_is_what_its_own_formula_comes_to(made, flagged):
    lines = by_line(made)
    for line, award in zip(lines, awards(made), strict=True):
        explained = Placement().explain_award(line, lines, flagged, NOBODY)
        assert explained.value == award
        assert "%(" not in str(explained.sentence)


@pytest.mark.parametrize(
    ("made", "sentence", "formula"),
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
def test_a_sentence(made, sentence, formula):
    explained = Placement().explain_award("n", by_line(made), False, NOBODY)
    assert (str(explained.sentence), explained.formula.in_numbers) == (sentence, formula)


def test_it_is_offered_where_everybody_sits_alone():
    alone = {
        key for key in (game.key for game in GAMES) if is_suitable(Placement, get_game(key), 1)
    }
    assert {"score_sheet", "donguri"} <= alone
    assert not alone & {"botifarra", "match", "tarot_whist"}
    assert methods_for(get_game("score_sheet"), 1) == (*METHODS, *SEAT_METHODS)
    assert methods_for(get_game("botifarra"), 2) == METHODS
    assert not is_suitable(Placement, get_game("botifarra"), 4)


def test_a_ruling_weighs_no_x_that_nobody_made_but_gives_an_award():
    method, weighed = Placement(), WeightedAward((WeightedX(Fraction(1), 30),))
    assert (is_supported(method, weighed), is_supported(method, FixedAward(Fraction(2)))) == (
        False,
        True,
    )
    assert adjusted_award_value(method, FixedAward(Fraction(2)), NOBODY, NO_BOARDS) == 2
    assert explain_adjusted_award(method, weighed, NOBODY, NO_BOARDS).value is None


def test_all_seats_have_one_ranking_though_nobody_changes_his():
    board = results_of((41, 37, 5, 40), (38, 41, 5, 40))
    lines = tuple(by_line((41, 37, 5, 40)))
    (ranking,) = score_event({1: board}, lines, Placement()).standings
    assert (ranking.line, len(ranking.rows)) == ("all", 8)
    assert [(row.rank, row.contestant, row.total) for row in ranking.rows[:2]] == [
        (1, "e1", 4),
        (1, "n0", 4),
    ]
