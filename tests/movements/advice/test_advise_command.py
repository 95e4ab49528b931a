"""The `advise` command, as a script calls it."""

import json

import pytest
from django.core.management import call_command

from tournaments.movements.advice.time_budget import ROUND_CHANGE_MINUTES
from tournaments.movements.catalogue import get_movement

KEYS = [
    "movement",
    "options",
    "rounds",
    "boards",
    "boards_per_round",
    "sit_outs",
    "minutes",
    "winners",
    "quality",
    "why",
]


def run(capsys, contestant_count: int, minutes: int, *arguments: str) -> tuple[int, str, str]:
    status = 0
    try:
        call_command(
            "advise", "--contestants", str(contestant_count), "--minutes", str(minutes), *arguments
        )
    except SystemExit as left:
        status = left.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def proposals_of(capsys, contestant_count: int, minutes: int, *arguments: str) -> list[dict]:
    status, output, _ = run(capsys, contestant_count, minutes, "--json", *arguments)
    assert status == 0
    return json.loads(output)


@pytest.mark.daily(1)
@pytest.mark.parametrize("contestants", [7, 13, 14, 24])
def test_each_proposal_matches_the_plan_that_the_movement_makes(capsys, contestants):
    for proposal in proposals_of(capsys, contestants, 150):
        assert list(proposal) == KEYS
        movement = get_movement(proposal["movement"], proposal["options"])
        plan = movement.plan(contestants, proposal["rounds"], proposal["boards_per_round"])
        assert {len(sitting_out) for sitting_out in plan.sit_outs} == {proposal["sit_outs"]}
        assert proposal["boards"] == proposal["rounds"] * proposal["boards_per_round"]
        assert (
            proposal["minutes"]
            == proposal["boards"] * 7 + proposal["rounds"] * ROUND_CHANGE_MINUTES
            <= 150
        )
        assert proposal["winners"] == movement.winner_count(contestants)


def test_quality_has_one_decimal_or_is_null(capsys):
    assert proposals_of(capsys, 8, 150)[0]["quality"] == 100.0
    assert {proposal["quality"] for proposal in proposals_of(capsys, 12, 150, "--individuals")} == {
        None
    }


@pytest.mark.thorough
def test_game_determines_lines_and_minutes_per_board(capsys):
    (first_proposal, *_) = proposals_of(
        capsys, 12, 240, "--game", "score_sheet", "--option", "players=3"
    )
    assert first_proposal["movement"] == "triples"
    assert (
        first_proposal["minutes"]
        == 30 * first_proposal["boards"] + ROUND_CHANGE_MINUTES * first_proposal["rounds"]
    )
    faster = proposals_of(capsys, 14, 150, "--minutes-per-board", "4.5")[0]
    assert faster["boards"] > proposals_of(capsys, 14, 150)[0]["boards"]


def test_given_rounds_and_boards_are_used(capsys):
    for proposal in proposals_of(capsys, 14, 150, "--rounds", "5", "--boards-per-round", "3"):
        assert (proposal["rounds"], proposal["boards_per_round"], proposal["minutes"]) == (
            5,
            3,
            120,
        )


def test_text_output_has_a_row_and_a_reason_for_each_proposal(capsys):
    status, output, _ = run(capsys, 8, 150)
    heading, row, reason = output.splitlines()[:3]
    assert status == 0
    assert heading.split() == ["movement", "rounds", "boards", "minutes", "rest", "winners", "Qf"]
    assert row.split() == ["howell", "7×2", "14", "119", "0", "1", "100.0"]
    assert reason.strip().startswith("Everybody meets everybody")


@pytest.mark.parametrize(
    ("contestants", "minutes", "arguments", "fields"),
    [
        (2, 150, [], ["contestants"]),
        (
            8,
            0,
            ["--boards-per-round", "0", "--rounds", "0"],
            ["minutes", "rounds", "boards_per_round"],
        ),
        (8, 9, [], ["minutes"]),
        (8, 90, ["--minutes-per-board", "x"], ["minutes_per_board"]),
        (8, 90, ["--minutes-per-board", "1/0"], ["minutes_per_board"]),
        (8, 90, ["--minutes-per-board", "-1"], ["minutes_per_board"]),
    ],
)
def test_impossible_request_prints_its_problems(capsys, contestants, minutes, arguments, fields):
    status, output, _ = run(capsys, contestants, minutes, "--json", *arguments)
    assert status == 1
    assert [problem["field"] for problem in json.loads(output)["problems"]] == fields


@pytest.mark.parametrize("arguments", [("--game", "chess"), ("--option", "edition=northern")])
def test_unknown_game_or_option_exits_with_a_usage_error(capsys, arguments):
    status, output, errors = run(capsys, 8, 150, "--json", *arguments)
    assert (status, output) == (2, "")
    assert errors
