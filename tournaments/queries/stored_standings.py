"""Standings as a snapshot stores them: the only module that knows the keys of their JSON.

Exact numbers are fractions here and text in the JSON, which stays what it was since the first version.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.tiebreaks import Separation

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredRow:
    """One contestant. `rank` is None for who is listed without a place.

    `mean` is the total per board; `percent` is the total in percent of what was possible, None where the
    method has no top. `penalty` is in the total already. `tiebreak` put him behind the row above.
    """

    rank: int | None
    number: int
    contestant: str
    total: Fraction
    boards: int
    mean: Fraction
    percent: Fraction | None
    penalty: Fraction
    penalty_reasons: tuple[str, ...]
    tiebreak: Separation | None

    def to_json(self) -> Json:
        """The row as it is stored."""
        return {
            "rank": self.rank,
            "number": self.number,
            "contestant": self.contestant,
            "total": str(self.total),
            "boards": self.boards,
            "mean": str(self.mean),
            "percent": None if self.percent is None else str(self.percent),
            "penalty": str(self.penalty),
            "penalty_reasons": list(self.penalty_reasons),
            "tiebreak": _separation_json(self.tiebreak),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StoredRow":
        """The row that was stored. Earlier versions knew of no percent, penalties or tie-breaks."""
        percent, tiebreak = stored.get("percent"), stored.get("tiebreak")
        return cls(
            rank=stored["rank"],
            number=stored["number"],
            contestant=stored["contestant"],
            total=_exact(stored["total"]),
            boards=stored["boards"],
            mean=_exact(stored["mean"]),
            percent=None if percent is None else _exact(percent),
            penalty=_exact(stored.get("penalty", "0")),
            penalty_reasons=tuple(stored.get("penalty_reasons", ())),
            tiebreak=None if tiebreak is None else _separation(tiebreak),
        )


@dataclass(frozen=True, slots=True)
class StoredRanking:
    """The contestants of a line, or of `all`, best first; who has no place comes last."""

    line: str
    rows: tuple[StoredRow, ...]

    def to_json(self) -> Json:
        """The ranking as it is stored."""
        return {"line": self.line, "rows": [row.to_json() for row in self.rows]}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StoredRanking":
        """The ranking that was stored."""
        return cls(stored["line"], tuple(StoredRow.from_json(row) for row in stored["rows"]))

    @property
    def winners(self) -> list[StoredRow]:
        """Those who share the first place; nobody while nobody has a place."""
        return [row for row in self.rows if row.rank == 1]


@dataclass(frozen=True, slots=True)
class StoredStandings:
    """The rankings of a stage, and how many plays have a result in them."""

    plays: int
    rankings: tuple[StoredRanking, ...]

    def to_json(self) -> Json:
        """The standings as they are stored."""
        return {"plays": self.plays, "lines": [ranking.to_json() for ranking in self.rankings]}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StoredStandings":
        """The standings that were stored."""
        return cls(stored["plays"], tuple(StoredRanking.from_json(ranking) for ranking in stored["lines"]))

    @property
    def rows(self) -> tuple[StoredRow, ...]:
        """All contestants, one ranking after the other."""
        return tuple(row for ranking in self.rankings for row in ranking.rows)


def _exact(text: str) -> Fraction:
    """What `str` made of a fraction; reading only that takes half as long as reading every number."""
    numerator, _slash, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))


def _separation_json(tiebreak: Separation | None) -> Json | None:
    if tiebreak is None:
        return None
    return {"key": tiebreak.key, "above": str(tiebreak.above), "own": str(tiebreak.own)}


def _separation(stored: Mapping[str, str]) -> Separation:
    return Separation(stored["key"], _exact(stored["above"]), _exact(stored["own"]))
