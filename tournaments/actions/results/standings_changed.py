"""Standings that have to be made anew by an act: a penalty, a round that ends, results not scored yet."""

from django.db.models import F

from tournaments import scorebook
from tournaments.models import Stage
from tournaments.tasks import after_commit, keep_scorebook


def standings_changed(stage_id: int) -> None:
    """Have the standings of a stage made anew, and at once: an act is seen by whoever did it."""
    Stage.objects.filter(pk=stage_id).update(awards_revision=F("awards_revision") + 1, made_at=None)
    after_commit(keep_scorebook, stage_id)


def bring_up_to_date(stage: Stage) -> None:
    """Score what no task has scored yet, for an act that must not wait; the standings are made anew after it.

    The tasks that were queued for these boards find nothing left to do, and so none of them sees to that.
    """
    if scorebook.count_behind(stage):
        after_commit(keep_scorebook, stage.pk)


def plays_added(stage: Stage) -> None:
    """Have boards that were counted know of plays that an act has added to them."""
    if scorebook.count_new_plays(stage):
        after_commit(keep_scorebook, stage.pk)
