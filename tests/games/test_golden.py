"""Golden cases: deals, positions and outcomes with their results, by the rules in docs/games.

A file `tests/golden/<key>.json` holds `cases`. Each has a `name`, perhaps `options`, and is either

- a play: `hands`, `dealer`, `actions`, perhaps `talon`; with the codes of its `irregularities` in
  order (none if left out), `x`, the fields of `outcome` that matter, or, in the middle of a play,
  `turn` and `legal`; or
- a result: `outcome`, `dealer`, perhaps `hands` and `talon`; with `x`, `flagged`, `notation`, or
  the codes of its `problems`. Missing fields of the outcome are empty.
"""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from games.catalogue import GAMES, get_game
from games.fields import parse_outcome
from games.records import parse_record
from games.replay import replay

GOLDEN = Path(__file__).parents[1] / "golden"


def cases():
    for game in GAMES:
        content = json.loads((GOLDEN / f"{game.key}.json").read_text(encoding="utf-8"))
        for case in content["cases"]:
            yield pytest.param(game.key, case, id=f"{game.key}: {case['name']}")


def exact(x):
    return {line: Fraction(value) for line, value in x.items()}


@pytest.mark.parametrize(("key", "case"), list(cases()))
def test_golden_case_has_its_documented_result(key, case):
    (check_play if "actions" in case else check_result)(key, case)


def check_play(key, case):
    record = parse_record({"game": key, **case})
    result = replay(record)
    assert [irregularity.problem.code for irregularity in result.irregularities] == case.get(
        "irregularities", []
    )
    if "outcome" in case:
        assert {name: result.outcome[name] for name in case["outcome"]} == case["outcome"]
        assert record.game.problems(result.outcome, record.board) == []
    if "x" in case:
        assert exact(result.x) == exact(case["x"])
    if "turn" in case:
        position = record.game.starting_position(record.board)
        for action in record.actions:
            position = position.after(action)
        assert position.turn == case["turn"]
        assert sorted(position.legal_actions()) == sorted(case["legal"])


def check_result(key, case):
    game = get_game(key, case.get("options"))
    board = game.board(1 + game.seats.index(case.get("dealer", game.seats[0])))
    if "hands" in case:
        board = parse_record({"game": key, **case, "actions": []}).board
    outcome, problems = parse_outcome(game.fields, case["outcome"])
    problems = problems or game.problems(outcome, board)
    assert sorted(problem.code for problem in problems) == sorted(case.get("problems", []))
    if "x" in case:
        assert exact(game.raw_results(outcome, board)) == exact(case["x"])
        explanations = game.explain_x(outcome, board)
        assert {line: explanation.value for line, explanation in explanations.items()} == exact(
            case["x"]
        )
    if "flagged" in case:
        assert game.is_flagged(outcome) == case["flagged"]
    if "notation" in case:
        assert str(game.notation(outcome, board)) == case["notation"]
