"""Records that cannot be read say everything that is wrong with them."""

import json
from random import Random

import pytest

from games.catalogue import NotPlayable, get_game
from games.playout import playout
from games.problems import ValidationFailed
from games.records import Record, parse_record, record_to_json


@pytest.fixture
def record():
    game = get_game("botifarra")
    return json.loads(json.dumps(playout(game, game.deal("77" * 32, "", 2), Random(2))))


def refused(said):
    with pytest.raises(ValidationFailed) as refusal:
        parse_record(said)
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def test_options_and_talon_may_be_left_out(record):
    del record["options"], record["talon"]
    assert record_to_json(parse_record(record))["options"] == get_game("botifarra").options


def test_the_board_is_the_first_that_its_dealer_deals(record):
    board = parse_record(record).board
    assert (board.number, board.dealer) == (2, "W")
    assert get_game("botifarra").board(board.number).dealer == "W"


@pytest.mark.parametrize("said", [None, 3, "x", [], True])
def test_what_is_no_object_is_no_record(said):
    assert refused(said) == [("not_a_record", None)]


def test_every_part_of_the_wrong_shape_is_named():
    said = {
        "game": 1,
        "options": {"edition": 1},
        "dealer": None,
        "hands": {"N": "O9"},
        "talon": [1],
    }
    assert refused(said) == [
        ("wrong_shape", name) for name in ("game", "options", "dealer", "hands", "talon", "actions")
    ]


def test_an_unknown_game_is_named(record):
    assert refused({**record, "game": "bridge"}) == [("unknown_game", "game")]


def test_everything_wrong_with_options_dealer_and_hands_is_said_at_once(record):
    hands = record["hands"]
    hands["N"][0], lost = "O13", hands["N"][0]
    hands["W"][0] = hands["S"][0]
    hands["X"] = [hands["E"].pop()]
    said = {**record, "options": {"edition": "northern"}, "dealer": "Q"}
    assert refused(said) == [
        ("unknown_option", "options"),
        ("unknown_seat", "dealer"),
        ("wrong_size", "hands"),
        ("unknown_seat", "hands"),
        ("unknown_card", "hands"),
        ("repeated_card", "hands"),
        ("missing_cards", "hands"),
    ]
    with pytest.raises(ValidationFailed, match=lost):
        parse_record(said)


def test_a_card_in_the_talon_is_missing_from_a_hand(record):
    record["talon"].append(record["hands"]["N"].pop())
    assert refused(record) == [("wrong_size", "hands")]


def test_a_board_whose_cards_are_not_known_cannot_be_written():
    game = get_game("botifarra")
    with pytest.raises(ValueError, match="board 5 has no cards"):
        record_to_json(Record(game, game.board(5), ()))


def test_a_game_without_cards_has_no_records(record):
    with pytest.raises(NotPlayable, match="score_sheet has no cards"):
        parse_record({**record, "game": "score_sheet", "options": {}})
    with pytest.raises(NotImplementedError, match="score_sheet has no rules of play"):
        get_game("score_sheet").start(get_game("score_sheet").board(1))
