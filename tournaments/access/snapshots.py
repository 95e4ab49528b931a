"""The standings that a reader is shown: the latest snapshot, caught up with first where no worker does it."""

from django.conf import settings
from django.http import Http404

from tournaments.course import visible_part
from tournaments.models import Event, Snapshot, Stage
from tournaments.queries.shown_standings import is_behind, last_snapshot
from tournaments.tasks import catch_up


def last_stage(event: Event) -> Stage:
    """The stage whose standings are shown: the last."""
    stage = event.stages.last()
    if stage is None:
        raise Http404
    return stage


def visible_snapshot(stage: Stage) -> Snapshot | None:
    """What anybody may see of the latest standings; None while there is nothing to show."""
    snapshot = fresh_snapshot(stage)
    return visible_part(stage, snapshot) if snapshot else None


def fresh_snapshot(stage: Stage) -> Snapshot | None:
    """The latest standings; where no worker does it, what they lack is caught up with first."""
    snapshot = last_snapshot(stage)
    if settings.CELERY_TASK_ALWAYS_EAGER and is_behind(stage, snapshot):
        catch_up.delay()
        snapshot = last_snapshot(stage)
    return snapshot
