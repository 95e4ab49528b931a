"""The recorded fields and X of Botifarra, compared with published figures."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get_game
from games.deals import BoardSetup
from games.fields import parse_outcome
from games.options import InvalidOption
from tests.games.referee import duplicate_x

GOLDEN = json.loads(
    (Path(__file__).parents[2] / "golden" / "botifarra.json").read_text(encoding="utf-8")
)
TRUMPS = ["oros", "copes", "espases", "bastos", "botifarra"]
NORTH, EAST = BoardSetup(1, "N"), BoardSetup(4, "E")


def outcome(points=None, trump="oros", contro="none", renunci=None):
    return {
        "trump": trump,
        "delegated": False,
        "contro": contro,
        "ns_points": points,
        "renunci": renunci,
    }


def ordinary(**options):
    return get_game("botifarra", {"scoring": "ordinary", **options})


@given(
    st.integers(0, 72),
    st.sampled_from(TRUMPS),
    st.sampled_from(["none", "contro", "recontro"]),
    st.sampled_from("NWSE"),
)
def test_duplicate_x_equals_that_of_the_second_scorer(points, trump, contro, dealer):
    x = get_game("botifarra").raw_results(outcome(points, trump, contro), BoardSetup(1, dealer))
    assert x == duplicate_x(dealer, trump, contro, points)
    assert all(-72 <= line_x <= 72 for line_x in x.values())


@pytest.mark.parametrize(
    ("trump", "contro", "dealer", "x"),
    [
        ("oros", "none", "N", {"ns": -6, "ew": 6}),
        ("botifarra", "none", "N", {"ns": -12, "ew": 6}),
        ("botifarra", "none", "E", {"ns": -6, "ew": 12}),
        ("oros", "contro", "N", {"ns": -6, "ew": 12}),
        ("oros", "recontro", "N", {"ns": -6, "ew": 12}),
        ("botifarra", "contro", "S", {"ns": -12, "ew": 12}),
    ],
)
def test_side_is_doubled_only_by_its_own_calls_in_duplicate(trump, contro, dealer, x):
    assert get_game("botifarra").raw_results(outcome(30, trump, contro), BoardSetup(1, dealer)) == x


def test_published_board_is_reproduced():
    """The factors say which side called; the percentages are a min-max scale, cut off."""
    game, rows = get_game("botifarra"), GOLDEN["board_table"]["rows"]
    for row in rows:
        trump = "botifarra" if row["ew_factor"] == 2 else "oros"
        dealer = EAST if trump == "botifarra" else NORTH
        assert game.raw_results(outcome(36 + row["ns_x"], trump), dealer) == {
            "ns": row["ns_x"],
            "ew": row["ew_x"],
        }
    for line in ("ns", "ew"):
        xs = [row[f"{line}_x"] for row in rows]
        percents = [Fraction(100 * (x - min(xs)), max(xs) - min(xs)) for x in xs]
        assert percents == [Fraction(row[f"{line}_percent_exact"]) for row in rows]
        assert [int(percent) for percent in percents] == [row[f"{line}_percent"] for row in rows]


@pytest.mark.parametrize("row", GOLDEN["hand_score"]["rows"])
def test_forty_five_points_score_as_published(row):
    contro = ["none", "contro", "recontro"][row["doublings"]]
    assert ordinary().raw_results(outcome(45, contro=contro), NORTH) == {
        "ns": row["score"],
        "ew": 0,
    }


def test_fifty_points_score_fourteen():
    case = GOLDEN["fifty_points"]
    assert ordinary().raw_results(outcome(case["points"]), NORTH) == {"ns": case["score"], "ew": 0}


@pytest.mark.parametrize("row", GOLDEN["multipliers"]["rows"])
@pytest.mark.parametrize("contro", ["contro", "recontro", "sant_vicenc"])
def test_default_multipliers_are_the_published_ones(row, contro):
    trump = "botifarra" if row["trump"] == "botifarra" else "copes"
    assert ordinary().raw_results(outcome(26, trump, contro), NORTH) == {
        "ns": 0,
        "ew": 10 * row[contro],
    }


@pytest.mark.parametrize(("multipliers", "x"), [("2-3-5", [2, 3, 5]), ("2-4-10", [2, 4, 10])])
def test_other_multipliers_can_be_chosen(multipliers, x):
    doubles = ["contro", "recontro", "sant_vicenc"]
    scored = [
        ordinary(multipliers=multipliers).raw_results(outcome(37, contro=double), NORTH)["ns"]
        for double in doubles
    ]
    assert scored == x


@pytest.mark.parametrize("row", GOLDEN["renunci"]["rows"])
def test_renunci_gives_all_points_to_the_other_side_in_ordinary_scoring(row):
    contro = {1: "none", 2: "contro"}[row["multiplier"]]
    assert ordinary().raw_results(outcome(contro=contro, renunci="ew"), NORTH) == {
        "ns": row["score"],
        "ew": 0,
    }


def test_renunci_gives_all_points_to_the_other_side_and_is_flagged_in_duplicate():
    game, renunci = get_game("botifarra"), outcome(renunci="ns", trump="botifarra")
    assert game.raw_results(renunci, NORTH) == {"ns": -72, "ew": 36}
    assert game.problems(renunci, NORTH) == []
    assert game.is_flagged(renunci)
    assert not game.is_flagged(outcome(40))


def test_equal_points_score_nothing_in_ordinary_scoring():
    assert ordinary().raw_results(outcome(36, "botifarra", "contro"), NORTH) == {"ns": 0, "ew": 0}


def test_points_are_required_unless_there_was_a_renunci():
    game = get_game("botifarra")
    codes = [
        [problem.code for problem in game.problems(case, NORTH)]
        for case in (outcome(), outcome(5, renunci="ns"), outcome(0))
    ]
    assert codes == [["points_missing"], ["points_with_renunci"], []]


def test_invalid_outcome_reports_every_problem_at_once():
    submitted = {
        "trump": "",
        "delegated": "maybe",
        "contro": "sant_vicenc",
        "ns_points": "73",
        "renunci": "n",
        "ew": "1",
    }
    _outcome, problems = parse_outcome(get_game("botifarra").fields, submitted)
    assert [(problem.code, problem.field) for problem in problems] == [
        ("missing", "trump"),
        ("not_yes_or_no", "delegated"),
        ("not_a_choice", "contro"),
        ("out_of_range", "ns_points"),
        ("not_a_choice", "renunci"),
        ("unknown_field", "ew"),
    ]


def test_empty_fields_take_their_defaults():
    submitted = {"trump": "Oros", "ns_points": "40"}
    assert parse_outcome(get_game("botifarra").fields, submitted) == (outcome(40), [])


def test_sant_vicenc_is_a_choice_in_ordinary_scoring_only():
    assert [field.choices for field in ordinary().fields if field.name == "contro"] == [
        ("none", "contro", "recontro", "sant_vicenc")
    ]
    assert "sant_vicenc" not in get_game("botifarra").fields[2].choices


@pytest.mark.parametrize("scoring", ["duplicate", "ordinary"])
def test_every_option_and_choice_has_a_label(scoring):
    game = get_game("botifarra", {"scoring": scoring})
    assert all(
        option.label and set(option.labels) == set(option.choices) for option in game.own_options
    )
    assert all(field.label and set(field.labels) == set(field.choices) for field in game.fields)


@pytest.mark.parametrize(
    ("notation", "line"),
    [
        (outcome(41, contro="contro"), "coins, contro: N-S 41"),
        ({**outcome(0, "botifarra"), "delegated": True}, "botifarra, delegated: N-S 0"),
        (outcome(renunci="ew", trump="copes"), "cups: revoke by E-W"),
    ],
)
def test_notation_shows_calls_and_points_or_the_renunci(notation, line):
    assert str(get_game("botifarra").notation(notation, NORTH)) == line


def test_removed_option_carry_over_is_refused():
    assert "carry_over" not in {option.key for option in get_game("botifarra").own_options}
    with pytest.raises(InvalidOption, match="carry_over"):
        get_game("botifarra", {"scoring": "ordinary", "carry_over": "yes"})


def test_deal_does_not_depend_on_the_options():
    assert ordinary(edition="western").deal("ab" * 32, "x", 3) == get_game("botifarra").deal(
        "ab" * 32, "x", 3
    )


def test_hand_is_sorted_by_suit_from_the_manilla_down():
    game = get_game("botifarra")
    card_texts = [str(card) for card in game.sorted_hand(game.pack)]
    assert card_texts[:12] == [f"O{rank}" for rank in (9, 1, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2)]
    assert [text[0] for text in card_texts[::12]] == list("OCEB")
