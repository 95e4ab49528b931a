"""The stored JSON of standings is unchanged and read in one module only."""

import ast
import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.tiebreaks import DecidingTieBreak
from tournaments.queries.standings.scales import LineAward
from tournaments.queries.standings.snapshot_format import (
    Json,
    StoredRanking,
    StoredRow,
    StoredStandings,
    lacks_only_new_keys,
)

TOURNAMENTS = Path(__file__).parents[3] / "tournaments"
SNAPSHOT_FORMAT = TOURNAMENTS / "queries" / "standings" / "snapshot_format.py"
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


def with_key_in_rows(standings: Json, key: str, *values: object) -> Json:
    """Return a copy of standings of one ranking with another key in its first rows."""
    copy = deepcopy(standings)
    for row, value in zip(copy["lines"][0]["rows"], values, strict=False):
        row[key] = value
    return copy


def test_standings_without_a_key_that_this_version_adds_lack_only_new_keys() -> None:
    stored = json.loads(STORED)
    assert lacks_only_new_keys(stored, with_key_in_rows(stored, "boards_won", 3, 5))
    assert lacks_only_new_keys(stored, with_key_in_rows(stored, "boards_won", 3))
    assert lacks_only_new_keys(stored, stored | {"boards": 12})


def test_standings_with_another_value_of_a_key_differ() -> None:
    stored = json.loads(STORED)
    expected = with_key_in_rows(stored, "boards_won", 3, 5)
    assert not lacks_only_new_keys(with_key_in_rows(stored, "total", "12"), expected)
    assert not lacks_only_new_keys(with_key_in_rows(stored, "boards_won", 3, 4), expected)
    assert not lacks_only_new_keys(with_key_in_rows(stored, "tiebreak", None, None), expected)


def test_standings_without_a_key_in_some_rows_only_differ() -> None:
    stored = json.loads(STORED)
    expected = with_key_in_rows(stored, "boards_won", 3, 5)
    assert not lacks_only_new_keys(with_key_in_rows(stored, "boards_won", 3), expected)


def test_standings_with_other_rows_or_with_a_superfluous_key_differ() -> None:
    stored = json.loads(STORED)
    without_rows = deepcopy(stored)
    without_rows["lines"][0]["rows"] = []
    assert not lacks_only_new_keys(without_rows, stored)
    assert not lacks_only_new_keys(with_key_in_rows(stored, "boards_won", 3, 5), stored)


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


def test_only_snapshot_format_reads_the_json_keys() -> None:
    modules = [
        path
        for path in TOURNAMENTS.rglob("*.py")
        if "migrations" not in path.parts and path != SNAPSHOT_FORMAT
    ]
    assert len(modules) > 200
    assert [
        f"{path.relative_to(TOURNAMENTS)}:{line}: {key}"
        for path in modules
        for line, key in literal_keys(ast.parse(path.read_text()))
        if key in KEYS
    ] == []
    assert {key for _line, key in literal_keys(ast.parse(SNAPSHOT_FORMAT.read_text()))} >= KEYS
