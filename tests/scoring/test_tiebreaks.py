"""Tie-breaks: each is tested where it decides alone, and groups are ordered in steps."""

from fractions import Fraction

import pytest

from scoring.catalogue import TIEBREAKS, get_tiebreaks
from scoring.ranks import rank
from scoring.tiebreaks import DecidingTieBreak, PlayedBoard, StageHistory, break_ties
from tests.scenes.award_tallies import StoredAward, tally

KEYS = [tiebreak.key for tiebreak in TIEBREAKS]


def played_board(contestant, board, award, x=0, against=(), line="ns", points=0):
    return PlayedBoard(contestant, board, line, x, points, Fraction(award), tuple(against))


def broken_ties(tied, played_boards, *keys):
    return list(break_ties(list(tied), get_tiebreaks(keys), StageHistory(played_boards)))


BOARDS_BY_TIEBREAK = {
    "tops": [  # A is best on board 1, B on none; both have a total of 3
        played_board("A", 1, 2),
        played_board("A", 2, 1),
        played_board("B", 1, "3/2"),
        played_board("B", 2, "3/2"),
        played_board("C", 2, 2),
    ],
    "head_to_head": [  # both have a total of 3; on the board where they met, A scored more
        played_board("A", 1, "7/4", against="B"),
        played_board("B", 1, "5/4", against="A", line="ew"),
        played_board("A", 2, "5/4", against="C"),
        played_board("B", 2, "7/4", against="C", line="ew"),
        *(played_board("D", board, 2, line=line) for board in (1, 2) for line in ("ns", "ew")),
    ],
    "sum_x": [
        played_board("A", 1, "3/2", x=9),
        played_board("B", 1, "3/2", x=8),
        played_board("C", 1, 2),
    ],
    "points": [  # A has the same difference X as B, but more points
        played_board("A", 1, "1", x=9, points=96),
        played_board("B", 1, "1", x=9, points=95),
        played_board("C", 1, 2),
    ],
    "opponents": [  # A met D, whose total is 2; B met E, whose total is 1
        played_board("A", 1, "3/2", against="D"),
        played_board("B", 1, "3/2", against="E"),
        played_board("C", 1, 2),
        played_board("D", 1, 2, line="ew"),
        played_board("E", 1, 1, line="ew"),
    ],
}
DECIDING_VALUES = {
    "tops": (1, 0),
    "head_to_head": (Fraction(7, 4), Fraction(5, 4)),
    "sum_x": (9, 8),
    "points": (96, 95),
    "opponents": (2, 1),
}


@pytest.mark.parametrize("key", KEYS)
def test_each_tiebreak_can_decide_alone(key):
    history = StageHistory(BOARDS_BY_TIEBREAK[key])
    values = {tiebreak.key: tiebreak.values(history, ["A", "B"]) for tiebreak in TIEBREAKS}
    assert [other for other in KEYS if len(set(values[other].values())) > 1] == [key]
    for tied in ("AB", "BA"):
        assert broken_ties(tied, BOARDS_BY_TIEBREAK[key], *KEYS) == [
            (["A"], None),
            (["B"], DecidingTieBreak(key, *DECIDING_VALUES[key])),
        ]


@pytest.mark.parametrize("key", KEYS)
def test_contestants_share_place_without_the_deciding_tiebreak(key):
    others = [other for other in KEYS if other != key]
    assert broken_ties("AB", BOARDS_BY_TIEBREAK[key], *others) == [(["A", "B"], None)]


def test_first_tiebreak_of_the_list_decides():
    played_boards = [
        played_board("A", 1, "3/2", x=9, against="D"),
        played_board("B", 1, "3/2", x=8, against="E"),
    ]
    played_boards += [played_board("D", 1, 1, line="ew"), played_board("E", 1, 2, line="ew")]
    assert broken_ties("AB", played_boards, "sum_x", "opponents")[0] == (["A"], None)
    assert broken_ties("AB", played_boards, "opponents", "sum_x")[0] == (["B"], None)


def cycle():
    """A beats B, B beats C, C beats A, by the same difference."""
    boards = {1: "AB", 2: "BC", 3: "CA"}
    for board, (winner, loser) in boards.items():
        yield played_board(winner, board, 2, against=loser)
        yield played_board(loser, board, 1, against=winner, line="ew")


def test_next_tiebreak_decides_a_head_to_head_cycle():
    assert broken_ties("ABC", cycle(), "head_to_head") == [(["A", "B", "C"], None)]
    played_boards = [
        *cycle(),
        *(
            played_board(name, 4, 1, x=x, line=name)
            for name, x in zip("ABC", (0, 5, 0), strict=True)
        ),
    ]
    assert broken_ties("ABC", played_boards, "head_to_head", "sum_x") == [
        (["B"], None),
        (["C"], DecidingTieBreak("sum_x", 5, 0)),
        (["A"], DecidingTieBreak("head_to_head", 2, 1)),
    ]


def test_head_to_head_decides_nothing_unless_all_have_met():
    played_boards = [
        played_board("A", 1, 2, against="B"),
        played_board("B", 1, 1, against="A", line="ew"),
        played_board("C", 1, 1),
    ]
    assert broken_ties("ABC", played_boards, "head_to_head") == [(["A", "B", "C"], None)]


def test_row_names_tiebreak_that_put_it_behind_the_row_above():
    played_boards = BOARDS_BY_TIEBREAK["sum_x"]
    counted = [
        StoredAward(played_board.contestant, played_board.award) for played_board in played_boards
    ]
    rows = rank(
        tally(counted),
        Fraction(0),
        str,
        lambda tied: broken_ties(tied, played_boards, "tops", "sum_x"),
    )
    assert [(row.rank, row.contestant, row.deciding_tiebreak) for row in rows] == [
        (1, "C", None),
        (2, "A", None),
        (3, "B", DecidingTieBreak("sum_x", 9, 8)),
    ]


def test_contestants_equal_after_tiebreaks_share_a_place():
    played_boards = [
        played_board(name, 1, 1, x=x) for name, x in zip("DCBA", (1, 1, 2, 0), strict=True)
    ]
    counted = [
        StoredAward(played_board.contestant, played_board.award) for played_board in played_boards
    ]
    rows = rank(
        tally(counted), Fraction(0), str, lambda tied: broken_ties(tied, played_boards, "sum_x")
    )
    assert [(row.rank, row.contestant, row.deciding_tiebreak) for row in rows] == [
        (1, "B", None),
        (2, "C", DecidingTieBreak("sum_x", 2, 1)),
        (2, "D", None),
        (4, "A", DecidingTieBreak("sum_x", 1, 0)),
    ]
