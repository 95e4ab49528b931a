"""Preview an action: run it, compare the standings before and after, and roll it back."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from django.db import transaction

from games.problems import Problem, ValidationFailed
from tournaments import scoring_pipeline
from tournaments.models import Board, Event, Session, Snapshot, Stage
from tournaments.permissions.visibility.playing_members import hides_rank_changes
from tournaments.queries.standings.latest import is_outdated, last_snapshot
from tournaments.queries.standings.snapshot_format import StoredRow, StoredStandings


class RankingChange(NamedTuple):
    """The rank, total and mean of a contestant before and after an action.

    The rank is None for an unranked contestant. Rank, total and mean are None if the standings do
    not list the contestant. Both means are None if ranks depend on totals, because all contestants
    have played equally many boards or the method ranks by totals.
    """

    number: int
    name: str
    rank_before: int | None
    rank_after: int | None
    total_before: Fraction | None
    total_after: Fraction | None
    mean_before: Fraction | None = None
    mean_after: Fraction | None = None

    @property
    def is_by_mean(self) -> bool:
        """Return whether the means decide the rank and are to be shown."""
        return self.mean_before is not None or self.mean_after is not None


class ActionPreview(NamedTuple):
    """The ranking changes that an action would make, or the problems that would prevent it.

    `answer` is what the action returned, None if it failed. If `withheld` is true, the ranking
    changes are left out because the reader still has boards to play.
    """

    ranking_changes: tuple[RankingChange, ...]
    problems: tuple[Problem, ...]
    answer: object = None
    withheld: bool = False

    @property
    def places_changed(self) -> int:
        """Return how many contestants would get another rank."""
        return sum(change.rank_before != change.rank_after for change in self.ranking_changes)


class _Rollback(Exception):
    """Raised to roll back the transaction of a previewed action; contains the preview."""

    def __init__(self, preview: ActionPreview) -> None:
        super().__init__()
        self.preview = preview


def preview_action(
    stage: Stage, action: Callable[[], object], reader_id: int | None = None
) -> ActionPreview:
    """Return what `action` would change in the standings of a stage; nothing is stored.

    `reader_id` is the primary key of the user who will read the preview, None to withhold nothing.
    Tasks are not enqueued, since the transaction is rolled back. The event is locked meanwhile, and
    on SQLite the whole database, so `action` must be fast: it must not search for movements or
    draw rounds.
    """
    try:
        with transaction.atomic():
            _lock_event(stage)
            raise _Rollback(_run(stage, action))
    except _Rollback as rollback:
        withheld = hides_rank_changes(reader_id, stage)
        return (
            rollback.preview._replace(ranking_changes=(), withheld=True)
            if withheld
            else rollback.preview
        )


def _lock_event(stage: Stage) -> None:
    """Lock the event, its sessions and its boards in the order in which all actions lock.

    The preview locks the stage to compute its standings. To avoid deadlocks, event, sessions and
    boards are always locked before a stage, never after it.
    """
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=stage.event_id)
    list(
        Session.objects.select_for_update(of=("self",), no_key=True)
        .filter(stage=stage)
        .order_by("pk")
    )
    boards = Board.objects.select_for_update(of=("self",)).filter(session__stage=stage)
    list(boards.order_by("session_id", "number"))


def _run(stage: Stage, action: Callable[[], object]) -> ActionPreview:
    standings_before = _current_standings(stage)
    try:
        answer = action()
    except ValidationFailed as error:
        return ActionPreview((), tuple(error.problems))
    standings_after = _compute_standings(stage)
    return ActionPreview(
        _ranking_changes(
            standings_before, standings_after, _is_by_mean(stage, standings_before, standings_after)
        ),
        (),
        answer,
    )


def _current_standings(stage: Stage) -> StoredStandings:
    """Return the desk's latest snapshot if it is current, else compute the standings.

    Without computing them a preview takes half as long.
    """
    stored = Stage.objects.get(pk=stage.pk)
    snapshot = last_snapshot(stored, Snapshot.Audience.DESK)
    if snapshot is None or is_outdated(stored, snapshot):
        return _compute_standings(stage)
    return StoredStandings.from_json(snapshot.standings)


def _compute_standings(stage: Stage) -> StoredStandings:
    """Update the scales of the stage, and return the standings computed from the current rows."""
    scoring_pipeline.lock_and_update_scales([stage])
    return scoring_pipeline.lock_and_compute_standings(Stage.objects.get(pk=stage.pk))


def _is_by_mean(stage: Stage, *standings: StoredStandings) -> bool:
    """Return whether the mean per board ranks: boards are uneven, and totals do not rank."""
    has_uneven_ranking = any(
        ranking.is_uneven for stored in standings for ranking in stored.rankings
    )
    return has_uneven_ranking and not stage.event.method.ranks_by_total


def _ranking_changes(
    standings_before: StoredStandings, standings_after: StoredStandings, is_by_mean: bool
) -> tuple[RankingChange, ...]:
    rows_before, rows_after = (
        _rows_by_contestant(standings_before),
        _rows_by_contestant(standings_after),
    )
    changes = (
        _ranking_change(row, rows_before.get(key), rows_after.get(key))
        for key, row in {**rows_before, **rows_after}.items()
    )
    # From the third on the fields alternate: rank before, rank after, total before, total after …
    ranking_changes = (change for change in changes if change[2::2] != change[3::2])
    return tuple(
        change if is_by_mean else change._replace(mean_before=None, mean_after=None)
        for change in ranking_changes
    )


def _rows_by_contestant(standings: StoredStandings) -> Mapping[tuple[object, int], StoredRow]:
    """Return the rows by ranking and contestant number."""
    return {
        (ranking.key, row.number): row for ranking in standings.rankings for row in ranking.rows
    }


def _ranking_change(
    row: StoredRow, row_before: StoredRow | None, row_after: StoredRow | None
) -> RankingChange:
    return RankingChange(
        row.number,
        row.contestant,
        row_before.rank if row_before else None,
        row_after.rank if row_after else None,
        row_before.total if row_before else None,
        row_after.total if row_after else None,
        row_before.mean if row_before else None,
        row_after.mean if row_after else None,
    )
