"""Commands of the games, as scripts of clubs call them."""

import json

import pytest
from django.core.management import call_command

from games.catalogue import GAMES
from games.deal_text import deals_as_text

SEED = "3c" * 32
RULE = ["pack", "seats", "sizes"]
DEAL = ["--game", "botifarra", "--seed", SEED, "--boards", "3"]


@pytest.fixture
def run(capsys):
    """Return a function that calls a command and returns its exit status, stdout and stderr."""

    def call(*arguments):
        status = 0
        try:
            call_command(*arguments)
        except SystemExit as exited:
            status = exited.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a value to a JSON file and returns its path."""

    def write(value):
        path = tmp_path / "file.json"
        path.write_text(json.dumps(value), encoding="utf-8-sig")
        return str(path)

    return write


def json_answer(result):
    """Return the exit status of a command and the JSON value that it printed."""
    status, printed, _complaint = result
    return status, json.loads(printed)


def test_games_command_describes_the_catalogue(run):
    status, games = json_answer(run("games", "--json"))
    botifarra = games[0]
    assert status == 0
    assert [game["key"] for game in games] == [game.key for game in GAMES]
    assert botifarra["seats"] == {"4": ["N", "W", "S", "E"]}
    assert botifarra["lines"] == {"4": ["ns", "ew"]}
    assert botifarra["options"]["edition"] == {
        "default": "eastern",
        "choices": ["eastern", "western"],
    }
    assert botifarra["fields"]["4"][3] == {
        "name": "ns_points",
        "kind": "number",
        "choices": None,
        "min": 0,
        "max": 72,
    }
    assert (botifarra["direction"], botifarra["has_play"], botifarra["players"]) == (
        "anticlockwise",
        True,
        [4],
    )


def test_verify_accepts_the_output_of_deal(run, file):
    status, sheet = json_answer(run("deal", *DEAL, "--salt", " bona mà ", "--json"))
    assert status == 0
    assert list(sheet) == ["game", "options", *RULE, "seed", "salt", "commitment", "boards"]
    assert sheet["salt"] == "bona mà"
    assert [(board["number"], board["dealer"]) for board in sheet["boards"]] == [
        (1, "N"),
        (2, "W"),
        (3, "S"),
    ]
    same = {"ok": True, "differs": []}
    assert json_answer(run("verify", file(sheet), "--json")) == (
        0,
        {
            "ok": True,
            "commitment_ok": True,
            "rule_ok": True,
            "boards": [{"number": number, **same} for number in (1, 2, 3)],
        },
    )


def test_sheet_has_pack_seats_and_hand_sizes(run, file):
    _status, sheet = json_answer(
        run("deal", "--game", "tarot_classic_four", "--seed", SEED, "--boards", "1", "--json")
    )
    assert (sheet["pack"][0], sheet["pack"][-1], len(sheet["pack"])) == ("S1", "F", 78)
    assert sheet["seats"] == ["N", "W", "S", "E"]
    assert sheet["sizes"]["W"] == [19, 21, 19, 19]


def test_verify_reads_deals_as_text_and_reports_unreadable_lines(run, tmp_path):
    _status, sheet = json_answer(run("deal", *DEAL, "--json"))
    path = tmp_path / "deals.pbn"
    path.write_text(deals_as_text(sheet))
    status, report = json_answer(run("verify", str(path), "--json"))
    assert (status, report["ok"], len(report["boards"])) == (0, True, 3)
    path.write_text(deals_as_text(sheet) + "rubbish\n")
    status, _printed, complaint = run("verify", str(path))
    assert status == 1
    assert f"{path}: Line" in complaint
    assert "rubbish" in complaint


def test_verify_accepts_sheets_without_a_rule_and_rejects_a_changed_one(run, file):
    _status, sheet = json_answer(run("deal", *DEAL, "--json"))
    without_rule = {key: sheet[key] for key in sheet if key not in RULE}
    assert json_answer(run("verify", file(without_rule), "--json"))[1]["ok"]
    sheet["pack"][0] = "O2"
    status, printed, _complaint = run("verify", file(sheet))
    assert (status, printed.splitlines()[1]) == (1, "pack, seats or sizes: not those of this game")


def test_seed_may_be_in_capitals(run):
    assert run("deal", *DEAL) == run(
        "deal", "--game", "botifarra", "--seed", SEED.upper(), "--boards", "3"
    )


def test_verify_lists_all_differences(run, file):
    _status, sheet = json_answer(run("deal", *DEAL, "--json"))
    first, second, third = sheet["boards"]
    first["hands"]["N"].reverse()
    second["dealer"], second["talon"] = "N", ["O9"]
    del third["hands"]["E"]
    third["hands"]["Z"] = []
    sheet["commitment"] = "0" * 64
    status, report = json_answer(run("verify", file(sheet), "--json"))
    assert status == 1
    assert (report["ok"], report["commitment_ok"]) == (False, False)
    assert [board["differs"] for board in report["boards"]] == [
        ["N"],
        ["dealer", "talon"],
        ["E", "Z"],
    ]
    status, text, _err = run("verify", file(sheet))
    assert status == 1
    assert "board 2: differs in dealer, talon" in text


def test_verify_reports_a_wrong_commitment(run, file):
    _status, sheet = json_answer(run("deal", *DEAL, "--json"))
    status, report = json_answer(run("verify", file({**sheet, "commitment": "0" * 64}), "--json"))
    assert (status, report["ok"], report["commitment_ok"]) == (1, False, False)
    assert all(board["ok"] for board in report["boards"])


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_unreadable_file_is_reported_as_a_problem(run, tmp_path, command):
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"{\xff")
    for path, code in ((tmp_path / "none.json", "unreadable_file"), (broken, "not_json")):
        status, output = json_answer(run(command, str(path), "--json"))
        assert (status, [problem["code"] for problem in output["problems"]]) == (1, [code])


def test_verify_reports_all_problems_of_a_sheet(run, file):
    board = {"number": 0, "dealer": "N", "hands": {}}
    sheet = {"game": "bridge", "seed": "12", "salt": None, "commitment": 1, "boards": [board]}
    status, output = json_answer(run("verify", file(sheet), "--json"))
    assert status == 1
    fields = [problem["field"] for problem in output["problems"]]
    assert fields == ["game", "seed", "salt", "commitment", "boards"]
    assert (
        json_answer(run("verify", file([1]), "--json"))[1]["problems"][0]["code"] == "not_a_sheet"
    )


def test_playouts_replay_as_legal(run, file):
    status, records = json_answer(run("playout", *DEAL, "--option", "edition=western", "--json"))
    assert status == 0
    assert [record["dealer"] for record in records] == ["N", "W", "S"]
    status, replays = json_answer(run("replay", file(records), "--json"))
    assert status == 0
    assert [result["outcome"] for result in replays] == [record["outcome"] for record in records]
    assert all(result["legal"] for result in replays)
    assert len(json_answer(run("replay", file(records[0]), "--json"))[1]) == 1


def test_playout_deals_with_an_empty_salt(run):
    _status, sheet = json_answer(run("deal", *DEAL, "--json"))
    _status, records = json_answer(run("playout", *DEAL, "--json"))
    assert [record["hands"] for record in records] == [board["hands"] for board in sheet["boards"]]


def test_replay_of_an_irregular_play_succeeds(run, file):
    _status, records = json_answer(run("playout", *DEAL, "--json"))
    actions = records[0]["actions"]
    records[0]["actions"] = [*actions[:-48], actions[-1], *actions[-47:]]
    status, text, _err = run("replay", file(records[0]))
    assert status == 0
    assert "record 1: no result" in text
    assert f"trick 1, W: {actions[-1]} is not in this hand. Legal:" in text


def test_replay_reports_all_problems_of_a_record(run, file):
    status, output = json_answer(run("replay", file({"game": "bridge"}), "--json"))
    assert status == 1
    assert {"code", "message", "field", "line"} == set(output["problems"][0])
    assert [problem["field"] for problem in output["problems"]] == [
        "game",
        "dealer",
        "hands",
        "actions",
    ]
    assert all(problem["line"] is None for problem in output["problems"])


@pytest.mark.parametrize("command", ["deal", "playout"])
@pytest.mark.parametrize(
    ("argument", "value", "message"),
    [
        ("--game", "bridge", "no game 'bridge'"),
        ("--game", "score_sheet", "score_sheet has no cards"),
        ("--seed", "12", "64 hex digits"),
        ("--boards", "0", "--boards is 1 or more"),
        ("--option", "edition=northern", "one of eastern, western"),
        ("--option", "colour=red", "no option 'colour'"),
    ],
)
def test_wrong_usage_is_reported_on_stderr_only(run, command, argument, value, message):
    status, output, errors = run(command, *DEAL, argument, value, "--json")
    assert (status, output) == (2, "")
    assert message in errors


def test_replay_of_a_game_without_cards_is_wrong_usage(run, file):
    status, output, errors = run("replay", file({"game": "score_sheet"}), "--json")
    assert (status, output) == (2, "")
    assert "score_sheet has no cards" in errors


@pytest.mark.parametrize("command", [["games"], ["deal", *DEAL], ["playout", *DEAL]])
def test_output_without_json_is_for_people(run, command):
    status, text, err = run(*command)
    assert (status, err) == (0, "")
    assert "botifarra" in text or "board 3" in text
    assert not text.startswith(("[", "{"))
