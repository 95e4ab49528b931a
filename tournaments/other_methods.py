"""The same results under the other scoring methods: who would gain a place by them, and who would lose."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.cache import cache

from scoring.catalogue import METHODS
from scoring.method import Method
from tournaments.models import Penalty, Play, Snapshot, Stage
from tournaments.queries.made import GIVEN
from tournaments.queries.stored_standings import StoredRanking, StoredStandings
from tournaments.queries.visibility.public_standings import is_open
from tournaments.scorebook import StageBook

Key = tuple[int, str]
"""A ranking: the number of its section, 0 where all are one field, and its line."""

Ranks = Mapping[Key, Mapping[int, int | None]]
"""By ranking and number."""


@dataclass(frozen=True)
class RankedOtherwise:
    """One contestant: the rank he has, and what it would be under each other method; None without one."""

    number: int
    names: str
    rank: int | None
    others: tuple[int | None, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        """How many places higher he would be under each, negative for lower."""
        return tuple(self.rank - other if self.rank and other else 0 for other in self.others)

    @property
    def places(self) -> list[tuple[int | None, int]]:
        """His rank under each, with what he gains."""
        return list(zip(self.others, self.gains, strict=True))


@dataclass(frozen=True)
class RankingOtherwise:
    """A ranking as it is, beside what the other methods would make of it."""

    section: int
    line: str
    rows: tuple[RankedOtherwise, ...]
    methods: tuple[type[Method], ...]

    @property
    def beside(self) -> list[tuple[type[Method], tuple[list[str], list[str]] | None]]:
        """Each other method, with the names of all who would gain most and lose most; None where all stay."""
        return [(method, self._furthest(at)) for at, method in enumerate(self.methods)]

    def _furthest(self, at: int) -> tuple[list[str], list[str]] | None:
        gains = [row.gains[at] for row in self.rows]
        if not any(gains):
            return None
        most, least = (self._who_gains(at, each) for each in (max(gains), min(gains)))
        return most, least

    def _who_gains(self, at: int, places: int) -> list[str]:
        return [row.names for row in self.rows if row.gains[at] == places]


def other_methods(stage: Stage) -> list[type[Method]]:
    """What else the results of a stage could be scored by; none before all of it is open.

    Every other method tells how the results of a board lie to each other. What was brought along from an
    earlier stage is in awards of its method, and averages can only be given where a method has them.
    """
    if not is_open(stage) or stage.carried_from or stage.event.at_two_tables or stage.event.method.by_total:
        return []
    others = (each for each in METHODS if each.key != stage.event.method_key and not each.by_total)
    has_given = Play.objects.filter(board__session__stage=stage, counted__startswith=GIVEN).exists()
    return [each for each in others if not has_given or (each.offers_averages and each.offers_percent)]


def ranked_otherwise(stage: Stage, snapshot: Snapshot) -> list[RankingOtherwise]:
    """The rankings of a stage under `other_methods`, worked out once for each snapshot.

    Penalties are left out of the others: they are in awards of the event's own method.
    """
    keys = "-".join(each.key for each in other_methods(stage))
    key = f"otherwise-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}-{keys}"
    found: list[RankingOtherwise] | None = cache.get_or_set(
        key, lambda: list(_ranked_otherwise(stage, snapshot))
    )
    return found or []


def _ranked_otherwise(stage: Stage, snapshot: Snapshot) -> Iterator[RankingOtherwise]:
    methods = tuple(other_methods(stage))
    others = [_ranks(_scored_by(stage, method)) for method in methods]
    for ranking in StoredStandings.from_json(snapshot.standings).rankings:
        yield RankingOtherwise(*ranking.key, tuple(_rows(ranking, others)), methods)


def _rows(ranking: StoredRanking, others: Sequence[Ranks]) -> Iterator[RankedOtherwise]:
    for row in ranking.rows:
        ranks = tuple(each.get(ranking.key, {}).get(row.number) for each in others)
        yield RankedOtherwise(row.number, row.contestant, row.rank, ranks)


def _ranks(standings: StoredStandings) -> Ranks:
    return {each.key: {row.number: row.rank for row in each.rows} for each in standings.rankings}


def _scored_by(stage: Stage, method: type[Method]) -> StoredStandings:
    """The standings that a method would make: of a copy of the stage that is never stored."""
    twin = Stage.objects.select_related("event").get(pk=stage.pk)
    twin.event.method_key, twin.event.method_options = method.key, {}
    return _Twin(twin).shown_to_anybody()


class _Twin(StageBook):
    """A book of the results alone."""

    @cached_property
    def _penalties(self) -> Mapping[int, Sequence[Penalty]]:
        return {}
