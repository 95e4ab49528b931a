"""Parsing of play records, with all problems at once."""

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


def problems_of(values):
    with pytest.raises(ValidationFailed) as refused:
        parse_record(values)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_record_may_omit_options_and_talon(record):
    del record["options"], record["talon"]
    assert record_to_json(parse_record(record))["options"] == get_game("botifarra").options


def test_board_has_the_first_number_that_its_dealer_deals(record):
    board = parse_record(record).board
    assert (board.number, board.dealer) == (2, "W")
    assert get_game("botifarra").board(board.number).dealer == "W"


@pytest.mark.parametrize("values", [None, 3, "x", [], True])
def test_record_must_be_an_object(values):
    assert problems_of(values) == [("not_a_record", None)]


def test_every_key_of_the_wrong_type_is_reported():
    values = {
        "game": 1,
        "options": {"edition": 1},
        "dealer": None,
        "hands": {"N": "O9"},
        "talon": [1],
    }
    assert problems_of(values) == [
        ("wrong_shape", name) for name in ("game", "options", "dealer", "hands", "talon", "actions")
    ]


def test_unknown_game_is_reported(record):
    assert problems_of({**record, "game": "bridge"}) == [("unknown_game", "game")]


def test_problems_of_options_dealer_and_hands_are_reported_at_once(record):
    hands = record["hands"]
    hands["N"][0], lost_card = "O13", hands["N"][0]
    hands["W"][0] = hands["S"][0]
    hands["X"] = [hands["E"].pop()]
    values = {**record, "options": {"edition": "northern"}, "dealer": "Q"}
    assert problems_of(values) == [
        ("unknown_option", "options"),
        ("unknown_seat", "dealer"),
        ("wrong_size", "hands"),
        ("unknown_seat", "hands"),
        ("unknown_card", "hands"),
        ("repeated_card", "hands"),
        ("missing_cards", "hands"),
    ]
    with pytest.raises(ValidationFailed, match=lost_card):
        parse_record(values)


def test_card_moved_to_the_talon_is_missing_from_its_hand(record):
    record["talon"].append(record["hands"]["N"].pop())
    assert problems_of(record) == [("wrong_size", "hands")]


def test_board_with_unknown_cards_cannot_be_serialized():
    game = get_game("botifarra")
    with pytest.raises(ValueError, match="board 5 has no cards"):
        record_to_json(Record(game, game.board(5), ()))


def test_game_without_cards_has_no_records(record):
    with pytest.raises(NotPlayable, match="score_sheet has no cards"):
        parse_record({**record, "game": "score_sheet", "options": {}})
    with pytest.raises(NotImplementedError, match="score_sheet has no rules of play"):
        get_game("score_sheet").starting_position(get_game("score_sheet").board(1))
