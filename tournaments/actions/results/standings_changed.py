"""Standings that have to be made anew though no result changed: a penalty, a sit-out, a withdrawal."""

from django.db.models import F

from tournaments.models import Stage
from tournaments.tasks import after_commit, refresh_standings


def standings_changed(stage_id: int) -> None:
    """Have the standings of a stage made anew; they follow awards alone, so these count as changed."""
    Stage.objects.filter(pk=stage_id).update(awards_revision=F("awards_revision") + 1)
    after_commit(refresh_standings, stage_id)
