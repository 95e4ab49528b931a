"""Commands that play or make whole events."""

import io
import itertools
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.catalogue import GAMES
from tournaments.models import Club, Event, Membership, Play, Session, Snapshot
from tournaments.queries.room import playing_round

pytestmark = pytest.mark.once
"""Whole events in a transaction that is taken back; their deeds are asked on PostgreSQL one by one."""

ROOT = Path(__file__).parent.parent.parent
SEED = "ab" * 32


def simulated(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "simulate", "--json", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "boards", "lines"),
    [
        (["--contestants", "7", "--movement", "howell", "--boards-per-round", "2"], 14, ["all"]),
        (["--contestants", "16", "--movement", "mitchell", "--boards-per-round", "3"], 24, ["ns", "ew"]),
        (["--contestants", "20", "--boards-per-round", "2"], 20, ["all"]),
    ],
)
def test_a_whole_event_plays_to_its_standings(arguments, boards, lines):
    played = json.loads(simulated("--seed", SEED, *arguments).stdout)
    assert len(played["boards"]) == boards
    assert [each["line"] for each in played["standings"]] == lines
    for each in played["standings"]:
        assert each["rows"][0]["rank"] == 1
        assert all(row["boards"] for row in each["rows"])


def every_game() -> list[tuple[str, int]]:
    """Every key with each number of players it takes."""
    return [(game.key, players) for game in GAMES for players in game.player_counts]


def played_here(capsys, key: str, players: int, *arguments: str) -> dict:
    """A small evening of two tables in the configured database."""
    several = len(next(game for game in GAMES if game.key == key).player_counts) > 1
    option = ["--option", f"players={players}"] if several else []
    call_command("simulate", "--keep", "--json", "--seed", SEED, "--game", key, *option, *arguments)
    return json.loads(capsys.readouterr().out)


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "players"), every_game())
def test_every_game_runs_an_event_to_published_standings(capsys, key, players):
    size = ["--contestants", str(2 * players), "--boards-per-round", "8"]
    told = played_here(capsys, key, players, *size)
    event = Event.objects.get()
    lines = list(event.game.lines)
    assert event.published_at is not None
    assert not Play.objects.filter(state=Play.State.DUE).exists()
    assert all(set(result["x"]) == set(lines) for board in told["boards"] for result in board["results"])
    assert [each["line"] for each in told["standings"]] in (["all"], lines)
    assert sum(len(each["rows"]) for each in told["standings"]) == 2 * players
    assert all(row["rank"] for each in told["standings"] for row in each["rows"])


@pytest.mark.django_db
def test_in_an_individual_event_each_player_takes_the_award_of_his_line(capsys):
    size = ["--contestants", "9", "--boards-per-round", "8", "--movement", "individual"]
    told = played_here(capsys, "botifarra", 4, *size)
    (ranking,) = told["standings"]
    assert ranking["line"] == "all"
    totals = dict.fromkeys((f"Player {number}" for number in range(1, 10)), Fraction(0))
    for result in (result for board in told["boards"] for result in board["results"]):
        for line in ("ns", "ew"):
            for name in result[line].split(" / "):
                totals[name] += Fraction(result["award"][line])
    assert {row["contestant"]: Fraction(row["total"]) for row in ranking["rows"]} == totals


def test_the_same_seed_plays_the_same_event_and_touches_no_database(tmp_path, monkeypatch):
    monkeypatch.setenv("MANILLA_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    first, second = (simulated("--seed", SEED, "--contestants", "7").stdout for _each in range(2))
    assert first == second
    assert not list(tmp_path.glob("*.sqlite3"))


def test_what_it_prints_adds_up_by_the_rules():
    played = json.loads(simulated("--seed", SEED, "--contestants", "8", "--movement", "howell").stdout)
    shown = [(row["contestant"], row["boards"]) for row in played["standings"][0]["rows"]]
    results = [result for board in played["boards"] for result in board["results"]]
    for name, boards in shown:
        assert sum(name in (result["ns"], result["ew"]) for result in results) == boards


@pytest.mark.parametrize("wrong", [["--game", "chess"], ["--movement", "carousel"], ["--seed", "xyz"]])
def test_wrong_usage_is_told_on_standard_error_alone(wrong):
    refused = simulated(*wrong)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("size", [["--movement", "howell", "--contestants", "50"], ["--contestants", "1"]])
def test_a_size_no_movement_takes_is_a_problem(size):
    refused = simulated(*size)
    assert refused.returncode == 1
    assert [problem["code"] for problem in json.loads(refused.stdout)["problems"]] == ["wrong_size"]


@pytest.mark.django_db(transaction=True)
def test_the_demo_shows_five_events_and_a_director_who_can_sign_in(client):
    printed = io.StringIO()
    call_command("demo", stdout=printed)
    password = printed.getvalue().split("password ")[1].split(" ")[0]
    assert client.login(username="director", password=password)
    assert Event.objects.count() == 5
    over = Event.objects.get(name="Campionat de Tardor")
    assert over.published_at
    assert over.contestants.count() == 16
    assert Session.objects.get(stage__event=over).boards.count() == 24
    assert not Play.objects.filter(board__session__stage__event=over).exclude(state="confirmed").exists()
    alone = Event.objects.get(game_key="anou")
    assert (alone.players_each, alone.contestants.count()) == (1, 9)
    tonight = Session.objects.get(state="running", stage__event__game_key="botifarra")
    assert playing_round(tonight).number == 6
    assert Play.objects.filter(seating__round=playing_round(tonight), state="due").exists()
    assert Snapshot.objects.filter(stage=tonight.stage).exists()
    assert Membership.objects.get().role == "owner"
    again = io.StringIO()
    call_command("demo", stdout=again)
    assert Event.objects.count() == 5
    assert password not in again.getvalue()


@pytest.mark.django_db
def test_a_club_is_founded_with_its_owner(django_user_model):
    django_user_model.objects.create_user("montse")
    call_command("club", "Penya Botifarrera", "--owner", "montse", stdout=io.StringIO())
    assert Club.objects.get().slug == "penya-botifarrera"
    assert Membership.objects.get().role == "owner"
    with pytest.raises(CommandError, match="there is no user"):
        call_command("club", "Penya", "--owner", "nobody")


GROUPS = ("--movement", "round_robin", "--movement-option", "groups=10")


@pytest.mark.parametrize(
    ("arguments", "boards", "contestants"),
    [
        (["--movement", "swiss", "--contestants", "65", "--rounds", "7"], 7, [65]),
        (["--movement", "swiss", "--contestants", "21", "--rounds", "5"], 5, [21]),
        ([*GROUPS, "--contestants", "30", "--go-on", "1"], 4, [16, 30]),
        (["--option", "games=6", "--movement", "league", "--contestants", "6"], 10, [6]),
        (["--movement", "knock_out", "--contestants", "13"], 4, [13]),
    ],
)
def test_a_championship_plays_to_its_standings(arguments, boards, contestants):
    played = json.loads(simulated("--seed", SEED, "--game", "match", *arguments).stdout)
    assert len(played["boards"]) == boards
    assert [len(each["rows"]) for each in played["standings"]] == contestants
    for standing in played["standings"]:
        rows = standing["rows"]
        assert all(row["rank"] for row in rows)
        for above, row in itertools.pairwise(rows):
            parted = Fraction(row["total"]) == Fraction(above["total"]) and row["rank"] != above["rank"]
            assert (row["tiebreak"] is not None) == parted
    assert Fraction(played["standings"][0]["rows"][0]["total"]) > Fraction(
        played["standings"][0]["rows"][-1]["total"]
    )


def test_a_knock_out_of_several_boards_a_round_is_refused():
    refused = simulated("--movement", "knock_out", "--contestants", "6", "--boards-per-round", "2")
    assert refused.returncode == 1
    assert "one board a round" in refused.stderr + refused.stdout
