"""Matches of teams: differences of boards, margins, and void boards."""

import re
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scoring.teams.matches import MatchBoard, TeamMatch
from tests.scoring.teams.worked import WORKED

PAGE = Path(__file__).parents[3] / "docs" / "scoring" / "aggregate.md"
HALF = Fraction(1, 2)

xs = st.integers(-80, 80).map(lambda doubled: Fraction(doubled, 2))
tables = st.none() | st.tuples(xs, xs)
boards = st.builds(MatchBoard, tables, tables, st.booleans())


def numbers(row):
    return [int(cell.replace("−", "-")) for cell in re.findall(r"(?<=\| )−?\d+(?= \|)", row)]


def test_documented_boards_match_the_game():
    rows = re.findall(r"^\| \d \|.*$", PAGE.read_text(), re.MULTILINE)
    assert len(rows) == len(WORKED.boards)
    for number, (row, board) in enumerate(zip(rows, WORKED.boards, strict=True), 1):
        opponents_x = board.own_x - board.difference
        assert numbers(row) == [
            number,
            *board.first,
            *board.second,
            board.own_x,
            opponents_x,
            board.difference,
        ]


def test_difference_uses_all_four_xs():
    board = MatchBoard((14, -28), (14, -14))
    assert (board.own_x, board.difference) == (0, 14)
    assert MatchBoard((HALF, 0), (1, HALF)).difference == 0


def test_board_has_no_difference_until_both_tables_have_a_result():
    played = (3, -3)
    assert [
        MatchBoard(*tables).difference for tables in [(played, None), (None, played), (None, None)]
    ] == [None] * 3


def test_void_board_does_not_count():
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
def test_second_team_has_the_opposite_margin(played):
    match = TeamMatch(("A", "B"), played)
    assert match.from_second_team.teams == ("B", "A")
    assert (match.from_second_team.due, match.from_second_team.margin) == (match.due, -match.margin)
    assert match.from_second_team.from_second_team == match


@given(st.lists(boards, max_size=8))
def test_margin_matches_a_second_computation(played):
    totals = {"A": Fraction(0), "B": Fraction(0)}
    for board in played:
        if board.first and board.second and not board.void:
            for north_south, east_west, (ns, ew) in (
                ("A", "B", board.first),
                ("B", "A", board.second),
            ):
                totals[north_south] += ns
                totals[east_west] += ew
    assert TeamMatch(("A", "B"), played).margin == totals["A"] - totals["B"]
