"""A match: what two tables made of its boards, and what that says of two teams."""

import re
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scoring.teams.matches import MatchBoard, TeamMatch
from tests.scoring.teams.worked import WORKED

PAGE = Path(__file__).parents[3] / "docs" / "scoring" / "aggregate.md"
HALF = Fraction(1, 2)

xs = st.integers(-80, 80).map(lambda twice: Fraction(twice, 2))
tables = st.none() | st.tuples(xs, xs)
boards = st.builds(MatchBoard, tables, tables, st.booleans())


def numbers(row):
    return [int(cell.replace("−", "-")) for cell in re.findall(r"(?<=\| )−?\d+(?= \|)", row)]


def test_the_page_has_what_the_game_makes_of_the_boards():
    rows = re.findall(r"^\| \d \|.*$", PAGE.read_text(), re.MULTILINE)
    assert len(rows) == len(WORKED.boards)
    for number, (row, board) in enumerate(zip(rows, WORKED.boards, strict=True), 1):
        other = board.own_x - board.difference
        assert numbers(row) == [
            number,
            *board.first,
            *board.second,
            board.own_x,
            other,
            board.difference,
        ]


def test_all_four_x_count_since_two_lines_need_not_be_opposites():
    board = MatchBoard((14, -28), (14, -14))
    assert (board.own_x, board.difference) == (0, 14)
    assert MatchBoard((HALF, 0), (1, HALF)).difference == 0


def test_a_board_is_compared_once_both_tables_have_played_it():
    played = (3, -3)
    assert [
        MatchBoard(*each).difference for each in [(played, None), (None, played), (None, None)]
    ] == [None] * 3


def test_a_void_board_has_left_the_match():
    match = TeamMatch(
        ("A", "B"),
        [
            MatchBoard((3, -3), (1, -1)),
            MatchBoard((30, -30), None, void=True),
            MatchBoard((5, -5), (5, -5), void=True),
            MatchBoard(None, (2, -2)),
        ],
    )
    assert (match.due, match.differences, match.margin) == (2, (4, None), 4)


@given(st.lists(boards, max_size=8))
def test_the_other_team_sees_the_opposite(played):
    match = TeamMatch(("A", "B"), played)
    assert match.from_second_team.teams == ("B", "A")
    assert (match.from_second_team.due, match.from_second_team.margin) == (match.due, -match.margin)
    assert match.from_second_team.from_second_team == match


@given(st.lists(boards, max_size=8))
def test_the_margin_is_that_of_two_accounts(played):
    account = {"A": Fraction(0), "B": Fraction(0)}
    for board in played:
        if board.first and board.second and not board.void:
            for north_south, east_west, (ns, ew) in (
                ("A", "B", board.first),
                ("B", "A", board.second),
            ):
                account[north_south] += ns
                account[east_west] += ew
    assert TeamMatch(("A", "B"), played).margin == account["A"] - account["B"]
