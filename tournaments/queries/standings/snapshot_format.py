"""Convert stored snapshots to and from JSON; no other module knows the keys.

Exact numbers are fractions here and text in the JSON. Keys that few rows need are left out if they
are empty, because a snapshot is written after every round and read with every page.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.ranks import NO_CARRY_OVER, CarriedOver
from scoring.tiebreaks import DecidingTieBreak
from tournaments.queries.standings.scales import LineAward

Json = dict[str, Any]

# The keys that lead to a value in nested JSON.
KeyPath = tuple[str, ...]

# The key of a round: the number of its session, and its own number.
RoundKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A contestant's row; `rank` is None if unranked.

    `mean` is the total per board; `percent` is the total in percent of what was possible, None if
    the method has no top. `penalty` is included in the total. `tiebreak` put the row behind the one
    above it. `last` is the award on the contestant's last open board, on the min-max scale only;
    `last_board` is its number, or 0. `carried` is the carry-over from the stage before, included in
    the total. `unranked_reason` is blank for ranked contestants. `rested` has the number of
    unplayed boards and what they count as, by the mean of the contestant's own boards. They are
    included in the total and the mean, but not in `boards`.
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
    tiebreak: DecidingTieBreak | None
    last: LineAward | None = None
    last_board: int = 0
    carried: CarriedOver = NO_CARRY_OVER
    unranked_reason: str = ""
    rested: AwardSums = NO_BOARDS

    def to_json(self) -> Json:
        """Return the row as it is stored."""
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
            "tiebreak": _tiebreak_json(self.tiebreak),
            "last": _award_json(self.last),
        } | (
            _last_board_json(self.last_board)
            | _carried_json(self.carried)
            | _no_place_json(self.unranked_reason)
            | _rested_json(self.rested)
        )

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StoredRow":
        """Return the row that was stored."""
        percent, tiebreak, last = stored["percent"], stored["tiebreak"], stored["last"]
        return cls(
            rank=stored["rank"],
            number=stored["number"],
            contestant=stored["contestant"],
            total=_parse_fraction(stored["total"]),
            boards=stored["boards"],
            mean=_parse_fraction(stored["mean"]),
            percent=None if percent is None else _parse_fraction(percent),
            penalty=_parse_fraction(stored["penalty"]),
            penalty_reasons=tuple(stored["penalty_reasons"]),
            tiebreak=None if tiebreak is None else _tiebreak(tiebreak),
            last=None if last is None else _award(last),
            last_board=stored.get("last_board", 0),
            carried=CarriedOver(
                **{key: _parse_fraction(text) for key, text in stored.get("carried", {}).items()}
            ),
            unranked_reason=stored.get("no_place", ""),
            rested=AwardSums(
                **{key: _parse_fraction(text) for key, text in stored.get("rested", {}).items()}
            ),
        )


@dataclass(frozen=True, slots=True)
class StoredRanking:
    """The contestants of a ranking, best first and unranked last.

    `section` is its number if sections are ranked separately, otherwise 0.
    """

    line: str
    rows: tuple[StoredRow, ...]
    section: int = 0

    @property
    def key(self) -> tuple[int, str]:
        """The key of the ranking within its stage."""
        return self.section, self.line

    def to_json(self) -> Json:
        """Return the ranking as it is stored."""
        rows = [row.to_json() for row in self.rows]
        return {"line": self.line, "rows": rows} | (
            {"section": self.section} if self.section else {}
        )

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StoredRanking":
        """Return the ranking that was stored."""
        rows = tuple(StoredRow.from_json(row) for row in stored["rows"])
        return cls(stored["line"], rows, stored.get("section", 0))

    @property
    def is_uneven(self) -> bool:
        """Whether ranked contestants have totals of different numbers of boards."""
        boards = {
            row.boards + row.carried.boards + row.rested.boards for row in self.rows if row.rank
        }
        return len(boards) > 1

    @property
    def ranked_by(self) -> Literal["percent", "mean", "total"]:
        """The figure of a row that decides the rank, for methods that do not rank by totals."""
        if any(row.percent is not None for row in self.rows):
            return "percent"
        return "mean" if self.is_uneven else "total"

    @property
    def winners(self) -> list[StoredRow]:
        """The contestants who share the first place, empty while nobody is ranked."""
        return [row for row in self.rows if row.rank == 1]


@dataclass(frozen=True, slots=True)
class StoredStandings:
    """The rankings of a stage, how many plays have a result, and their last round."""

    plays: int
    rankings: tuple[StoredRanking, ...]
    round: RoundKey | None = None

    def to_json(self) -> Json:
        """Return the standings as they are stored."""
        lines = [ranking.to_json() for ranking in self.rankings]
        return {"plays": self.plays, "lines": lines, "round": self.round and list(self.round)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StoredStandings":
        """Return the standings that were stored."""
        rankings = tuple(StoredRanking.from_json(ranking) for ranking in stored["lines"])
        session, number = stored["round"] or (0, 0)
        return cls(stored["plays"], rankings, (session, number) if number else None)

    def with_names(self, names: Mapping[int, str]) -> "StoredStandings":
        """Return the standings with new names, by number; others keep their name."""
        rankings = (
            replace(
                ranking,
                rows=tuple(
                    replace(row, contestant=names.get(row.number, row.contestant))
                    for row in ranking.rows
                ),
            )
            for ranking in self.rankings
        )
        return replace(self, rankings=tuple(rankings))

    @property
    def rows(self) -> tuple[StoredRow, ...]:
        """The rows of all rankings."""
        return tuple(row for ranking in self.rankings for row in ranking.rows)


def lacks_only_new_keys(stored: Json, expected: Json) -> bool:
    """Return whether stored standings are as expected except for keys that occur nowhere in them.

    Then an earlier version stored them, which did not know these keys yet. A key that only some
    rows lack is a difference.
    """
    expected_earlier: Json = _with_keys(expected, set(_key_paths(stored)))
    return stored == expected_earlier


def _key_paths(value: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the path of each key in nested JSON; positions in lists are not part of it."""
    match value:
        case dict():
            for key, item in value.items():
                yield (*path, key)
                yield from _key_paths(item, (*path, key))
        case list():
            for item in value:
                yield from _key_paths(item, path)


def _with_keys(value: Any, paths: Collection[KeyPath], path: KeyPath = ()) -> Any:
    """Return nested JSON without the keys whose path is not among `paths`."""
    match value:
        case dict():
            return {
                key: _with_keys(item, paths, (*path, key))
                for key, item in value.items()
                if (*path, key) in paths
            }
        case list():
            return [_with_keys(item, paths, path) for item in value]
    return value


def _parse_fraction(text: str) -> Fraction:
    """Parse a fraction written by `str`, in half the time of the general constructor."""
    numerator, _slash, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))


def _tiebreak_json(tiebreak: DecidingTieBreak | None) -> Json | None:
    if tiebreak is None:
        return None
    return {"key": tiebreak.key, "above": str(tiebreak.value_above), "own": str(tiebreak.value)}


def _tiebreak(stored: Mapping[str, str]) -> DecidingTieBreak:
    return DecidingTieBreak(
        stored["key"], _parse_fraction(stored["above"]), _parse_fraction(stored["own"])
    )


def _carried_json(carried: CarriedOver) -> Json:
    return (
        {"carried": {key: str(value) for key, value in carried._asdict().items()}}
        if carried
        else {}
    )


def _last_board_json(number: int) -> Json:
    return {"last_board": number} if number else {}


def _no_place_json(reason: str) -> Json:
    return {"no_place": reason} if reason else {}


def _rested_json(rested: AwardSums) -> Json:
    return (
        {"rested": {key: str(value) for key, value in rested._asdict().items()}}
        if rested.boards
        else {}
    )


_NUMBERS = ("x", "points", "low", "high")


def _award_json(award: LineAward | None) -> Json | None:
    if award is None:
        return None
    numbers = {name: str(getattr(award, name)) for name in _NUMBERS}
    return {
        "line": award.line,
        **numbers,
        "award": None if award.award is None else str(award.award),
    }


def _award(stored: Mapping[str, Any]) -> LineAward:
    numbers = {name: _parse_fraction(stored[name]) for name in _NUMBERS}
    award = stored["award"]
    return LineAward(
        line=stored["line"], award=None if award is None else _parse_fraction(award), **numbers
    )
