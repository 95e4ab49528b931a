"""The `movement` command, as a script calls it."""

import json

import pytest
from django.core.management import call_command

from tests.movements.plan_assertions import assert_plan_is_fair
from tournaments.movements.base.plan import Plan, TableSeating


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = 0
    try:
        call_command("movement", *arguments)
    except SystemExit as exit_:
        status = exit_.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def plan_from_json(content: dict, contestant_count: int) -> Plan:
    rounds = tuple(
        tuple(TableSeating(**seating) for seating in round_) for round_ in content["rounds"]
    )
    shared = tuple(map(tuple, content["shared_tables"]))
    return Plan(content["key"], contestant_count, rounds, content["copies"], shared)


MANY_SIZES = [
    *(("mitchell", contestants, ()) for contestants in range(5, 161, 11)),
    *(("howell", contestants, ()) for contestants in (4, 5, 6, 7, 12, 24)),
    *(
        ("barometer", contestants, ("--option", "rotation=round_robin"))
        for contestants in (4, 7, 12, 80)
    ),
    *(
        ("barometer", contestants, ("--option", "rotation=mitchell"))
        for contestants in range(4, 201, 40)
    ),
    *(("web", contestants, ("--rounds", "13")) for contestants in (27, 52, 119)),
]


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("key", "contestants", "arguments"),
    [
        *MANY_SIZES,
        ("mitchell", 14, ()),
        ("mitchell", 24, ("--rounds", "9", "--boards-per-round", "3")),
        ("mitchell", 15, ()),
        ("howell", 11, ()),
        ("howell", 16, ("--rounds", "10")),
        ("barometer", 9, ()),
        ("barometer", 22, ("--option", "rotation=mitchell")),
    ],
)
def test_printed_plan_is_fair(capsys, key, contestants, arguments):
    status, output, _ = run(capsys, key, "--contestants", str(contestants), "--json", *arguments)
    answer = json.loads(output)
    plan = plan_from_json(answer, contestants)
    assert status == 0
    assert_plan_is_fair(plan)
    assert [tuple(sitting_out) for sitting_out in answer["sit_outs"]] == list(plan.sit_outs)


def test_json_output_has_these_keys_and_figures(capsys):
    _, output, _ = run(capsys, "mitchell", "--contestants", "14", "--json")
    answer = json.loads(output)
    assert list(answer) == ["key", "rounds", "sit_outs", "quality", "copies", "shared_tables"]
    assert answer["rounds"][0][0] == {"table": 1, "lines": {"ns": [1], "ew": [8]}, "boards": [1, 2]}
    assert answer["quality"] == {
        "qf": 46.2,
        "vacancy_qf": 44.9,
        "worst_contestants": [],
        "meetings": {"0": 42, "1": 49},
        "comparisons": {"0": 49, "14": 42},
    }
    assert (answer["copies"], answer["shared_tables"], answer["sit_outs"]) == (1, [], [[]] * 7)


def test_json_output_declares_shared_tables(capsys):
    _, output, _ = run(capsys, "mitchell", "--contestants", "16", "--json")
    assert json.loads(output)["shared_tables"] == [[1, 8]]


def test_text_output_has_figures_and_a_row_for_each_table(capsys):
    status, output, _ = run(capsys, "mitchell", "--contestants", "5", "--rounds", "1")
    assert status == 0
    assert output.splitlines() == [
        "mitchell: contestants 5, tables 2, rounds 1, boards 4, copies 1, Qf 0.0",
        "contestants who meet: 0 times 8, 1 times 2",
        "contestants compared: 0 10",
        "Qf with one contestant absent: 0.0 at worst",
        "round  table       NS       EW  boards",
        "    1      1        1        3  1 2",
        "    1      2        2        4  3 4",
        "    1  rests: 5",
    ]


def test_exact_design_has_figures_but_no_sentence(capsys):
    _, output, _ = run(capsys, "individual", "--contestants", "9", "--json")
    exact = {"partners": [1, 1], "opponents": [2, 2], "imbalance": 0.0, "bound": 0.0, "exact": True}
    assert json.loads(output)["quality"].items() >= exact.items()
    assert "Any two" not in run(capsys, "individual", "--contestants", "9")[1]


def test_plan_for_individuals_has_a_sentence_and_no_qf(capsys):
    status, output, _ = run(capsys, "individual", "--contestants", "9", "--rounds", "1")
    assert status == 0
    assert (
        output.splitlines()[0]
        == "individual: contestants 9, tables 2, rounds 1, boards 2, copies 2"
    )
    assert output.splitlines()[2].startswith(
        "Any two are partners 0 to 1 times and opponents 0 to 1 times: "
    )
    assert "+" in output.splitlines()[4]
    arguments = (
        "individual",
        "--contestants",
        "6",
        "--rounds",
        "1",
        "--option",
        "seats=3",
        "--json",
    )
    answer = json.loads(run(capsys, *arguments)[1])
    assert answer["quality"] == {
        "qf": None,
        "vacancy_qf": None,
        "worst_contestants": None,
        "meetings": {"0": 9, "1": 6},
        "comparisons": None,
        "partners": None,
        "opponents": [0, 1],
        "imbalance": 0.24,
        "bound": 0.24,
        "exact": False,
    }
    assert [list(seating["lines"]) for seating in answer["rounds"][0]] == [["a", "b", "c"]] * 2


def test_impossible_size_prints_its_problems(capsys):
    arguments = ("howell", "--contestants", "41", "--rounds", "0", "--boards-per-round", "0")
    status, output, _ = run(capsys, *arguments, "--json")
    problems = json.loads(output)["problems"]
    assert status == 1
    assert [problem["field"] for problem in problems] == [
        "contestants",
        "rounds",
        "boards_per_round",
    ]
    assert problems[1] == {
        "code": "too_few_rounds",
        "message": "Play at least one round.",
        "field": "rounds",
        "line": None,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        ("waltz",),
        ("barometer", "--option", "rotation=waltz"),
        ("mitchell", "--option", "rotation=mitchell"),
    ],
)
def test_unknown_movement_or_option_exits_with_a_usage_error(capsys, wrong):
    status, output, errors = run(capsys, *wrong, "--contestants", "12", "--json")
    assert (status, output) == (2, "")
    assert "waltz" in errors or "rotation" in errors
