"""A scored event as commands give it: one JSON value, numbers exact, and a table for readers."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.event import Boards, Result, ScoredEvent, Standing
from scoring.min_max import percent
from scoring.sheet import INDIVIDUALS
from scoring.standings import Row
from scoring.written import exact, plain_x, truncated, two_decimals

Value = dict[str, Any]


class Shown(NamedTuple):
    """A scale for showing awards: what becomes of a sum over so many boards, and how it is written."""

    of: Callable[[Fraction, int], Fraction]
    write: Callable[[Fraction], str]


SCALES = {
    "official": Shown(lambda total, boards: total, two_decimals),
    "percent": Shown(percent, truncated),
}


def results_json(boards: Boards, scored: ScoredEvent, shown: Shown) -> Value:
    """Every result with X and award, and the standings."""
    return {
        "boards": [
            {"number": number, "results": [_result(scored, number, each, shown) for each in results]}
            for number, results in boards.items()
        ],
        "standings": [_standing(each, shown) for each in scored.standings],
    }


def results_table(value: Value, write: Callable[[Fraction], str]) -> str:
    """The same for readers: numbers shortened by `write`, a dash for what was not played."""
    head = "board  contestants, X and award of each line"
    rows = [
        f"{board['number']:>5}  {'  '.join(_cells(result, write))}".rstrip()
        for board in value["boards"]
        for result in board["results"]
    ]
    return "\n".join([head, *rows, *(text for each in value["standings"] for text in _ranking(each, write))])


def _result(scored: ScoredEvent, number: int, result: Result, shown: Shown) -> Value:
    awards = {line: scored.award(number, line, result) for line in result.contestants}
    return {
        **{line: INDIVIDUALS.join(who) for line, who in result.contestants.items()},
        "x": {line: plain_x(x) for line, x in result.x.items()} or None,
        "award": {line: _award(award, shown) for line, award in awards.items()} if result.x else None,
    }


def _award(award: Fraction | None, shown: Shown) -> str | None:
    return None if award is None else exact(shown.of(award, 1))


def _standing(standing: Standing, shown: Shown) -> Value:
    return {"line": standing.line, "rows": [_row(row, shown) for row in standing.rows]}


def _row(row: Row[str], shown: Shown) -> Value:
    total = shown.of(row.total, row.boards)
    mean = total / row.boards if row.boards else total
    return {
        "rank": row.rank,
        "contestant": row.contestant,
        "total": exact(total),
        "boards": row.boards,
        "mean": exact(mean),
    }


def _cells(result: Mapping[str, Any], write: Callable[[Fraction], str]) -> Iterator[str]:
    for line in (key for key in result if key not in ("x", "award")):
        x = result["x"][line] if result["x"] else "-"
        award = result["award"][line] if result["award"] else None
        yield f"{result[line]:<20} {x:>4} {write(Fraction(award)) if award else '-':>6}"


def _ranking(standing: Mapping[str, Any], write: Callable[[Fraction], str]) -> list[str]:
    head = f"{'rank':>5}  {standing['line']:<20} {'total':>8} {'boards':>6} {'mean':>6}"
    return ["", head] + [
        f"{row['rank'] or '-':>5}  {row['contestant']:<20} {write(Fraction(row['total'])):>8} "
        f"{row['boards']:>6} {write(Fraction(row['mean'])):>6}{_behind(row)}"
        for row in standing["rows"]
    ]


def _behind(row: Mapping[str, Any]) -> str:
    """What put somebody behind the row above, where a tie-break did."""
    return f"  behind by {row['tiebreak']}" if row.get("tiebreak") else ""
