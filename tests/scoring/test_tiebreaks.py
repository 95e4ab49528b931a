"""Tie-breaks: each where it alone decides, and groups that part in steps."""

from fractions import Fraction

import pytest

from scoring.catalogue import TIEBREAKS, get_tiebreaks
from scoring.ranks import rank
from scoring.tiebreaks import DecidingTieBreak, PlayedBoard, StageHistory, break_ties
from tests.scenes.awards_added_up import Counted, tally

KEYS = [tiebreak.key for tiebreak in TIEBREAKS]


def played(contestant, board, award, x=0, against=(), line="ns", points=0):
    return PlayedBoard(contestant, board, line, x, points, Fraction(award), tuple(against))


def parted(tied, said, *keys):
    return list(break_ties(list(tied), get_tiebreaks(keys), StageHistory(said)))


ONLY = {
    "tops": [  # A is best on board 1, B on none; both have 3
        played("A", 1, 2),
        played("A", 2, 1),
        played("B", 1, "3/2"),
        played("B", 2, "3/2"),
        played("C", 2, 2),
    ],
    "head_to_head": [  # both have 3; on the board where they met, A had more
        played("A", 1, "7/4", against="B"),
        played("B", 1, "5/4", against="A", line="ew"),
        played("A", 2, "5/4", against="C"),
        played("B", 2, "7/4", against="C", line="ew"),
        *(played("D", board, 2, line=line) for board in (1, 2) for line in ("ns", "ew")),
    ],
    "sum_x": [played("A", 1, "3/2", x=9), played("B", 1, "3/2", x=8), played("C", 1, 2)],
    "points": [  # the same difference, made of more points
        played("A", 1, "1", x=9, points=96),
        played("B", 1, "1", x=9, points=95),
        played("C", 1, 2),
    ],
    "opponents": [  # A met D, who made 2; B met E, who made 1
        played("A", 1, "3/2", against="D"),
        played("B", 1, "3/2", against="E"),
        played("C", 1, 2),
        played("D", 1, 2, line="ew"),
        played("E", 1, 1, line="ew"),
    ],
}
SEPARATED = {
    "tops": (1, 0),
    "head_to_head": (Fraction(7, 4), Fraction(5, 4)),
    "sum_x": (9, 8),
    "points": (96, 95),
    "opponents": (2, 1),
}


@pytest.mark.parametrize("key", KEYS)
def test_each_decides_alone(key):
    history = StageHistory(ONLY[key])
    values = {each.key: each.values(history, ["A", "B"]) for each in TIEBREAKS}
    assert [other for other in KEYS if len(set(values[other].values())) > 1] == [key]
    for tied in ("AB", "BA"):
        assert parted(tied, ONLY[key], *KEYS) == [
            (["A"], None),
            (["B"], DecidingTieBreak(key, *SEPARATED[key])),
        ]


@pytest.mark.parametrize("key", KEYS)
def test_without_it_they_share_the_place(key):
    others = [other for other in KEYS if other != key]
    assert parted("AB", ONLY[key], *others) == [(["A", "B"], None)]


def test_the_first_of_the_list_decides_first():
    said = [played("A", 1, "3/2", x=9, against="D"), played("B", 1, "3/2", x=8, against="E")]
    said += [played("D", 1, 1, line="ew"), played("E", 1, 2, line="ew")]
    assert parted("AB", said, "sum_x", "opponents")[0] == (["A"], None)
    assert parted("AB", said, "opponents", "sum_x")[0] == (["B"], None)


def cycle():
    """A beats B, B beats C, C beats A, each by as much."""
    boards = {1: "AB", 2: "BC", 3: "CA"}
    for board, (winner, loser) in boards.items():
        yield played(winner, board, 2, against=loser)
        yield played(loser, board, 1, against=winner, line="ew")


def test_a_cycle_decides_nothing_and_the_next_does():
    assert parted("ABC", cycle(), "head_to_head") == [(["A", "B", "C"], None)]
    said = [
        *cycle(),
        *(played(who, 4, 1, x=x, line=who) for who, x in zip("ABC", (0, 5, 0), strict=True)),
    ]
    assert parted("ABC", said, "head_to_head", "sum_x") == [
        (["B"], None),
        (["C"], DecidingTieBreak("sum_x", 5, 0)),
        (["A"], DecidingTieBreak("head_to_head", 2, 1)),
    ]


def test_who_met_nobody_is_not_behind_for_it():
    said = [
        played("A", 1, 2, against="B"),
        played("B", 1, 1, against="A", line="ew"),
        played("C", 1, 1),
    ]
    assert parted("ABC", said, "head_to_head") == [(["A", "B", "C"], None)]


def test_rows_tell_what_put_them_behind_the_row_above():
    said = ONLY["sum_x"]
    counted = [Counted(each.contestant, each.award) for each in said]
    rows = rank(tally(counted), Fraction(0), str, lambda tied: parted(tied, said, "tops", "sum_x"))
    assert [(row.rank, row.contestant, row.deciding_tiebreak) for row in rows] == [
        (1, "C", None),
        (2, "A", None),
        (3, "B", DecidingTieBreak("sum_x", 9, 8)),
    ]


def test_those_still_equal_share_a_place_by_name_and_the_next_is_skipped():
    said = [played(who, 1, 1, x=x) for who, x in zip("DCBA", (1, 1, 2, 0), strict=True)]
    counted = [Counted(each.contestant, each.award) for each in said]
    rows = rank(tally(counted), Fraction(0), str, lambda tied: parted(tied, said, "sum_x"))
    assert [(row.rank, row.contestant, row.deciding_tiebreak) for row in rows] == [
        (1, "B", None),
        (2, "C", DecidingTieBreak("sum_x", 2, 1)),
        (2, "D", None),
        (4, "A", DecidingTieBreak("sum_x", 1, 0)),
    ]
