"""Compare the rankings of a stage under other scoring methods."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.core.cache import caches

from scoring.catalogue import methods_for
from scoring.method import Method
from tournaments.models import Board, Penalty, Play, Snapshot, Stage
from tournaments.permissions.visibility.plays_counted_in_public import is_open, visible_plays
from tournaments.queries.results.counted_plays import CountedPlay, counted_plays
from tournaments.queries.results.line_points import GIVEN
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredStandings
from tournaments.scoring_pipeline import StandingsCalculator

# A contestant by section and line of the ranking, and number.
RankedNumber = tuple[int, str, int]

# A board by its session's number in the event and its own.
BoardKey = tuple[int, int]


@dataclass(frozen=True)
class BoardAward:
    """An award on a board, with the mean and the spread of the awards it was compared with."""

    award: Fraction
    mean: Fraction
    spread: Fraction


# One contestant's awards by board.
BoardAwards = Mapping[BoardKey, BoardAward]

BoardAwardsByContestant = Mapping[RankedNumber, BoardAwards]


@dataclass(frozen=True)
class DecisiveBoard:
    """The board that explains most of a rank change.

    `own` is its award by the event's method, `other` by the compared one.
    """

    sitting: int
    number: int
    own: BoardAward
    other: BoardAward


class BoardAwardsCalculator(StandingsCalculator):
    """Compute standings and board awards by results alone, without penalties."""

    @cached_property
    def _penalties(self) -> Mapping[int, Sequence[Penalty]]:
        return {}

    def board_awards(self) -> BoardAwardsByContestant:
        """Return each contestant's awards on visible boards."""
        made, boards = list(self._made()), self._boards
        found = defaultdict[RankedNumber, dict[BoardKey, BoardAward]](dict)
        compared = _compared(made)
        for result, line, award in made:
            mean, spread = compared[_scale(result, line)]
            for whose in self._whose(result, line):
                found[whose][boards[result.board]] = BoardAward(award, mean, spread)
        return found

    def _made(self) -> Iterator["_Made"]:
        for result in counted_plays(visible_plays(self.stage)):
            for each in self._awards(result):
                if each.award is not None:
                    yield result, each.line, each.award

    def _whose(self, result: CountedPlay, line: str) -> Iterator[RankedNumber]:
        section, ranked_line = self._ranked_in[result.seating, line]
        for contestant in self.owners[result.seating, line]:
            number, _name, _no_place = self._contestants[contestant]
            yield section, ranked_line, number

    @property
    def _boards(self) -> Mapping[int, BoardKey]:
        sittings = {session.pk: session.sitting for session in self.stage.sessions.all()}
        boards = Board.objects.filter(session__in=sittings).values_list(
            "pk", "session_id", "number"
        )
        return {pk: (sittings[session], number) for pk, session, number in boards}


# A result, one of its lines, and the line's award.
_Made = tuple[CountedPlay, str, Fraction]

_Scale = tuple[int, int, int, str]


def decisive_board(own: BoardAwards, other: BoardAwards, gains: int) -> DecisiveBoard | None:
    """Return the board that explains most of a gain of `gains` ranks, negative for a loss.

    It is the board where the methods differ most in the award's distance from the mean, as a part
    of all that could be gained on the contestant's boards. Summed over the boards, these parts are
    the distance of the total. None if no board supports the change.
    """
    here, there = _parts(own), _parts(other)
    speaks = {
        board: (there[board] - here[board]) * gains for board in sorted(here.keys() & there.keys())
    }
    most = max(speaks, key=speaks.__getitem__, default=None)
    if most is None or speaks[most] <= 0:
        return None
    return DecisiveBoard(*most, own[most], other[most])


def _parts(board_awards: BoardAwards) -> Mapping[BoardKey, Fraction]:
    """Return each award's distance from the mean, as a part of the sum of all spreads."""
    possible = sum((each.spread for each in board_awards.values()), Fraction(0))
    return {
        board: (each.award - each.mean) / (possible or 1) for board, each in board_awards.items()
    }


def _compared(made: Sequence[_Made]) -> Mapping[_Scale, tuple[Fraction, Fraction]]:
    """Return the mean and the spread of the awards that were compared with each other."""
    awards = defaultdict[_Scale, list[Fraction]](list)
    for result, line, award in made:
        awards[_scale(result, line)].append(award)
    return {
        scale: (sum(alike, Fraction(0)) / len(alike), max(alike) - min(alike))
        for scale, alike in awards.items()
    }


def _scale(result: CountedPlay, line: str) -> _Scale:
    return result.board, result.field, result.group, line


# A ranking by section number, 0 where all are one field, and line.
Key = tuple[int, str]


class MethodRank(NamedTuple):
    """A contestant's rank and total under another method; `rank` is None if unranked.

    The total is shown with as many `decimals` as the ranking needs.
    """

    rank: int | None
    total: Fraction
    decimals: int = 2


# Rank and total by ranking and number.
Standing = Mapping[Key, Mapping[int, MethodRank]]

_NOWHERE = MethodRank(None, Fraction(0))


@dataclass(frozen=True)
class ContestantByMethod:
    """A contestant's rank and total, and what both would be under each other method."""

    number: int
    names: str
    rank: int | None
    total: Fraction
    others: tuple[MethodRank, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        """How many ranks higher the contestant would be under each method, negative for lower."""
        return tuple(
            self.rank - other.rank if self.rank and other.rank else 0 for other in self.others
        )

    @property
    def places(self) -> list[tuple[MethodRank, int]]:
        """Rank under each method, with the ranks gained."""
        return list(zip(self.others, self.gains, strict=True))


@dataclass(frozen=True)
class RankChange:
    """A contestant who would gain or lose most, with the board that explains it, if any."""

    names: str
    board: DecisiveBoard | None


@dataclass(frozen=True)
class LargestRankChanges:
    """All contestants who would gain most, and all who would lose most."""

    gainers: tuple[RankChange, ...]
    losers: tuple[RankChange, ...]

    @property
    def gainer_names(self) -> list[str]:
        """The names of those who would gain most."""
        return [each.names for each in self.gainers]

    @property
    def loser_names(self) -> list[str]:
        """The names of those who would lose most."""
        return [each.names for each in self.losers]

    @property
    def explained(self) -> list[RankChange]:
        """The changes that a board explains."""
        return [each for each in (*self.gainers, *self.losers) if each.board]


@dataclass(frozen=True)
class RankingByMethod:
    """A ranking with the largest changes under each other method, None if no rank changes."""

    section: int
    line: str
    rows: tuple[ContestantByMethod, ...]
    changes_by_method: tuple[tuple[type[Method], LargestRankChanges | None], ...]


def compared_methods(stage: Stage) -> list[type[Method]]:
    """Return the methods that a stage can be compared under; none before all boards are open.

    Excluded are stages whose results do not determine the award: with carry-over, at two tables, or
    ranked by total. Adjusted averages need a method that supports them.
    """
    if (
        not is_open(stage)
        or stage.carried_from
        or stage.event.at_two_tables
        or stage.event.method.by_total
    ):
        return []
    event = stage.event
    offered = methods_for(event.game, event.players_each)
    others = (each for each in offered if each.key != event.method_key and not each.by_total)
    has_given = Play.objects.filter(board__session__stage=stage, counted__startswith=GIVEN).exists()
    return [
        each
        for each in others
        if not has_given or (each.supports_averages and each.supports_percent)
    ]


def rankings_by_method(stage: Stage, snapshot: Snapshot) -> list[RankingByMethod]:
    """Return the rankings of a stage under `compared_methods`, cached per snapshot.

    Penalties are left out of the others: they are in awards of the event's own method.
    """
    keys = "-".join(each.key for each in compared_methods(stage))
    key = f"rankings-by-method-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}-{keys}"
    found: list[RankingByMethod] | None = caches["template_fragments"].get_or_set(
        key, lambda: list(_ranked_otherwise(stage, snapshot))
    )
    return found or []


def _ranked_otherwise(stage: Stage, snapshot: Snapshot) -> Iterator[RankingByMethod]:
    methods = compared_methods(stage)
    books = [BoardAwardsCalculator(_scored_by(stage, method)) for method in methods]
    others, own = (
        [_standing(book.public_standings()) for book in books],
        BoardAwardsCalculator(stage).board_awards(),
    )
    board_awards = [book.board_awards() for book in books]
    for ranking in StoredStandings.from_json(snapshot.standings).rankings:
        rows = tuple(_rows(ranking, others))
        furthest = (
            _furthest(ranking.key, rows, at, own, other) for at, other in enumerate(board_awards)
        )
        yield RankingByMethod(*ranking.key, rows, tuple(zip(methods, furthest, strict=True)))


def _furthest(
    key: Key,
    rows: Sequence[ContestantByMethod],
    at: int,
    own: BoardAwardsByContestant,
    other: BoardAwardsByContestant,
) -> LargestRankChanges | None:
    gains = [row.gains[at] for row in rows]
    if not any(gains):
        return None
    ends = (max(0, *gains), min(0, *gains))
    return LargestRankChanges(
        *(tuple(_moved(key, rows, at, places, (own, other))) for places in ends)
    )


def _moved(
    key: Key,
    rows: Sequence[ContestantByMethod],
    at: int,
    places: int,
    board_awards: tuple[BoardAwardsByContestant, BoardAwardsByContestant],
) -> Iterator[RankChange]:
    for row in (row for row in rows if places and row.gains[at] == places):
        own, other = (each.get((*key, row.number), {}) for each in board_awards)
        yield RankChange(row.names, decisive_board(own, other, places))


def _rows(ranking: StoredRanking, others: Sequence[Standing]) -> Iterator[ContestantByMethod]:
    for row in ranking.rows:
        stands = tuple(each.get(ranking.key, {}).get(row.number, _NOWHERE) for each in others)
        yield ContestantByMethod(row.number, row.contestant, row.rank, row.total, stands)


def _standing(standings: StoredStandings) -> Standing:
    return {
        each.key: {
            row.number: MethodRank(row.rank, row.total, 0 if are_whole else 2) for row in each.rows
        }
        for each in standings.rankings
        for are_whole in [all(row.total.denominator == 1 for row in each.rows)]
    }


def _scored_by(stage: Stage, method: type[Method]) -> Stage:
    """Return an unsaved copy of the stage whose event has another method."""
    twin = Stage.objects.select_related("event").get(pk=stage.pk)
    twin.event.method_key, twin.event.method_options = method.key, {}
    return twin
