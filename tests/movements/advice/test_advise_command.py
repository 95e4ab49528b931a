"""The `propose_movements` command, as a club script calls it."""

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


def run(capsys, contestants: int, minutes: int, *arguments: str) -> tuple[int, str, str]:
    status = 0
    try:
        call_command(
            "advise", "--contestants", str(contestants), "--minutes", str(minutes), *arguments
        )
    except SystemExit as left:
        status = left.code
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def advised(capsys, contestants: int, minutes: int, *arguments: str) -> list[dict]:
    status, out, _ = run(capsys, contestants, minutes, "--json", *arguments)
    assert status == 0
    return json.loads(out)


@pytest.mark.daily(1)
@pytest.mark.parametrize("contestants", [7, 13, 14, 24])
def test_each_proposal_can_be_asked_for_as_it_stands(capsys, contestants):
    for each in advised(capsys, contestants, 150):
        assert list(each) == KEYS
        movement = get_movement(each["movement"], each["options"])
        plan = movement.plan(contestants, each["rounds"], each["boards_per_round"])
        assert {len(resting) for resting in plan.sit_outs} == {each["sit_outs"]}
        assert each["boards"] == each["rounds"] * each["boards_per_round"]
        assert each["minutes"] == each["boards"] * 7 + each["rounds"] * ROUND_CHANGE_MINUTES <= 150
        assert each["winners"] == movement.winner_count(contestants)


def test_quality_has_one_decimal_or_is_none(capsys):
    assert advised(capsys, 8, 150)[0]["quality"] == 100.0
    assert {each["quality"] for each in advised(capsys, 12, 150, "--individuals")} == {None}


@pytest.mark.thorough
def test_the_game_decides_the_lines_and_the_minutes(capsys):
    (sheet, *_) = advised(capsys, 12, 240, "--game", "score_sheet", "--option", "players=3")
    assert sheet["movement"] == "triples"
    assert sheet["minutes"] == 30 * sheet["boards"] + ROUND_CHANGE_MINUTES * sheet["rounds"]
    faster = advised(capsys, 14, 150, "--minutes-per-board", "4.5")[0]
    assert faster["boards"] > advised(capsys, 14, 150)[0]["boards"]


def test_what_is_said_is_kept(capsys):
    for each in advised(capsys, 14, 150, "--rounds", "5", "--boards-per-round", "3"):
        assert (each["rounds"], each["boards_per_round"], each["minutes"]) == (5, 3, 120)


def test_the_readable_table(capsys):
    status, out, _ = run(capsys, 8, 150)
    heading, row, why = out.splitlines()[:3]
    assert status == 0
    assert heading.split() == ["movement", "rounds", "boards", "minutes", "rest", "winners", "Qf"]
    assert row.split() == ["howell", "7×2", "14", "119", "0", "1", "100.0"]
    assert why.strip().startswith("Everybody meets everybody")


@pytest.mark.parametrize(
    ("contestants", "minutes", "more", "fields"),
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
def test_what_cannot_be_is_a_list_of_problems(capsys, contestants, minutes, more, fields):
    status, out, _ = run(capsys, contestants, minutes, "--json", *more)
    assert status == 1
    assert [problem["field"] for problem in json.loads(out)["problems"]] == fields


@pytest.mark.parametrize("wrong", [("--game", "chess"), ("--option", "edition=northern")])
def test_an_unknown_game_or_option_is_wrong_usage(capsys, wrong):
    status, out, err = run(capsys, 8, 150, "--json", *wrong)
    assert (status, out) == (2, "")
    assert err
