"""How far two teams come apart: what the games say of themselves lies where a sample finds it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.deviations import games_for_teams, sampled
from games.catalogue import GAMES, get_game

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "deviations.py"
BOARDS = [30, pytest.param(600, marks=pytest.mark.thorough)]
GENEROUS = 4
"""Standard errors; what is stored is rounded to two figures besides, by at most a twentieth."""


@pytest.mark.parametrize("boards", BOARDS)
@pytest.mark.parametrize("game", games_for_teams(), ids=lambda game: game.key)
def test_the_deviation_of_a_game_is_what_playing_at_random_gives(game, boards):
    sigma, error = sampled(game, boards)
    stored = float(game.deviation)
    assert abs(stored - sigma) <= GENEROUS * error + stored / 20


def test_only_games_of_two_pairs_with_cards_have_one():
    having = {each.key for each in GAMES if get_game(each.key).deviation is not None}
    assert having == {game.key for game in games_for_teams()}


def test_the_script_prints_each_with_its_error():
    command = [sys.executable, SCRIPT, "--boards", "2"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert set(told) == {game.key for game in games_for_teams()}
    assert all(set(each) == {"sigma", "error"} for each in told.values())
