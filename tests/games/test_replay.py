"""Replay: irregularities, unfinished records, and actions that cannot be read."""

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
    """The record with other calls before its forty-eight cards."""
    return {**record, "actions": calls.split() + record["actions"][-48:]}


def refused(said):
    with pytest.raises(ValidationFailed) as refusal:
        replay_all(said)
    return [
        (problem.code, problem.line, problem.params.get("index"))
        for problem in refusal.value.problems
    ]


def test_the_answer_is_plain_json(record):
    answer = replay(parse_record(record)).as_json()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["legal"]
    assert answer["irregularities"] == []
    assert answer["outcome"] == record["outcome"]


def test_a_half_is_told_as_text():
    told = Replay((), {}, {"a": Fraction(7, 2), "b": Fraction(4, 2), "c": -3}).as_json()["x"]
    assert told == {"a": "7/2", "b": 2, "c": -3}


@pytest.mark.parametrize("length", [0, 1, 3, 20])
def test_an_unfinished_record_has_no_outcome(record, length):
    result = replay(parse_record({**record, "actions": record["actions"][:length]}))
    assert result.legal
    assert (result.outcome, result.x) == (None, None)


def test_an_illegal_call_is_reported_and_counts_as_a_pass(record):
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


def test_a_partner_who_does_not_call_has_called_the_first_suit(record):
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
    assert (duplicate.irregularities[0].action, duplicate.irregularities[0].problem.code) == (
        3,
        "illegal_call",
    )
    assert duplicate.outcome["contro"] == "recontro"


def test_cards_exchanged_between_two_hands_add_up_all_the_same(record):
    """Two irregular cards, yet each of the forty-eight was played once."""
    first, last = len(record["actions"]) - 48, len(record["actions"]) - 1
    seats = _seats_of(record)
    other = next(index for index in range(last, first, -1) if seats[index] != seats[first])
    actions = list(record["actions"])
    actions[first], actions[other] = actions[other], actions[first]
    result = replay(parse_record({**record, "actions": actions}))
    assert not result.legal
    assert result.irregularities[0].problem.code == "not_held"
    assert result.outcome is not None


def _seats_of(record):
    owner = {card: seat for seat, hand in record["hands"].items() for card in hand}
    return [owner.get(action) for action in record["actions"]]


def test_every_word_that_cannot_be_read_is_named_with_its_index(record):
    actions = [*record["actions"][:10], "O99", *record["actions"][10:], "B2"]
    actions.insert(20, "sí")
    end = len(actions) - 1
    assert refused([{**record, "actions": actions}]) == [
        ("unreadable_action", 1, 10),
        ("unreadable_action", 1, 20),
        ("after_the_end", 1, end),
    ]


def test_a_record_that_is_too_long_tells_its_first_mistake_too(record):
    """A call that is not allowed counts as a pass: whoever made it went on as if it stood."""
    said = with_calls(record, "copes recontro pass")
    said["actions"].append("O1")
    with pytest.raises(ValidationFailed) as refusal:
        replay(parse_record(said))
    first, last = refusal.value.problems
    assert (first.code, first.params["index"], first.params["action"]) == (
        "first_mistake",
        1,
        "recontro",
    )
    assert last.code == "after_the_end"


def test_an_outcome_that_is_not_what_play_came_to_is_told(record):
    other = {**record["outcome"], "ns_points": 72, "trump": "copes"}
    result = replay(parse_record({**record, "outcome": other}))
    assert result.outcome == record["outcome"]
    assert result.as_json()["said_otherwise"] == {"ns_points": 72, "trump": "copes"}
    assert "said_otherwise" not in replay(parse_record(record)).as_json()


def test_problems_of_a_list_name_their_records(record):
    said = [record, 5, {**record, "actions": ["fly"]}]
    assert refused(said) == [("not_a_record", 2, None), ("unreadable_action", 3, 0)]


def test_a_playout_follows_from_the_seed_and_the_board():
    game = get_game("botifarra")

    def played(number, seed=SEED):
        return playout(game, game.deal(SEED, "", number), playout_random(seed, game, number))[
            "actions"
        ]

    assert played(1) == played(1)
    assert played(1) != played(1, "b7" * 32)


def test_hands_of_a_record_never_appear_in_a_repr(record):
    told = repr(parse_record(record)) + repr(replay(parse_record(record)))
    assert "Card(" not in told
    assert not any(f"'{card}'" in told for hand in record["hands"].values() for card in hand)
