"""The catalogue of movements."""

import pytest

from games.options import OptionProblem, UnknownName
from games.seats import PAIRS, play_order, singles
from tournaments.movements.catalogue import MOVEMENTS, get_movement, movements_for_individuals


def test_every_key_finds_its_movement():
    assert [get_movement(movement.key).key for movement in MOVEMENTS] == [
        "mitchell",
        "howell",
        "barometer",
        "web",
        "individual",
        "triples",
        "fives",
        "rainbow",
        "swiss",
        "round_robin",
        "league",
        "knock_out",
    ]


def test_unknown_name_lists_the_known_ones():
    with pytest.raises(UnknownName, match="mitchell, howell, barometer"):
        get_movement("waltz")
    with pytest.raises(OptionProblem, match="round_robin, mitchell, random"):
        get_movement("barometer", {"rotation": "waltz"})
    with pytest.raises(OptionProblem, match="none"):
        get_movement("howell", {"rotation": "mitchell"})


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (PAIRS, ["individual", "rainbow"]),
        (singles(play_order(2, "clockwise")), ["round_robin", "individual", "swiss"]),
        (singles(play_order(3, "clockwise")), ["triples", "individual"]),
        (singles(play_order(4, "clockwise")), ["individual"]),
        (singles(play_order(5, "clockwise")), ["fives", "individual"]),
        (singles(play_order(6, "clockwise")), ["individual"]),
    ],
)
def test_movements_for_individuals_have_the_lines_of_the_game(lines, expected):
    movements = movements_for_individuals(lines)
    assert [movement.key for movement in movements] == expected
    assert all(movement.lines == lines for movement in movements)
