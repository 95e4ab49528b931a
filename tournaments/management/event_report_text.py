"""Build the report of a scored event, and format reports as tables of text."""

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
    """A scale on which awards are displayed.

    `convert` gets a sum of awards and the number of its boards; `format` gets the converted number.
    """

    convert: Callable[[Fraction, int], Fraction]
    format: Callable[[Fraction], str]
    in_percent: bool


DISPLAY_SCALES = {
    "official": DisplayScale(lambda total, boards: total, format_two_decimals, in_percent=False),
    "percent": DisplayScale(as_percent, format_truncated, in_percent=True),
}


def scored_report(boards: ResultsByBoard, scored: ScoredEvent, scale: DisplayScale) -> EventReport:
    """Return a report with X and award of every result, and with the standings."""
    return EventReport(
        {
            number: tuple(_result(scored, number, result, scale) for result in results)
            for number, results in boards.items()
        },
        tuple(_ranking(ranking, scale) for ranking in scored.standings),
    )


def results_table(report: EventReport, format_number: Callable[[Fraction], str]) -> str:
    """Return a report as a table of text; a dash means that a board was not played."""
    heading = "board  contestants, X and award of each line"
    rows = [
        f"{number:>5}  {'  '.join(_cells(result, format_number))}".rstrip()
        for number, results in report.boards.items()
        for result in results
    ]
    return "\n".join(
        [
            heading,
            *rows,
            *(
                line
                for ranking in report.rankings
                for line in _ranking_lines(ranking, format_number)
            ),
        ]
    )


def _result(
    scored: ScoredEvent, number: int, result: Result, scale: DisplayScale
) -> ReportedResult:
    awards = {line: scored.award(number, line, result) for line in result.contestants if result.x}
    return ReportedResult(
        {line: PARTNER_SEPARATOR.join(names) for line, names in result.contestants.items()},
        result.x,
        {
            line: None if award is None else scale.convert(award, 1)
            for line, award in awards.items()
        },
    )


def _ranking(ranking: ScoredRanking, scale: DisplayScale) -> ReportedRanking:
    return ReportedRanking(ranking.line, tuple(_row(row, scale) for row in ranking.rows))


def _row(row: RankedRow[str], scale: DisplayScale) -> ReportedRow:
    boards = row.boards + int(row.rested.boards)
    total = scale.convert(row.total, boards)
    per_board = total / boards if boards else total
    mean, percent = (None, per_board) if scale.in_percent else (per_board, None)
    return ReportedRow(row.rank, row.contestant, total, row.boards, mean, percent)


def _cells(result: ReportedResult, format_number: Callable[[Fraction], str]) -> Iterator[str]:
    for line, name in result.contestants.items():
        x = x_as_json(result.x[line]) if result.x else "-"
        award = result.awards.get(line)
        yield f"{name:<20} {x:>4} {'-' if award is None else format_number(award):>6}"


def _ranking_lines(ranking: ReportedRanking, format_number: Callable[[Fraction], str]) -> list[str]:
    heading = f"{'rank':>5}  {ranking.line:<20} {'total':>8} {'boards':>6} {'mean':>6}"
    return ["", heading] + [
        f"{row.rank or '-':>5}  {row.contestant:<20} {format_number(row.total):>8} "
        f"{row.boards:>6} "
        f"{format_number(row.per_board):>6}"
        f"{f'  behind by {row.tiebreak_text}' if row.tiebreak_text else ''}"
        for row in ranking.rows
    ]
