"""The standings that a reader is shown: the latest snapshot, caught up with first where no
worker does it."""

from django.conf import settings
from django.http import Http404

from tournaments.access.best_effort_write import if_free
from tournaments.models import Event, Snapshot, Stage
from tournaments.permissions.visibility.plays_counted_in_public import withholds
from tournaments.queries.standings.latest import is_outdated, last_snapshot
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.tasks import score_stage


def last_stage(event: Event) -> Stage:
    """The stage whose standings are shown: the last."""
    stages = event.stages.all()
    if not stages:
        raise Http404
    return max(stages, key=lambda stage: stage.number)


def visible_snapshot(stage: Stage) -> Snapshot | None:
    """What anybody may see of the latest standings; None while nothing of them may be seen."""
    snapshot = _fresh(stage, Snapshot.Audience.PUBLIC)
    return snapshot if snapshot and not _withholds_all(stage, snapshot) else None


def desk_snapshot(stage: Stage) -> Snapshot | None:
    """The latest standings with every result; None before the first."""
    return _fresh(stage, Snapshot.Audience.DESK)


def _fresh(stage: Stage, audience: Snapshot.Audience) -> Snapshot | None:
    """The latest; where no worker does it, what they lack is caught up with first."""
    if before := stage.carried_from:
        _fresh(before, audience)
        stage.refresh_from_db(fields=["awards_revision"])
    snapshot = last_snapshot(stage, audience)
    if settings.CELERY_TASK_ALWAYS_EAGER and is_outdated(stage, snapshot):
        with if_free():
            score_stage.delay(stage.pk)
            snapshot = last_snapshot(stage, audience)
    if snapshot and not snapshot.shown:
        with if_free():
            Snapshot.objects.filter(pk=snapshot.pk).update(shown=True)
    return snapshot


def _withholds_all(stage: Stage, snapshot: Snapshot) -> bool:
    """Whether no result counts for the public yet where some may be kept from it."""
    counted = StoredStandings.from_json(snapshot.standings).plays
    return not counted and withholds(stage)
