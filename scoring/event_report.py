"""The report of an event that commands print: results with X and awards, and the rankings.

All numbers are exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.x import X
from scoring.number_format import format_exact, x_as_json


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """The result of one table on a board, by line.

    `x` is empty if the board was not played; an award may be None although there is an X.
    """

    contestants: Mapping[str, str]
    x: Mapping[str, X]
    awards: Mapping[str, Fraction | None]

    def as_json(self) -> dict[str, Any]:
        """Return a JSON value: whole X are numbers; halves and awards are texts."""
        return {
            **self.contestants,
            "x": {line: x_as_json(x) for line, x in self.x.items()} or None,
            "award": {line: format_exact(award) for line, award in self.awards.items()} or None,
        }


@dataclass(frozen=True, slots=True)
class ReportedRow:
    """The row of one contestant; `rank` is None for a contestant without a place.

    Either `mean`, the award per board, or `percent` is None, depending on the scale.
    `tiebreak_text` names the tie-break that placed this row behind the row above. It is blank if no
    tie-break did, and None if the event has no tie-breaks.
    """

    rank: int | None
    contestant: str
    total: Fraction
    boards: int
    mean: Fraction | None
    percent: Fraction | None = None
    tiebreak_text: str | None = None

    @property
    def per_board(self) -> Fraction:
        """The mean per board on the scale that is shown."""
        mean = self.percent if self.mean is None else self.mean
        return mean or Fraction(0)

    def as_json(self) -> dict[str, Any]:
        """Return a JSON value; the number per board has the key `mean` on either scale."""
        row = {
            "rank": self.rank,
            "contestant": self.contestant,
            "total": format_exact(self.total),
            "boards": self.boards,
            "mean": format_exact(self.per_board),
        }
        return (
            row if self.tiebreak_text is None else {**row, "tiebreak": self.tiebreak_text or None}
        )


@dataclass(frozen=True, slots=True)
class ReportedRanking:
    """The contestants of one line, or of all if `line` is `all`, best first."""

    line: str
    rows: tuple[ReportedRow, ...]

    def as_json(self) -> dict[str, Any]:
        """Return a JSON value with the key of the line and its rows in order."""
        return {"line": self.line, "rows": [row.as_json() for row in self.rows]}


@dataclass(frozen=True, slots=True)
class EventReport:
    """The results by board number, and the rankings."""

    boards: Mapping[int, tuple[ReportedResult, ...]]
    rankings: tuple[ReportedRanking, ...]

    def as_json(self) -> dict[str, Any]:
        """Return a JSON value with the results of each board and the rankings."""
        return {
            "boards": [
                {"number": number, "results": [result.as_json() for result in results]}
                for number, results in self.boards.items()
            ],
            "standings": [ranking.as_json() for ranking in self.rankings],
        }
