"""Compute the rank of every contestant after each round.

The ranks after a round are computed from the results up to this round, which are compared only with
each other, as they were at the end of the round. Penalties that were given before its end count. A
correction counts from the round of the board on, even if it was made later.
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

# The key of the first round of the first session, as stored standings contain it.
_FIRST_ROUND = [1, 1]


@dataclass(frozen=True)
class RankHistory:
    """A contestant's rank after each round, None if they had no rank."""

    number: int
    names: str
    ranks: tuple[int | None, ...]


@dataclass(frozen=True)
class RankHistories:
    """The rank histories of the contestants of a ranking, in the order of its last standings.

    `section` is the number of the section if sections are ranked separately, otherwise 0. Sealed
    boards count as in public standings.
    """

    section: int
    line: str
    round_keys: tuple[RoundKey, ...]
    rows: tuple[RankHistory, ...]


def rank_histories(stage: Stage, snapshot: Snapshot) -> list[RankHistories]:
    """Return the rank histories of each ranking of a stage, cached per snapshot."""
    # The key contains the time, because in a restored database numbers of snapshots are used again.
    # The cache is not cleared by an upgrade: change the key if the fields of `RankHistory` change.
    key = f"rank-histories-by-results-{stage.pk}-{snapshot.number}-{snapshot.at.timestamp()}"
    histories: list[RankHistories] | None = caches["template_fragments"].get_or_set(
        key, lambda: _compute_rank_histories(stage)
    )
    return histories or []


def _compute_rank_histories(stage: Stage) -> list[RankHistories]:
    calculator, plays = standings_calculator(stage), visible_plays(stage)
    results, unplayed_boards = counted_plays(plays), unplayed_boards_of(stage, plays)
    round_keys = tuple(
        sorted({calculator.round_of_seating[result.seating_id] for result in results})
    )
    ends = _round_end_times(stage)
    rankings_by_round = [
        *(
            _rankings_at_round_end(
                calculator, results, unplayed_boards, round_key, ends.get(round_key)
            )
            for round_key in round_keys[:-1]
        ),
        *(
            _rankings_after_round(calculator, results, unplayed_boards, round_key)
            for round_key in round_keys[-1:]
        ),
    ]
    return [
        RankHistories(
            *key,
            round_keys,
            tuple(
                _rank_history(row, [rankings[key] for rankings in rankings_by_round])
                for row in rows
            ),
        )
        for key, rows in (rankings_by_round[-1].items() if rankings_by_round else ())
    ]


def previous_ranks(stage: Stage, snapshot: Snapshot) -> Mapping[int, int | None]:
    """Return each contestant's rank one round ago, by number; empty in the first round.

    Computing them takes as long as computing standings. So they are cached per snapshot, and empty
    for rankings that are longer than a page.
    """
    if (
        snapshot.standings.get("round") in (None, _FIRST_ROUND)
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
    results, unplayed_boards = counted_plays(plays), unplayed_boards_of(stage, plays)
    *earlier_keys, _last = sorted(
        {calculator.round_of_seating[result.seating_id] for result in results}
    ) or (None,)
    if not earlier_keys:
        return {}
    last_end = _round_end_times(stage).get(earlier_keys[-1])
    rankings = _rankings_at_round_end(
        calculator, results, unplayed_boards, earlier_keys[-1], last_end
    )
    return {row.number: row.rank for rows in rankings.values() for row in rows}


def _is_sit_out_until(round_key: RoundKey) -> Q:
    """Return the condition for sit-outs of rounds up to this one, in all sessions."""
    session_number, round_number = round_key
    same_session = Q(
        round__section__session__number=session_number, round__number__lte=round_number
    )
    return same_session | Q(round__section__session__number__lt=session_number)


def _rankings_at_round_end(
    calculator: StandingsCalculator,
    results: Sequence[CountedPlay],
    unplayed_boards: UnplayedSequence,
    round_key: RoundKey,
    ended_at: datetime | None,
) -> dict[tuple[int, str], Sequence[StoredRow]]:
    """Return the rankings at the end of a round, without scales of later results.

    `ended_at` is when the round ended, None if it has not. If all contestants are tied, nobody has
    a rank, as in the standings of a running event.
    """
    results_until_round = [
        result for result in results if calculator.round_of_seating[result.seating_id] <= round_key
    ]
    rankings = _rankings_after_round(
        calculator.as_of(results_until_round, ended_at),
        results_until_round,
        unplayed_boards,
        round_key,
    )
    return {key: _without_ranks_if_level(rows) for key, rows in rankings.items()}


def _round_end_times(stage: Stage) -> Mapping[RoundKey, datetime | None]:
    """Return when each round ended in the last of its sections; None if it has not in one."""
    rounds = Round.objects.filter(section__session__stage=stage).order_by()
    ends: dict[RoundKey, datetime | None] = {}
    for session_number, round_number, end in rounds.values_list(
        "section__session__number", "number", "ended_at"
    ):
        latest_end = ends.get((session_number, round_number), end)
        ends[session_number, round_number] = max(latest_end, end) if latest_end and end else None
    return ends


def _without_ranks_if_level(rows: Sequence[StoredRow]) -> Sequence[StoredRow]:
    is_level = all(row.rank in {1, None} for row in rows)
    return [replace(row, rank=None) for row in rows] if is_level else rows


def _rankings_after_round(
    calculator: StandingsCalculator,
    results: Sequence[CountedPlay],
    unplayed_boards: UnplayedSequence,
    round_key: RoundKey,
) -> dict[tuple[int, str], Sequence[StoredRow]]:
    results_until_round = [
        result for result in results if calculator.round_of_seating[result.seating_id] <= round_key
    ]
    sit_outs = visible_sit_outs(calculator.stage).filter(_is_sit_out_until(round_key))
    unplayed_boards = [board for board in unplayed_boards if board.round_key <= round_key]
    standings = calculator.standings(results_until_round, round_sit_outs(sit_outs), unplayed_boards)
    return {ranking.key: ranking.rows for ranking in standings.rankings}


def _rank_history(row: StoredRow, rows_by_round: Iterable[Sequence[StoredRow]]) -> RankHistory:
    ranks = [
        next((other_row.rank for other_row in rows if other_row.number == row.number), None)
        for rows in rows_by_round
    ]
    return RankHistory(row.number, row.contestant, tuple(ranks))
