"""The catalogue of movements."""

import pytest

from games.options import InvalidOption, UnknownName
from games.seats import PAIR_LINES, play_order, single_seat_lines
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
    with pytest.raises(InvalidOption, match="round_robin, mitchell, random"):
        get_movement("barometer", {"rotation": "waltz"})
    with pytest.raises(InvalidOption, match="none"):
        get_movement("howell", {"rotation": "mitchell"})


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (PAIR_LINES, ["individual", "rainbow"]),
        (single_seat_lines(play_order(2, "clockwise")), ["round_robin", "individual", "swiss"]),
        (single_seat_lines(play_order(3, "clockwise")), ["triples", "individual"]),
        (single_seat_lines(play_order(4, "clockwise")), ["individual"]),
        (single_seat_lines(play_order(5, "clockwise")), ["fives", "individual"]),
        (single_seat_lines(play_order(6, "clockwise")), ["individual"]),
    ],
)
def test_movements_for_individuals_have_the_lines_of_the_game(lines, expected):
    movements = movements_for_individuals(lines)
    assert [movement.key for movement in movements] == expected
    assert all(movement.lines == lines for movement in movements)
