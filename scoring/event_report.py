"""An event as commands print it: every result with X and award, and the rankings; all numbers
exact."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.x import X
from scoring.number_format import format_exact, x_as_json


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """One table's part in a board, by line. Without X it was not played; not every X has an
    award."""

    contestants: Mapping[str, str]
    x: Mapping[str, X]
    awards: Mapping[str, Fraction | None]

    def as_json(self) -> dict[str, Any]:
        """X as a number where it is whole, awards as text."""
        return {
            **self.contestants,
            "x": {line: x_as_json(x) for line, x in self.x.items()} or None,
            "award": {line: format_exact(award) for line, award in self.awards.items()} or None,
        }


@dataclass(frozen=True, slots=True)
class ReportedRow:
    """One contestant. `rank` is None for who is listed without a place.

    `mean` is the award per board, None where awards are shown in percent: then `percent` is.
    `tiebreak_text` says which tie-break put them behind the row above, blank where none did;
    None where there are no tie-breaks.
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
        """What a board brought on the scale that is shown."""
        mean = self.percent if self.mean is None else self.mean
        return mean or Fraction(0)

    def as_json(self) -> dict[str, Any]:
        """Programs read `mean` on either scale, since they know which one they asked for."""
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
    """The contestants of a line, or of `all`, best first."""

    line: str
    rows: tuple[ReportedRow, ...]

    def as_json(self) -> dict[str, Any]:
        """The form in which commands give it."""
        return {"line": self.line, "rows": [row.as_json() for row in self.rows]}


@dataclass(frozen=True, slots=True)
class EventReport:
    """The results by board number, and the rankings."""

    boards: Mapping[int, tuple[ReportedResult, ...]]
    rankings: tuple[ReportedRanking, ...]

    def as_json(self) -> dict[str, Any]:
        """The form in which commands give it."""
        return {
            "boards": [
                {"number": number, "results": [result.as_json() for result in results]}
                for number, results in self.boards.items()
            ],
            "standings": [ranking.as_json() for ranking in self.rankings],
        }
