"""Tie-breaks: each where it decides alone, and groups that are ordered in steps."""

from fractions import Fraction

import pytest

from scoring.catalogue import TIEBREAKS, get_tiebreaks
from scoring.ranks import rank
from scoring.tiebreaks import DecidingTieBreak, PlayedBoard, StageHistory, break_ties
from tests.scenes.award_tallies import StoredAward, tally

KEYS = [tiebreak.key for tiebreak in TIEBREAKS]


def played(contestant, board, award, x=0, against=(), line="ns", points=0):
    return PlayedBoard(contestant, board, line, x, points, Fraction(award), tuple(against))


def groups(tied, played_boards, *keys):
    return list(break_ties(list(tied), get_tiebreaks(keys), StageHistory(played_boards)))


DECIDED_BY = {
    "tops": [  # A is best on board 1, B on none; both total 3
        played("A", 1, 2),
        played("A", 2, 1),
        played("B", 1, "3/2"),
        played("B", 2, "3/2"),
        played("C", 2, 2),
    ],
    "head_to_head": [  # both total 3; on the board where they met, A scored more
        played("A", 1, "7/4", against="B"),
        played("B", 1, "5/4", against="A", line="ew"),
        played("A", 2, "5/4", against="C"),
        played("B", 2, "7/4", against="C", line="ew"),
        *(played("D", board, 2, line=line) for board in (1, 2) for line in ("ns", "ew")),
    ],
    "sum_x": [played("A", 1, "3/2", x=9), played("B", 1, "3/2", x=8), played("C", 1, 2)],
    "points": [  # the same difference, from more points
        played("A", 1, "1", x=9, points=96),
        played("B", 1, "1", x=9, points=95),
        played("C", 1, 2),
    ],
    "opponents": [  # A met D, with 2; B met E, with 1
        played("A", 1, "3/2", against="D"),
        played("B", 1, "3/2", against="E"),
        played("C", 1, 2),
        played("D", 1, 2, line="ew"),
        played("E", 1, 1, line="ew"),
    ],
}
VALUES = {
    "tops": (1, 0),
    "head_to_head": (Fraction(7, 4), Fraction(5, 4)),
    "sum_x": (9, 8),
    "points": (96, 95),
    "opponents": (2, 1),
}


@pytest.mark.parametrize("key", KEYS)
def test_each_tiebreak_can_decide_alone(key):
    history = StageHistory(DECIDED_BY[key])
    values = {tiebreak.key: tiebreak.values(history, ["A", "B"]) for tiebreak in TIEBREAKS}
    assert [other for other in KEYS if len(set(values[other].values())) > 1] == [key]
    for tied in ("AB", "BA"):
        assert groups(tied, DECIDED_BY[key], *KEYS) == [
            (["A"], None),
            (["B"], DecidingTieBreak(key, *VALUES[key])),
        ]


@pytest.mark.parametrize("key", KEYS)
def test_contestants_share_place_without_the_deciding_tiebreak(key):
    others = [other for other in KEYS if other != key]
    assert groups("AB", DECIDED_BY[key], *others) == [(["A", "B"], None)]


def test_first_tiebreak_of_the_list_decides():
    played_boards = [
        played("A", 1, "3/2", x=9, against="D"),
        played("B", 1, "3/2", x=8, against="E"),
    ]
    played_boards += [played("D", 1, 1, line="ew"), played("E", 1, 2, line="ew")]
    assert groups("AB", played_boards, "sum_x", "opponents")[0] == (["A"], None)
    assert groups("AB", played_boards, "opponents", "sum_x")[0] == (["B"], None)


def cycle():
    """A beats B, B beats C, C beats A, by the same difference."""
    boards = {1: "AB", 2: "BC", 3: "CA"}
    for board, (winner, loser) in boards.items():
        yield played(winner, board, 2, against=loser)
        yield played(loser, board, 1, against=winner, line="ew")


def test_next_tiebreak_decides_a_head_to_head_cycle():
    assert groups("ABC", cycle(), "head_to_head") == [(["A", "B", "C"], None)]
    played_boards = [
        *cycle(),
        *(played(name, 4, 1, x=x, line=name) for name, x in zip("ABC", (0, 5, 0), strict=True)),
    ]
    assert groups("ABC", played_boards, "head_to_head", "sum_x") == [
        (["B"], None),
        (["C"], DecidingTieBreak("sum_x", 5, 0)),
        (["A"], DecidingTieBreak("head_to_head", 2, 1)),
    ]


def test_head_to_head_decides_nothing_unless_all_have_met():
    played_boards = [
        played("A", 1, 2, against="B"),
        played("B", 1, 1, against="A", line="ew"),
        played("C", 1, 1),
    ]
    assert groups("ABC", played_boards, "head_to_head") == [(["A", "B", "C"], None)]


def test_row_names_tiebreak_that_decided_against_it():
    played_boards = DECIDED_BY["sum_x"]
    counted = [
        StoredAward(played_board.contestant, played_board.award) for played_board in played_boards
    ]
    rows = rank(
        tally(counted), Fraction(0), str, lambda tied: groups(tied, played_boards, "tops", "sum_x")
    )
    assert [(row.rank, row.contestant, row.deciding_tiebreak) for row in rows] == [
        (1, "C", None),
        (2, "A", None),
        (3, "B", DecidingTieBreak("sum_x", 9, 8)),
    ]


def test_contestants_equal_after_tiebreaks_share_a_place():
    played_boards = [played(name, 1, 1, x=x) for name, x in zip("DCBA", (1, 1, 2, 0), strict=True)]
    counted = [
        StoredAward(played_board.contestant, played_board.award) for played_board in played_boards
    ]
    rows = rank(tally(counted), Fraction(0), str, lambda tied: groups(tied, played_boards, "sum_x"))
    assert [(row.rank, row.contestant, row.deciding_tiebreak) for row in rows] == [
        (1, "B", None),
        (2, "C", DecidingTieBreak("sum_x", 2, 1)),
        (2, "D", None),
        (4, "A", DecidingTieBreak("sum_x", 1, 0)),
    ]
