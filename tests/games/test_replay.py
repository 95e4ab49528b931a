"""Replay: irregularities, unfinished records, and unreadable actions."""

import json
from fractions import Fraction
from random import Random

import pytest

from games.catalogue import get_game
from games.playout import playout, playout_random
from games.problems import ValidationFailed
from games.records import parse_record
from games.replay import Replay, replay, replay_all

SEED = "a7" * 32


@pytest.fixture
def record():
    game = get_game("botifarra", {"edition": "western"})
    position_random = Random(11)
    return json.loads(json.dumps(playout(game, game.deal(SEED, "", 1), position_random)))


def with_calls(record, calls):
    """Return the record with other calls before its 48 cards."""
    return {**record, "actions": calls.split() + record["actions"][-48:]}


def problems_of(records):
    with pytest.raises(ValidationFailed) as refused:
        replay_all(records)
    return [
        (problem.code, problem.line, problem.params.get("index"))
        for problem in refused.value.problems
    ]


def test_result_is_plain_json(record):
    answer = replay(parse_record(record)).as_json()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["legal"]
    assert answer["irregularities"] == []
    assert answer["outcome"] == record["outcome"]


def test_half_is_serialized_as_text():
    x = Replay((), {}, {"a": Fraction(7, 2), "b": Fraction(4, 2), "c": -3}).as_json()["x"]
    assert x == {"a": "7/2", "b": 2, "c": -3}


@pytest.mark.parametrize("length", [0, 1, 3, 20])
def test_unfinished_record_has_no_outcome(record, length):
    result = replay(parse_record({**record, "actions": record["actions"][:length]}))
    assert result.is_legal
    assert (result.outcome, result.x) == (None, None)


def test_illegal_call_is_reported_and_counts_as_a_pass(record):
    result = replay(parse_record(with_calls(record, "copes recontro pass")))
    assert result.irregularities[0].as_json() == {
        "action": 1,
        "trick": None,
        "card": None,
        "seat": "W",
        "played": "recontro",
        "legal": ["contro", "pass"],
        "code": "illegal_call",
        "message": "“recontro” cannot be said now, only contro, pass.",
    }
    assert result.outcome["contro"] == "none"


def test_pass_of_a_delegated_partner_counts_as_the_first_suit(record):
    result = replay(parse_record(with_calls(record, "delegate pass contro recontro")))
    assert (result.irregularities[0].seat, result.irregularities[0].problem.code) == (
        "S",
        "illegal_call",
    )
    assert result.outcome["trump"] == "oros"
    assert result.outcome["delegated"] is True
    assert result.outcome["contro"] == "recontro"


def test_sant_vicenc_is_irregular_in_duplicate_only(record):
    words = "copes contro recontro sant_vicenc"
    ordinary = {
        **with_calls(record, words),
        "options": {**record["options"], "scoring": "ordinary"},
    }
    assert replay(parse_record(ordinary)).outcome["contro"] == "sant_vicenc"
    duplicate = replay(parse_record(with_calls(record, words)))
    assert (duplicate.irregularities[0].action_index, duplicate.irregularities[0].problem.code) == (
        3,
        "illegal_call",
    )
    assert duplicate.outcome["contro"] == "recontro"


def test_cards_exchanged_between_two_hands_still_give_an_outcome(record):
    """Two cards are irregular, but each of the 48 cards was played once."""
    first, last = len(record["actions"]) - 48, len(record["actions"]) - 1
    seats = seats_of_actions(record)
    swapped_index = next(index for index in range(last, first, -1) if seats[index] != seats[first])
    actions = list(record["actions"])
    actions[first], actions[swapped_index] = actions[swapped_index], actions[first]
    result = replay(parse_record({**record, "actions": actions}))
    assert not result.is_legal
    assert result.irregularities[0].problem.code == "not_held"
    assert result.outcome is not None


def seats_of_actions(record):
    owner = {card: seat for seat, hand in record["hands"].items() for card in hand}
    return [owner.get(action) for action in record["actions"]]


def test_every_unreadable_action_is_reported_with_its_index(record):
    actions = [*record["actions"][:10], "O99", *record["actions"][10:], "B2"]
    actions.insert(20, "sí")
    end = len(actions) - 1
    assert problems_of([{**record, "actions": actions}]) == [
        ("unreadable_action", 1, 10),
        ("unreadable_action", 1, 20),
        ("after_the_end", 1, end),
    ]


def test_too_long_record_is_reported_with_its_first_mistake(record):
    """An illegal call counts as a pass, so that the calls that follow it are too many."""
    too_long = with_calls(record, "copes recontro pass")
    too_long["actions"].append("O1")
    with pytest.raises(ValidationFailed) as refused:
        replay(parse_record(too_long))
    first, last = refused.value.problems
    assert (first.code, first.params["index"], first.params["action"]) == (
        "first_mistake",
        1,
        "recontro",
    )
    assert last.code == "after_the_end"


def test_stated_outcome_that_differs_is_reported(record):
    stated = {**record["outcome"], "ns_points": 72, "trump": "copes"}
    result = replay(parse_record({**record, "outcome": stated}))
    assert result.outcome == record["outcome"]
    assert result.as_json()["said_otherwise"] == {"ns_points": 72, "trump": "copes"}
    assert "said_otherwise" not in replay(parse_record(record)).as_json()


def test_problems_of_several_records_have_their_numbers(record):
    records = [record, 5, {**record, "actions": ["fly"]}]
    assert problems_of(records) == [("not_a_record", 2, None), ("unreadable_action", 3, 0)]


def test_playout_depends_on_seed_and_board_only():
    game = get_game("botifarra")

    def actions_of(number, seed=SEED):
        return playout(game, game.deal(SEED, "", number), playout_random(seed, game, number))[
            "actions"
        ]

    assert actions_of(1) == actions_of(1)
    assert actions_of(1) != actions_of(1, "b7" * 32)


def test_repr_of_a_record_has_no_cards(record):
    text = repr(parse_record(record)) + repr(replay(parse_record(record)))
    assert "Card(" not in text
    assert not any(f"'{card}'" in text for hand in record["hands"].values() for card in hand)
