"""Standings for a reader: the latest snapshot of a stage.

In an installation without a worker, the request rebuilds an outdated snapshot first.
"""

from django.conf import settings
from django.http import Http404

from tournaments.access.best_effort_write import best_effort_write
from tournaments.models import Event, Snapshot, Stage
from tournaments.permissions.visibility.public_standings import may_omit_results
from tournaments.queries.standings.latest import is_outdated, last_snapshot
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.tasks import score_stage


def get_last_stage_or_404(event: Event) -> Stage:
    """Return the last stage of an event; raise `Http404` if it has none."""
    stages = event.stages.all()
    if not stages:
        raise Http404
    return max(stages, key=lambda stage: stage.number)


def visible_snapshot(stage: Stage) -> Snapshot | None:
    """Return the latest public standings, or None while all results are hidden."""
    snapshot = _get_snapshot(stage, Snapshot.Audience.PUBLIC)
    return snapshot if snapshot and not _hides_everything(stage, snapshot) else None


def desk_snapshot(stage: Stage) -> Snapshot | None:
    """Return the latest standings of the desk, with every result; None before the first."""
    return _get_snapshot(stage, Snapshot.Audience.DESK)


def _get_snapshot(stage: Stage, audience: Snapshot.Audience) -> Snapshot | None:
    """Return the latest snapshot for an audience, and mark it as viewed.

    Without a worker an outdated snapshot is rebuilt first. The same is done for the stage whose
    totals are carried over.
    """
    if previous_stage := stage.carry_over_from:
        _get_snapshot(previous_stage, audience)
        stage.refresh_from_db(fields=["awards_revision"])
    snapshot = last_snapshot(stage, audience)
    if settings.CELERY_TASK_ALWAYS_EAGER and is_outdated(stage, snapshot):
        with best_effort_write():
            score_stage.delay(stage.pk)
            snapshot = last_snapshot(stage, audience)
    if snapshot and not snapshot.was_viewed:
        with best_effort_write():
            Snapshot.objects.filter(pk=snapshot.pk).update(was_viewed=True)
    return snapshot


def _hides_everything(stage: Stage, snapshot: Snapshot) -> bool:
    """Return whether the public snapshot has no results, and results may be hidden from it."""
    counted_plays = StoredStandings.from_json(snapshot.standings).plays
    return not counted_plays and may_omit_results(stage)
