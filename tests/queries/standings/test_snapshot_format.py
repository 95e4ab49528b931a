"""The stored JSON of standings is unchanged and read in one module only."""

import ast
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.tiebreaks import DecidingTieBreak
from tournaments.queries.standings.scales import LineAward
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow, StoredStandings

HOUSE = Path(__file__).parents[2] / "tournaments"
HOME = HOUSE / "queries" / "stored_standings.py"
KEYS = {"lines", "rows", "rank", "total", "mean", "percent", "penalty_reasons", "above", "own"}

FIRST = StoredRow(
    1, 4, "Anna – Berta", Fraction(25, 2), 8, Fraction(25, 16), None, Fraction(0), (), None
)
SECOND = StoredRow(
    2, 1, "Zoë", Fraction(25, 2), 8, Fraction(25, 16), Fraction(175, 3), Fraction(-1, 4), ("",),
    DecidingTieBreak("sum_x", Fraction(7, 2), Fraction(3)),
    LineAward("ns", Fraction(-5), Fraction(31), Fraction(-15, 2), Fraction(9), Fraction(13, 11)),
)  # fmt: skip
STORED = (
    '{"plays": 5, "lines": [{"line": "ns", "rows": ['
    '{"rank": 1, "number": 4, "contestant": "Anna – Berta", "total": "25/2", "boards": 8, "mean": '
    '"25/16", '
    '"percent": null, "penalty": "0", "penalty_reasons": [], "tiebreak": null, "last": null}, '
    '{"rank": 2, "number": 1, "contestant": "Zoë", "total": "25/2", "boards": 8, "mean": "25/16", '
    '"percent": "175/3", "penalty": "-1/4", "penalty_reasons": [""], '
    '"tiebreak": {"key": "sum_x", "above": "7/2", "own": "3"}, '
    '"last": {"line": "ns", "x": "-5", "points": "31", "low": "-15/2", "high": "9", "award": '
    '"13/11"}}]}], '
    '"round": [1, 12]}'
)


def test_snapshot_json_is_unchanged() -> None:
    standings = StoredStandings(5, (StoredRanking("ns", (FIRST, SECOND)),), round=(1, 12))
    assert json.dumps(standings.to_json(), ensure_ascii=False) == STORED
    assert StoredStandings.from_json(json.loads(STORED)) == standings


EXACT = st.fractions(max_denominator=10**12)
ROWS = st.builds(
    StoredRow,
    rank=st.none() | st.integers(1, 400),
    number=st.integers(1, 400),
    contestant=st.text(),
    total=EXACT,
    boards=st.integers(0, 60),
    mean=EXACT,
    percent=st.none() | EXACT,
    penalty=EXACT,
    penalty_reasons=st.lists(st.text()).map(tuple),
    tiebreak=st.none() | st.builds(DecidingTieBreak, key=st.text(), value_above=EXACT, value=EXACT),
    last=st.none() | st.builds(LineAward, st.text(), EXACT, EXACT, EXACT, EXACT, st.none() | EXACT),
    last_board=st.integers(0, 60),
    rested=st.just(NO_BOARDS)
    | st.builds(AwardSums, EXACT, st.integers(1, 30).map(Fraction), EXACT),
)


@given(ROWS)
def test_stored_row_survives_json(row: StoredRow) -> None:
    assert StoredRow.from_json(json.loads(json.dumps(row.to_json()))) == row


def literal_keys(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return keys read with a literal, as in `row["rank"]` or `row.get("rank")`."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(slice=ast.Constant(value=str(key)), ctx=ast.Load()):
                yield node.lineno, key
            case ast.Call(
                func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(key)), *_others]
            ):
                yield node.lineno, key


@pytest.mark.thorough
def test_only_snapshot_format_reads_the_json_keys() -> None:
    modules = [
        path for path in HOUSE.rglob("*.py") if "migrations" not in path.parts and path != HOME
    ]
    assert len(modules) > 200
    assert [
        f"{path.relative_to(HOUSE)}:{line}: {key}"
        for path in modules
        for line, key in literal_keys(ast.parse(path.read_text()))
        if key in KEYS
    ] == []
    assert {key for _line, key in literal_keys(ast.parse(HOME.read_text()))} >= KEYS
