"""Standard deviations stored in the games agree with samples of random play."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.deviations import games_for_teams, sampled
from games.catalogue import GAMES, get_game

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "deviations.py"
BOARDS = [30, pytest.param(600, marks=pytest.mark.thorough)]

# The number of standard errors allowed. The stored value is rounded to two figures, and therefore
# by at most a twentieth.
ALLOWED_STANDARD_ERRORS = 4


@pytest.mark.parametrize("boards", BOARDS)
@pytest.mark.parametrize("game", games_for_teams(), ids=lambda game: game.key)
def test_stored_deviation_agrees_with_random_play(game, boards):
    assert game.team_difference_deviation, "measure it with benchmarks/deviations.py"
    sigma, error = sampled(game, boards)
    stored_deviation = float(game.team_difference_deviation)
    assert abs(stored_deviation - sigma) <= ALLOWED_STANDARD_ERRORS * error + stored_deviation / 20


def test_only_games_of_two_pairs_with_cards_have_a_deviation():
    keys = {game.key for game in GAMES if get_game(game.key).team_difference_deviation is not None}
    assert keys == {game.key for game in games_for_teams()}


def test_script_prints_deviations_with_their_errors():
    command = [sys.executable, SCRIPT, "--boards", "2"]
    printed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert set(printed) == {game.key for game in games_for_teams()}
    assert all(set(estimate) == {"sigma", "error"} for estimate in printed.values())
