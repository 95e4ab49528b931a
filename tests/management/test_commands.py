"""Commands that simulate or create whole events."""

import io
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.catalogue import GAMES
from tournaments.models import Club, Event, Membership, Play, Section

# Whole events in a transaction that is rolled back; the actions themselves are tested separately on
# PostgreSQL.
pytestmark = pytest.mark.once
thorough = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
SEED = "ab" * 32


def simulated(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "simulate", "--json", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def simulate(capsys, *arguments: str) -> dict:
    """Return the report of a simulation in the test database, which needs no process."""
    call_command("simulate", "--keep", "--json", "--seed", SEED, *arguments)
    return json.loads(capsys.readouterr().out)


def simulation_problems(capsys, *arguments: str) -> list[dict]:
    """Return the problems of a simulation that cannot be played."""
    with pytest.raises(SystemExit) as exit_:
        call_command("simulate", "--keep", "--json", "--seed", SEED, *arguments)
    assert exit_.value.code == 1
    return json.loads(capsys.readouterr().out)["problems"]


@pytest.mark.django_db
def test_simulated_sections_are_spread_over_venues_and_compared(capsys):
    size = ["--contestants", "14", "--rounds", "2", "--boards-per-round", "1"]
    simulation = simulate(capsys, *size, "--sections", "2", "--venues", "3")
    sections = Section.objects.order_by("number").values_list("name", "venue__name")
    assert list(sections) == [("A", "Venue 1"), ("B", "Venue 2"), ("C", "Venue 3")]
    assert sum(len(ranking["rows"]) for ranking in simulation["standings"]) == 14


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("movement", "method", "total"),
    [
        ("round_robin", "victory_points", "120"),  # three rounds of two matches, 20 points each
        pytest.param(
            "swiss", "board_a_match", "24", marks=thorough
        ),  # three of two, four boards each
        ("knock_out", "aggregate", "0"),
    ],
)
def test_simulated_teams_play_matches_in_halves(capsys, movement, method, total):
    size = ["--contestants", "4", "--movement", movement, "--boards-per-round", "2", "--rounds"]
    rounds = 2 if movement == "knock_out" else 3
    simulation = simulate(capsys, *size, str(rounds), "--method", method, "--halves", "2")
    assert len(simulation["boards"]) == rounds * 4
    (ranking,) = simulation["standings"]
    assert sum(Fraction(row["total"]) for row in ranking["rows"]) == Fraction(total)
    assert ranking["rows"][0]["rank"] == 1


@pytest.mark.daily(1)
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "boards", "lines"),
    [
        (["--contestants", "7", "--movement", "howell", "--boards-per-round", "2"], 14, ["all"]),
        (
            ["--contestants", "16", "--movement", "mitchell", "--boards-per-round", "3"],
            24,
            ["ns", "ew"],
        ),
        (["--contestants", "20", "--boards-per-round", "2"], 20, ["all"]),
    ],
)
def test_simulated_event_is_played_to_its_standings(capsys, arguments, boards, lines):
    simulation = simulate(capsys, *arguments)
    assert len(simulation["boards"]) == boards
    assert [ranking["line"] for ranking in simulation["standings"]] == lines
    for ranking in simulation["standings"]:
        assert ranking["rows"][0]["rank"] == 1
        assert all(row["boards"] for row in ranking["rows"])


def every_game() -> Iterator[object]:
    """Yield every game with each number of players; only the first of a family by day."""
    families = set()
    for game in GAMES:
        for players in game.player_counts:
            family = game.key.split("_")[0]
            yield pytest.param(game.key, players, marks=[thorough] if family in families else [])
            families.add(family)


def game_arguments(key: str, player_count: int) -> list[str]:
    """Return the command options for a game with a number of players."""
    several = len(next(game for game in GAMES if game.key == key).player_counts) > 1
    return ["--game", key, *(["--option", f"players={player_count}"] if several else [])]


@pytest.mark.daily(1)
@pytest.mark.django_db
@pytest.mark.parametrize("boards", ["2", pytest.param("8", marks=thorough)])
@pytest.mark.parametrize(("key", "players"), every_game())
def test_simulation_of_every_game_ends_with_published_standings(capsys, key, players, boards):
    size = ["--contestants", str(2 * players), "--boards-per-round", boards]
    report = simulate(capsys, *game_arguments(key, players), *size)
    event = Event.objects.get()
    lines = list(event.game.lines)
    assert event.published_at is not None
    assert not Play.objects.filter(state=Play.State.DUE).exists()
    assert all(
        set(result["x"]) == set(lines) for board in report["boards"] for result in board["results"]
    )
    assert [ranking["line"] for ranking in report["standings"]] in (["all"], lines)
    assert sum(len(ranking["rows"]) for ranking in report["standings"]) == 2 * players
    assert all(row["rank"] for ranking in report["standings"] for row in ranking["rows"])


@pytest.mark.django_db
def test_player_of_an_individual_event_gets_the_award_of_their_line(capsys):
    size = ["--contestants", "9", "--boards-per-round", "8", "--movement", "individual"]
    report = simulate(capsys, *size)
    (ranking,) = report["standings"]
    assert ranking["line"] == "all"
    totals = dict.fromkeys((f"Player {number}" for number in range(1, 10)), Fraction(0))
    for result in (result for board in report["boards"] for result in board["results"]):
        for line in ("ns", "ew"):
            for name in result[line].split(" / "):
                totals[name] += Fraction(result["award"][line])
    assert {row["contestant"]: Fraction(row["total"]) for row in ranking["rows"]} == totals


@pytest.mark.thorough
def test_simulation_repeats_by_seed_and_touches_no_database(tmp_path, monkeypatch):
    monkeypatch.setenv("MANILLA_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    size = ["--contestants", "4", "--rounds", "2", "--boards-per-round", "1"]
    first, second = (simulated("--seed", SEED, *size).stdout for _each in range(2))
    assert len(json.loads(first)["boards"]) == 2
    assert first == second
    assert not list(tmp_path.glob("*.sqlite3"))


@pytest.mark.django_db
def test_printed_boards_of_a_simulation_match_its_results(capsys):
    simulation = simulate(capsys, "--contestants", "8", "--movement", "howell")
    rows = [(row["contestant"], row["boards"]) for row in simulation["standings"][0]["rows"]]
    results = [result for board in simulation["boards"] for result in board["results"]]
    for name, boards in rows:
        assert sum(name in (result["ns"], result["ew"]) for result in results) == boards


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "arguments", [["--game", "chess"], ["--movement", "carousel"], ["--seed", "xyz"]]
)
def test_wrong_usage_is_reported_on_standard_error_only(arguments):
    refused = simulated(*arguments)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.django_db
@pytest.mark.parametrize(
    "size", [["--movement", "howell", "--contestants", "50"], ["--contestants", "1"]]
)
def test_size_without_a_movement_is_a_problem(capsys, size):
    assert [problem["code"] for problem in simulation_problems(capsys, *size)] == ["wrong_size"]


@pytest.mark.django_db
def test_club_command_creates_a_club_with_its_owner(django_user_model):
    django_user_model.objects.create_user("montse")
    call_command("club", "Penya Botifarrera", "--owner", "montse", stdout=io.StringIO())
    assert Club.objects.get().slug == "penya-botifarrera"
    assert Membership.objects.get().role == "owner"
    with pytest.raises(CommandError, match="there is no user"):
        call_command("club", "Penya", "--owner", "nobody")


GROUPS = ("--movement", "round_robin", "--movement-option", "groups=10")


@pytest.mark.daily(1)
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "boards", "contestants"),
    [
        pytest.param(
            ["--movement", "swiss", "--contestants", "65", "--rounds", "7"], 7, [65], marks=thorough
        ),
        (["--movement", "swiss", "--contestants", "21", "--rounds", "5"], 5, [21]),
        ([*GROUPS, "--contestants", "30", "--go-on", "1"], 4, [16, 30]),
        (["--option", "games=6", "--movement", "league", "--contestants", "6"], 10, [6]),
        (["--movement", "knock_out", "--contestants", "13"], 4, [13]),
    ],
)
def test_simulated_championship_is_played_to_its_standings(capsys, arguments, boards, contestants):
    simulation = simulate(capsys, "--game", "match", *arguments)
    assert len(simulation["boards"]) == boards
    assert [len(ranking["rows"]) for ranking in simulation["standings"]] == contestants
    for standing in simulation["standings"]:
        rows = standing["rows"]
        assert all(row["rank"] for row in rows)
        for above, row in itertools.pairwise(rows):
            parted = (
                Fraction(row["total"]) == Fraction(above["total"]) and row["rank"] != above["rank"]
            )
            assert (row["tiebreak"] is not None) == parted
    assert Fraction(simulation["standings"][0]["rows"][0]["total"]) > Fraction(
        simulation["standings"][0]["rows"][-1]["total"]
    )


@pytest.mark.django_db
def test_knock_out_of_several_boards_a_round_is_rejected(capsys):
    (problem,) = simulation_problems(
        capsys, "--movement", "knock_out", "--contestants", "6", "--boards-per-round", "2"
    )
    assert "one board a round" in problem["message"]
