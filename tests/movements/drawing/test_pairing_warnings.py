"""What a director is told who changes a draw."""

from fractions import Fraction
from random import Random

from tests.movements.swiss_events import event
from tests.movements.test_swiss import played, state_after
from tournaments.movements.base.head_to_head import HeadToHeadMovement
from tournaments.movements.drawing.pairing_warnings import pairing_warnings
from tournaments.movements.swiss import Swiss

FIRST = played((1, 4, 1), (2, 5, 1), (3, 6, 1), sit_outs=(7,))


def tables(*meetings):
    return tuple(
        HeadToHeadMovement.table_seating(Swiss(), table, each, 1, 2)
        for table, each in enumerate(meetings, 1)
    )


def warnings(state, *meetings):
    return [problem.message for problem in pairing_warnings(state, tables(*meetings))]


def test_a_repeat():
    assert warnings(state_after(7, FIRST), (4, 1), (2, 3), (5, 7))[0] == (
        "Table 1: 1 and 4 met in round 1; change one of them."
    )


def test_a_float_where_one_of_the_two_has_an_equal():
    assert warnings(state_after(7, FIRST), (1, 2), (5, 3), (4, 7)) == [
        "Table 2: 3 has 1 and 5 has 0; equals meet wherever they can.",
        "Table 3: 7 has 1 and 4 has 0; equals meet wherever they can.",
    ]


def test_nobody_floats_where_all_totals_differ():
    odd = played((1, 2, 1), (3, 4, "3/4"))
    assert pairing_warnings(state_after(4, odd), tables((1, 4), (3, 2))) == []


def test_a_second_sit_out_names_who_could_rest_instead():
    assert warnings(state_after(7, FIRST), (1, 2), (3, 4), (5, 6))[-1] == (
        "7 would rest again: let 6 rest, who has rested less."
    )


def test_who_is_not_there_or_has_two_places_or_none():
    state = state_after(7, FIRST, absent=frozenset({7}))
    problems = pairing_warnings(state, tables((1, 2), (3, 1), (5, 7)))
    assert [problem.code for problem in problems] == [
        "not_present",
        "seated_twice",
        "needless_rests",
    ]
    assert problems[-1].params == {"number": 2, "contestants": [4, 6]}


def test_a_drawn_round_repeats_nothing_and_rests_nobody_again():
    for state, draw in event(9, 6, Random(2)):
        assert {problem.code for problem in pairing_warnings(state, draw.tables)} <= {"floats"}
    assert Fraction(draw.reasons[1].params.get("total", draw.reasons[1].params.get("upper"))) > 0
