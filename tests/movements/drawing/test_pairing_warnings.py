"""Warnings about a draw that a director has changed."""

from fractions import Fraction
from random import Random

from tests.movements.swiss_events import random_event
from tests.movements.test_swiss import played_round, state_after
from tournaments.movements.base.head_to_head import HeadToHeadMovement
from tournaments.movements.drawing.pairing_warnings import pairing_warnings
from tournaments.movements.swiss import Swiss

FIRST = played_round((1, 4, 1), (2, 5, 1), (3, 6, 1), sit_outs=(7,))


def seatings(*meetings):
    return tuple(
        HeadToHeadMovement.table_seating(Swiss(), table, pair, 1, 2)
        for table, pair in enumerate(meetings, 1)
    )


def warnings(state, *meetings):
    return [problem.message for problem in pairing_warnings(state, seatings(*meetings))]


def test_repeated_meeting_is_reported():
    assert warnings(state_after(7, FIRST), (4, 1), (2, 3), (5, 7))[0] == (
        "Table 1: 1 and 4 met in round 1; change one of them."
    )


def test_float_is_reported_if_one_of_the_two_has_an_equal():
    assert warnings(state_after(7, FIRST), (1, 2), (5, 3), (4, 7)) == [
        "Table 2: 3 has 1 and 5 has 0; equals meet wherever they can.",
        "Table 3: 7 has 1 and 4 has 0; equals meet wherever they can.",
    ]


def test_no_float_is_reported_if_all_totals_differ():
    first_round = played_round((1, 2, 1), (3, 4, "3/4"))
    assert pairing_warnings(state_after(4, first_round), seatings((1, 4), (3, 2))) == []


def test_second_sit_out_names_who_could_sit_out_instead():
    assert warnings(state_after(7, FIRST), (1, 2), (3, 4), (5, 6))[-1] == (
        "7 would rest again: let 6 rest, who has rested less."
    )


def test_absent_repeated_and_missing_contestants_are_reported():
    state = state_after(7, FIRST, absent=frozenset({7}))
    problems = pairing_warnings(state, seatings((1, 2), (3, 1), (5, 7)))
    assert [problem.code for problem in problems] == [
        "not_present",
        "seated_twice",
        "needless_rests",
    ]
    assert problems[-1].params == {"number": 2, "contestants": [4, 6]}


def test_drawn_round_has_no_warnings_but_floats():
    for state, draw in random_event(9, 6, Random(2)):
        assert {problem.code for problem in pairing_warnings(state, draw.tables)} <= {"floats"}
    assert Fraction(draw.reasons[1].params.get("total", draw.reasons[1].params.get("upper"))) > 0
