"""A scored event as commands give it: what they report, and a table of it for readers."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from scoring.event_report import EventReport, ReportedRanking, ReportedResult, ReportedRow
from scoring.event_scoring import ScoredEvent, ScoredRanking
from scoring.min_max import as_percent
from scoring.number_format import format_truncated, format_two_decimals, x_as_json
from scoring.ranks import RankedRow
from scoring.results import Result, ResultsByBoard
from scoring.results_sheet import PARTNER_SEPARATOR


class DisplayScale(NamedTuple):
    """A scale for showing awards: what becomes of a sum over so many boards, and how it is
    written."""

    of: Callable[[Fraction, int], Fraction]
    write: Callable[[Fraction], str]
    in_percent: bool


DISPLAY_SCALES = {
    "official": DisplayScale(lambda total, boards: total, format_two_decimals, in_percent=False),
    "percent": DisplayScale(as_percent, format_truncated, in_percent=True),
}


def scored_report(boards: ResultsByBoard, scored: ScoredEvent, shown: DisplayScale) -> EventReport:
    """Every result with X and award, and the standings."""
    return EventReport(
        {
            number: tuple(_result(scored, number, each, shown) for each in results)
            for number, results in boards.items()
        },
        tuple(_standing(each, shown) for each in scored.standings),
    )


def results_table(report: EventReport, write: Callable[[Fraction], str]) -> str:
    """The same for readers: numbers shortened by `write`, a dash for what was not played."""
    head = "board  contestants, X and award of each line"
    rows = [
        f"{number:>5}  {'  '.join(_cells(result, write))}".rstrip()
        for number, results in report.boards.items()
        for result in results
    ]
    return "\n".join(
        [head, *rows, *(text for each in report.rankings for text in _ranking(each, write))]
    )


def _result(
    scored: ScoredEvent, number: int, result: Result, shown: DisplayScale
) -> ReportedResult:
    awards = {line: scored.award(number, line, result) for line in result.contestants if result.x}
    return ReportedResult(
        {line: PARTNER_SEPARATOR.join(who) for line, who in result.contestants.items()},
        result.x,
        {line: None if award is None else shown.of(award, 1) for line, award in awards.items()},
    )


def _standing(standing: ScoredRanking, shown: DisplayScale) -> ReportedRanking:
    return ReportedRanking(standing.line, tuple(_row(row, shown) for row in standing.rows))


def _row(row: RankedRow[str], shown: DisplayScale) -> ReportedRow:
    boards = row.boards + int(row.rested.boards)
    total = shown.of(row.total, boards)
    each = total / boards if boards else total
    mean, in_percent = (None, each) if shown.in_percent else (each, None)
    return ReportedRow(row.rank, row.contestant, total, row.boards, mean, in_percent)


def _cells(result: ReportedResult, write: Callable[[Fraction], str]) -> Iterator[str]:
    for line, who in result.contestants.items():
        x = x_as_json(result.x[line]) if result.x else "-"
        award = result.awards.get(line)
        yield f"{who:<20} {x:>4} {'-' if award is None else write(award):>6}"


def _ranking(ranking: ReportedRanking, write: Callable[[Fraction], str]) -> list[str]:
    head = f"{'rank':>5}  {ranking.line:<20} {'total':>8} {'boards':>6} {'mean':>6}"
    return ["", head] + [
        f"{row.rank or '-':>5}  {row.contestant:<20} {write(row.total):>8} "
        f"{row.boards:>6} "
        f"{write(row.per_board):>6}"
        f"{f'  behind by {row.tiebreak_text}' if row.tiebreak_text else ''}"
        for row in ranking.rows
    ]
