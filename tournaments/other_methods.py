"""The same results under the other scoring methods: who would gain a place by them, and who
would lose."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.core.cache import caches

from scoring.catalogue import methods_for
from scoring.method import Method
from tournaments.models import Play, Snapshot, Stage
from tournaments.permissions.visibility.public_standings import is_open
from tournaments.queries.results.line_points import GIVEN
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredStandings
from tournaments.telling_boards import TellingBoard, WorthBook, WorthsOfAll, telling_board

Key = tuple[int, str]
"""A ranking: the number of its section, 0 where all are one field, and its line."""


class StandsOtherwise(NamedTuple):
    """Where somebody would stand under another method, None without a place, and with what
    total."""

    rank: int | None
    total: Fraction


Standing = Mapping[Key, Mapping[int, StandsOtherwise]]
"""By ranking and number."""

_NOWHERE = StandsOtherwise(None, Fraction(0))


@dataclass(frozen=True)
class RankedOtherwise:
    """One contestant: rank and total that he has, and what both would be under each other
    method."""

    number: int
    names: str
    rank: int | None
    total: Fraction
    others: tuple[StandsOtherwise, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        """How many places higher he would be under each, negative for lower."""
        return tuple(
            self.rank - other.rank if self.rank and other.rank else 0 for other in self.others
        )

    @property
    def places(self) -> list[tuple[StandsOtherwise, int]]:
        """Where he would stand under each, with what he gains."""
        return list(zip(self.others, self.gains, strict=True))


@dataclass(frozen=True)
class MovedOtherwise:
    """Somebody who would gain or lose most, and the board that tells most why; None where none
    does."""

    names: str
    board: TellingBoard | None


@dataclass(frozen=True)
class FurthestMoved:
    """All who would gain most, and all who would lose most; nobody where nobody would."""

    gain: tuple[MovedOtherwise, ...]
    lose: tuple[MovedOtherwise, ...]

    @property
    def gaining(self) -> list[str]:
        """The names of those who would gain most."""
        return [each.names for each in self.gain]

    @property
    def losing(self) -> list[str]:
        """The names of those who would lose most."""
        return [each.names for each in self.lose]

    @property
    def told(self) -> list[MovedOtherwise]:
        """Those of them of whom a board tells why."""
        return [each for each in (*self.gain, *self.lose) if each.board]


@dataclass(frozen=True)
class RankingOtherwise:
    """A ranking as it is, and each other method with who would move furthest; None where all
    stay."""

    section: int
    line: str
    rows: tuple[RankedOtherwise, ...]
    beside: tuple[tuple[type[Method], FurthestMoved | None], ...]


def other_methods(stage: Stage) -> list[type[Method]]:
    """What else the results of a stage could be scored by; none before all of it is open.

    Every other method tells how the results of a board lie to each other. What was brought along
    from an earlier stage is in awards of its method, and averages can only be given where a method
    has them.
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
        each for each in others if not has_given or (each.offers_averages and each.offers_percent)
    ]


def ranked_otherwise(stage: Stage, snapshot: Snapshot) -> list[RankingOtherwise]:
    """The rankings of a stage under `other_methods`, worked out once for each snapshot.

    Penalties are left out of the others: they are in awards of the event's own method.
    """
    keys = "-".join(each.key for each in other_methods(stage))
    key = f"otherwise-totals-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}-{keys}"
    found: list[RankingOtherwise] | None = caches["template_fragments"].get_or_set(
        key, lambda: list(_ranked_otherwise(stage, snapshot))
    )
    return found or []


def _ranked_otherwise(stage: Stage, snapshot: Snapshot) -> Iterator[RankingOtherwise]:
    methods = other_methods(stage)
    books = [WorthBook(_scored_by(stage, method)) for method in methods]
    others, own = [_standing(book.shown_to_anybody()) for book in books], WorthBook(stage).worths()
    worths = [book.worths() for book in books]
    for ranking in StoredStandings.from_json(snapshot.standings).rankings:
        rows = tuple(_rows(ranking, others))
        furthest = (_furthest(ranking.key, rows, at, own, other) for at, other in enumerate(worths))
        yield RankingOtherwise(*ranking.key, rows, tuple(zip(methods, furthest, strict=True)))


def _furthest(
    key: Key, rows: Sequence[RankedOtherwise], at: int, own: WorthsOfAll, other: WorthsOfAll
) -> FurthestMoved | None:
    gains = [row.gains[at] for row in rows]
    if not any(gains):
        return None
    ends = (max(0, *gains), min(0, *gains))
    return FurthestMoved(*(tuple(_moved(key, rows, at, places, (own, other))) for places in ends))


def _moved(
    key: Key,
    rows: Sequence[RankedOtherwise],
    at: int,
    places: int,
    worths: tuple[WorthsOfAll, WorthsOfAll],
) -> Iterator[MovedOtherwise]:
    for row in (row for row in rows if places and row.gains[at] == places):
        own, other = (each.get((*key, row.number), {}) for each in worths)
        yield MovedOtherwise(row.names, telling_board(own, other, places))


def _rows(ranking: StoredRanking, others: Sequence[Standing]) -> Iterator[RankedOtherwise]:
    for row in ranking.rows:
        stands = tuple(each.get(ranking.key, {}).get(row.number, _NOWHERE) for each in others)
        yield RankedOtherwise(row.number, row.contestant, row.rank, row.total, stands)


def _standing(standings: StoredStandings) -> Standing:
    return {
        each.key: {row.number: StandsOtherwise(row.rank, row.total) for row in each.rows}
        for each in standings.rankings
    }


def _scored_by(stage: Stage, method: type[Method]) -> Stage:
    """A copy of the stage, never stored, whose event has another method."""
    twin = Stage.objects.select_related("event").get(pk=stage.pk)
    twin.event.method_key, twin.event.method_options = method.key, {}
    return twin
