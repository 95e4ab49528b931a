"""Standings for a reader: the latest snapshot.

Without a worker the request brings the snapshot up to date first.
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
    """Return the last stage of an event, whose standings are shown."""
    stages = event.stages.all()
    if not stages:
        raise Http404
    return max(stages, key=lambda stage: stage.number)


def visible_snapshot(stage: Stage) -> Snapshot | None:
    """Return the latest public standings, or None while the public may see none."""
    snapshot = _current(stage, Snapshot.Audience.PUBLIC)
    return snapshot if snapshot and not _hides_everything(stage, snapshot) else None


def desk_snapshot(stage: Stage) -> Snapshot | None:
    """Return the latest standings with every result, or None before the first."""
    return _current(stage, Snapshot.Audience.DESK)


def _current(stage: Stage, audience: Snapshot.Audience) -> Snapshot | None:
    """Return the latest snapshot and mark it as viewed; rebuild it first without a worker."""
    if previous_stage := stage.carry_over_from:
        _current(previous_stage, audience)
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
    """Return whether no result counts in public yet and some may be withheld."""
    counted_plays = StoredStandings.from_json(snapshot.standings).plays
    return not counted_plays and may_omit_results(stage)
