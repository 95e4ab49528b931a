"""Standings and plays that have to be counted again because of an action."""

import logging
from collections.abc import Collection

from django.db import OperationalError
from django.db.models import F, QuerySet

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.models import Board, Event, Play, Stage
from tournaments.queries.results.play_state import DERIVED_COLUMNS, set_derived_columns
from tournaments.tasks import enqueue_on_commit, score_stage

logger = logging.getLogger(__name__)

_NOT_MADE = _("The standings could not be calculated. The site’s log says why.")
_NOT_SCORED = _("Boards with a result that cannot be scored: %(boards)s. Look at them first.")


def rebuild_standings(stage_id: int) -> None:
    """Have the standings of a stage made anew, and at once: an act is seen by whoever did it."""
    Stage.objects.filter(pk=stage_id).update(
        awards_revision=F("awards_revision") + 1, snapshot_at=None
    )
    enqueue_on_commit(score_stage, stage_id)


def score_pending(stage: Stage) -> None:
    """Score what no task has scored yet, for an act that must not wait; the standings are made anew
    after it.

    So are the stages before of which anything is carried over. The tasks that were queued for these
    boards find nothing left to do, and so none of them sees to that.
    """
    for each in scoring_pipeline.lock_and_update_scales(_with_those_before(stage)):
        enqueue_on_commit(score_stage, each.pk)


def _with_those_before(stage: Stage) -> list[Stage]:
    before = stage.carry_over_from
    return [*_with_those_before(before), stage] if before else [stage]


def score_and_rebuild_now(event: Event) -> None:
    """Count what no task has counted yet and make all standings now, for an act after which they
    are final.

    Raises `ValidationFailed` where boards cannot be counted, or standings cannot be made.
    """
    stages = list(event.stages.order_by("number"))
    scoring_pipeline.lock_and_update_scales(stages)
    for stage in stages:
        _make_standings(stage)


def _make_standings(stage: Stage) -> None:
    if behind := scoring_pipeline.pending_boards(stage):
        numbers = (
            Board.objects.filter(pk__in=behind)
            .order_by("session", "number")
            .values_list("number", flat=True)
        )
        params = {"boards": ", ".join(map(str, numbers))}
        raise ValidationFailed([Problem("not_scored", _NOT_SCORED, params)])
    try:
        scoring_pipeline.take_snapshot(stage.pk)
    except OperationalError:
        raise
    except Exception as wrong:
        logger.exception("stage %s: no standings can be made", stage.pk)
        raise ValidationFailed([Problem("not_made", _NOT_MADE)]) from wrong


def include_added_plays(stage: Stage) -> None:
    """Have boards that were counted know of plays that an act has added to them."""
    if scoring_pipeline.add_plays_to_scales(stage):
        enqueue_on_commit(score_stage, stage.pk)


def lock_boards(boards: Collection[int]) -> QuerySet[Board]:
    """Lock some boards in the order in which everybody does; answers them.

    An act does so before it changes the board or the group of a play, or takes plays away: who
    counts has the board first and seeks its plays after it.
    """
    concerned = Board.objects.filter(pk__in=boards)
    list(concerned.select_for_update(of=("self",)).order_by("session_id", "number"))
    return concerned


def rescore_boards(plays: Collection[int], boards: Collection[int]) -> None:
    """Settle plays by the conditions of the board they have now, and have all of some boards
    counted anew.

    `boards` are those they were on and those they are on. To be used in the transaction of an act,
    which has the standings made.
    """
    concerned = lock_boards(boards)
    related = Play.objects.filter(pk__in=plays).select_related("board__session__stage__event")
    for play in related.prefetch_related("entries"):
        entries = list(play.entries.all())
        set_derived_columns(play, entries, play.board.session.stage.event.game)
        # 0 in a play that is there again.
        revision = max((entry.revision for entry in entries), default=0)
        columns = {column: getattr(play, column) for column in DERIVED_COLUMNS}
        Play.objects.filter(pk=play.pk).update(revision=revision, **columns)
    scoring_pipeline.discard_scales(concerned)
