"""What an act would come to: it is done and rolled back, the standings with it."""

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
    """A contestant before and after; None where he has no place, or is not there.

    The mean is None too where the total decides: everybody has played as many boards, or a method
    says so.
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
        """Whether there is a mean to be shown."""
        return self.mean_before is not None or self.mean_after is not None


class ActionPreview(NamedTuple):
    """Whose place or total would change, as the desk has the standings; or why the act would be
    refused.

    `answer` is what the act would answer, None where it is refused. `withheld`: who would move is
    kept from the reader, who has boards yet to play.
    """

    ranking_changes: tuple[RankingChange, ...]
    problems: tuple[Problem, ...]
    answer: object = None
    withheld: bool = False

    @property
    def places_changed(self) -> int:
        """How many contestants would have another place; totals alone do not count."""
        return sum(change.rank_before != change.rank_after for change in self.ranking_changes)


class _Rollback(Exception):
    """Takes back all that was tried."""

    def __init__(self, preview: ActionPreview) -> None:
        super().__init__()
        self.preview = preview


def preview_action(
    stage: Stage, action: Callable[[], object], reader: int | None = None
) -> ActionPreview:
    """What `act` would change in the standings of a stage; nothing of it stays, nothing is queued.

    `reader` is the user who is to read it, None where nobody plays himself.

    One at a time, since the event is locked; on SQLite everybody else who writes waits as well. So
    nothing that searches or draws belongs in such an act.
    """
    try:
        with transaction.atomic():
            _lock_event(stage)
            raise _Rollback(_run(stage, action))
    except _Rollback as rollback:
        withheld = hides_rank_changes(reader, stage)
        return (
            rollback.preview._replace(ranking_changes=(), withheld=True)
            if withheld
            else rollback.preview
        )


def _lock_event(stage: Stage) -> None:
    """Whatever the act may seek, before the standings hold the stage: nobody seeks it after a
    stage."""
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=stage.event_id)
    list(
        Session.objects.select_for_update(of=("self",), no_key=True)
        .filter(stage=stage)
        .order_by("pk")
    )
    boards = Board.objects.select_for_update(of=("self",)).filter(session__stage=stage)
    list(boards.order_by("session_id", "number"))


def _run(stage: Stage, action: Callable[[], object]) -> ActionPreview:
    before = _current_standings(stage)
    try:
        answer = action()
    except ValidationFailed as failed:
        return ActionPreview((), tuple(failed.problems))
    after = _compute_standings(stage)
    return ActionPreview(
        _ranking_changes(before, after, _is_by_mean(stage, before, after)), (), answer
    )


def _current_standings(stage: Stage) -> StoredStandings:
    """As the desk has them, where nothing was said since: half of what a preview would cost."""
    stored = Stage.objects.get(pk=stage.pk)
    snapshot = last_snapshot(stored, Snapshot.Audience.DESK)
    if snapshot is None or is_outdated(stored, snapshot):
        return _compute_standings(stage)
    return StoredStandings.from_json(snapshot.standings)


def _compute_standings(stage: Stage) -> StoredStandings:
    """As they are now."""
    scoring_pipeline.lock_and_update_scales([stage])
    return scoring_pipeline.lock_and_compute_standings(Stage.objects.get(pk=stage.pk))


def _is_by_mean(stage: Stage, *standings: StoredStandings) -> bool:
    """Whether the mean decides places in one of them."""
    uneven = any(ranking.is_uneven for stored in standings for ranking in stored.rankings)
    return uneven and not stage.event.method.by_total


def _ranking_changes(
    before: StoredStandings, after: StoredStandings, is_by_mean: bool
) -> tuple[RankingChange, ...]:
    rows_before, rows_after = _rows_by_contestant(before), _rows_by_contestant(after)
    changes = (
        _ranking_change(row, rows_before.get(key), rows_after.get(key))
        for key, row in {**rows_before, **rows_after}.items()
    )
    changed = (change for change in changes if change[2::2] != change[3::2])
    return tuple(
        change if is_by_mean else change._replace(mean_before=None, mean_after=None)
        for change in changed
    )


def _rows_by_contestant(standings: StoredStandings) -> Mapping[tuple[object, int], StoredRow]:
    """Everybody's row, by his ranking and his number."""
    return {
        (ranking.key, row.number): row for ranking in standings.rankings for row in ranking.rows
    }


def _ranking_change(
    row: StoredRow, before: StoredRow | None, after: StoredRow | None
) -> RankingChange:
    return RankingChange(
        row.number,
        row.contestant,
        before.rank if before else None,
        after.rank if after else None,
        before.total if before else None,
        after.total if after else None,
        before.mean if before else None,
        after.mean if after else None,
    )
