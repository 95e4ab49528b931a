"""Every contestant's rank after each round.

Awards are taken as they are now, including what later results at other tables changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import caches
from django.db.models import Q

from tournaments.models import Snapshot, Stage
from tournaments.permissions.visibility.plays_counted_in_public import (
    visible_plays,
    visible_sit_outs,
)
from tournaments.queries.results.counted_plays import CountedPlay, counted_plays, sat_out
from tournaments.queries.results.rests_and_unplayed import Missing, unplayed
from tournaments.queries.standings.ranking import RANKING_PAGE_SIZE
from tournaments.queries.standings.snapshot_format import RoundKey, StoredRow
from tournaments.scoring_pipeline import StandingsCalculator, standings_calculator

# The first round of the first session, as standings store it.
_FIRST = [1, 1]


@dataclass(frozen=True)
class RankHistory:
    """A contestant's rank after each round, None while unranked."""

    number: int
    names: str
    ranks: tuple[int | None, ...]


@dataclass(frozen=True)
class RankHistories:
    """The rank histories of a ranking, in the order of its last standings.

    `section` is its number if sections are ranked separately, otherwise 0. Awards of sealed boards
    count as they do in the standings.
    """

    section: int
    line: str
    moments: tuple[RoundKey, ...]
    rows: tuple[RankHistory, ...]


def rank_histories(stage: Stage, snapshot: Snapshot) -> list[RankHistories]:
    """Return the rank histories of each ranking of a stage, cached per snapshot."""
    # A restored database numbers its snapshots again: their time tells them apart. A cache outlives
    # an upgrade: a `RankHistory` of another shape wants another key.
    key = f"rank-histories-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}"
    found: list[RankHistories] | None = caches["template_fragments"].get_or_set(
        key, lambda: _courses(stage)
    )
    return found or []


def _courses(stage: Stage) -> list[RankHistories]:
    book, plays = standings_calculator(stage), visible_plays(stage)
    results, missing = counted_plays(plays), unplayed(stage, plays)
    moments = tuple(sorted({book.moment_of[result.seating] for result in results}))
    after = [_rankings(book, results, missing, moment) for moment in moments]
    return [
        RankHistories(
            *key,
            moments,
            tuple(_course(row, [rankings[key] for rankings in after]) for row in rows),
        )
        for key, rows in (after[-1].items() if after else ())
    ]


def previous_ranks(stage: Stage, snapshot: Snapshot) -> Mapping[int, int | None]:
    """Return each contestant's rank one round ago by number; empty in the first round.

    Cached per snapshot, and empty for rankings longer than a page, because it costs as much as the
    standings.
    """
    if (
        snapshot.standings.get("round") in (None, _FIRST)
        or stage.event.contestants.count() > RANKING_PAGE_SIZE
    ):
        return {}
    key = f"previous-ranks-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}"
    found: Mapping[int, int | None] | None = caches["template_fragments"].get_or_set(
        key, lambda: _ranks_before(stage)
    )
    return found or {}


def _ranks_before(stage: Stage) -> Mapping[int, int | None]:
    book, plays = standings_calculator(stage), visible_plays(stage)
    results, missing = counted_plays(plays), unplayed(stage, plays)
    *before, _last = sorted({book.moment_of[result.seating] for result in results}) or (None,)
    if not before:
        return {}
    rankings = _rankings(book, results, missing, before[-1])
    return {row.number: row.rank for rows in rankings.values() for row in rows}


def _until(moment: RoundKey) -> Q:
    """Return a filter for sit-outs of rounds up to this one."""
    session, number = moment
    here = Q(round__section__session__number=session, round__number__lte=number)
    return here | Q(round__section__session__number__lt=session)


def _rankings(
    book: StandingsCalculator, results: Sequence[CountedPlay], missing: Missing, moment: RoundKey
) -> dict[tuple[int, str], Sequence[StoredRow]]:
    counted = [result for result in results if book.moment_of[result.seating] <= moment]
    sit_outs = visible_sit_outs(book.stage).filter(_until(moment))
    not_played = [each for each in missing if each.moment <= moment]
    standings = book.standings(counted, sat_out(sit_outs), not_played)
    return {ranking.key: ranking.rows for ranking in standings.rankings}


def _course(row: StoredRow, after: Iterable[Sequence[StoredRow]]) -> RankHistory:
    ranks = [
        next((each.rank for each in rows if each.number == row.number), None) for rows in after
    ]
    return RankHistory(row.number, row.contestant, tuple(ranks))
