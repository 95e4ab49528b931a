"""Every contestant's rank after each round.

A round's ranks are computed from the results of the rounds up to it, compared with each other
alone, as the standings at its end were, with the penalties given until then. Corrections count in
every round, whenever they were made.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.core.cache import caches
from django.db.models import Q

from tournaments.models import Round, Snapshot, Stage
from tournaments.permissions.visibility.public_standings import (
    visible_plays,
    visible_sit_outs,
)
from tournaments.queries.results.counted_plays import CountedPlay, counted_plays, round_sit_outs
from tournaments.queries.results.unplayed_boards import UnplayedSequence, unplayed_boards_of
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
    round_keys: tuple[RoundKey, ...]
    rows: tuple[RankHistory, ...]


def rank_histories(stage: Stage, snapshot: Snapshot) -> list[RankHistories]:
    """Return the rank histories of each ranking of a stage, cached per snapshot."""
    # The key includes the time because a restored database numbers its snapshots again. The cache
    # outlives an upgrade: change the key when the fields of `RankHistory` change.
    key = f"rank-histories-by-results-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}"
    histories: list[RankHistories] | None = caches["template_fragments"].get_or_set(
        key, lambda: _compute_rank_histories(stage)
    )
    return histories or []


def _compute_rank_histories(stage: Stage) -> list[RankHistories]:
    calculator, plays = standings_calculator(stage), visible_plays(stage)
    results, missing = counted_plays(plays), unplayed_boards_of(stage, plays)
    moments = tuple(sorted({calculator.round_of_seating[result.seating] for result in results}))
    ends = _round_ends(stage)
    rankings_by_round = [
        *(
            _earlier_rankings(calculator, results, missing, moment, ends.get(moment))
            for moment in moments[:-1]
        ),
        *(_rankings(calculator, results, missing, moment) for moment in moments[-1:]),
    ]
    return [
        RankHistories(
            *key,
            moments,
            tuple(
                _rank_history(row, [rankings[key] for rankings in rankings_by_round])
                for row in rows
            ),
        )
        for key, rows in (rankings_by_round[-1].items() if rankings_by_round else ())
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
    ranks: Mapping[int, int | None] | None = caches["template_fragments"].get_or_set(
        key, lambda: _compute_previous_ranks(stage)
    )
    return ranks or {}


def _compute_previous_ranks(stage: Stage) -> Mapping[int, int | None]:
    calculator, plays = standings_calculator(stage), visible_plays(stage)
    results, missing = counted_plays(plays), unplayed_boards_of(stage, plays)
    *earlier, _last = sorted(
        {calculator.round_of_seating[result.seating] for result in results}
    ) or (None,)
    if not earlier:
        return {}
    until = _round_ends(stage).get(earlier[-1])
    rankings = _earlier_rankings(calculator, results, missing, earlier[-1], until)
    return {row.number: row.rank for rows in rankings.values() for row in rows}


def _until(moment: RoundKey) -> Q:
    """Return a filter for sit-outs of rounds up to this one."""
    session, number = moment
    same_session = Q(round__section__session__number=session, round__number__lte=number)
    return same_session | Q(round__section__session__number__lt=session)


def _earlier_rankings(
    calculator: StandingsCalculator,
    results: Sequence[CountedPlay],
    missing: UnplayedSequence,
    moment: RoundKey,
    until: datetime | None,
) -> dict[tuple[int, str], Sequence[StoredRow]]:
    """Return the rankings as they were after a round, before any later result was compared.

    `until` is when the round ended, None if it has not. Nobody has a rank while all are level, as
    in the standings of a running event.
    """
    earlier_plays = [
        result for result in results if calculator.round_of_seating[result.seating] <= moment
    ]
    rankings = _rankings(calculator.as_of(earlier_plays, until), earlier_plays, missing, moment)
    return {key: _without_ranks_if_level(rows) for key, rows in rankings.items()}


def _round_ends(stage: Stage) -> Mapping[RoundKey, datetime | None]:
    """Return when each round ended in its last section; None for one that has not."""
    rounds = Round.objects.filter(section__session__stage=stage).order_by()
    ends: dict[RoundKey, datetime | None] = {}
    for session, number, end in rounds.values_list(
        "section__session__number", "number", "ended_at"
    ):
        earlier = ends.get((session, number), end)
        ends[session, number] = max(earlier, end) if earlier and end else None
    return ends


def _without_ranks_if_level(rows: Sequence[StoredRow]) -> Sequence[StoredRow]:
    is_level = all(row.rank in {1, None} for row in rows)
    return [replace(row, rank=None) for row in rows] if is_level else rows


def _rankings(
    calculator: StandingsCalculator,
    results: Sequence[CountedPlay],
    missing: UnplayedSequence,
    moment: RoundKey,
) -> dict[tuple[int, str], Sequence[StoredRow]]:
    earlier_plays = [
        result for result in results if calculator.round_of_seating[result.seating] <= moment
    ]
    sit_outs = visible_sit_outs(calculator.stage).filter(_until(moment))
    unplayed_boards = [item for item in missing if item.round_key <= moment]
    standings = calculator.standings(earlier_plays, round_sit_outs(sit_outs), unplayed_boards)
    return {ranking.key: ranking.rows for ranking in standings.rankings}


def _rank_history(row: StoredRow, rows_by_round: Iterable[Sequence[StoredRow]]) -> RankHistory:
    ranks = [
        next((other.rank for other in rows if other.number == row.number), None)
        for rows in rows_by_round
    ]
    return RankHistory(row.number, row.contestant, tuple(ranks))
