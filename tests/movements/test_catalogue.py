"""The catalogue of movements."""

import pytest

from games.options import OptionProblem, UnknownName
from games.seats import PAIRS, play_order, singles
from tournaments.movements.catalogue import MOVEMENTS, get_movement, individual


def test_every_key_finds_its_movement():
    assert [get_movement(movement.key).key for movement in MOVEMENTS] == [
        "mitchell",
        "howell",
        "barometer",
        "web",
        "individual",
        "swiss",
        "round_robin",
        "league",
        "knock_out",
    ]


def test_unknown_names_say_what_there_is():
    with pytest.raises(UnknownName, match="mitchell, howell, barometer"):
        get_movement("waltz")
    with pytest.raises(OptionProblem, match="round_robin, mitchell, random"):
        get_movement("barometer", {"rotation": "waltz"})
    with pytest.raises(OptionProblem, match="none"):
        get_movement("howell", {"rotation": "mitchell"})


@pytest.mark.parametrize("lines", [PAIRS, *(singles(play_order(n, "clockwise")) for n in range(2, 7))])
def test_individuals_have_the_movement_for_the_lines_of_their_game(lines):
    movement = individual(lines)
    assert (movement.key, movement.lines) == ("individual", lines)
