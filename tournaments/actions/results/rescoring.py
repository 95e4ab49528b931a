"""Rescore boards and rebuild standings after an action has changed what they depend on."""

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

_STANDINGS_FAILED = _("The standings could not be calculated. The site’s log says why.")
_UNSCORABLE_BOARDS = _(
    "Boards with a result that cannot be scored: %(boards)s. Look at them first."
)


def rebuild_standings(stage_id: int) -> None:
    """Let a task rebuild the standings of a stage after the transaction's commit.

    The task does not wait for the snapshot interval, so that the actor sees the effect at once.
    """
    Stage.objects.filter(pk=stage_id).update(
        awards_revision=F("awards_revision") + 1, snapshot_at=None
    )
    enqueue_on_commit(score_stage, stage_id)


def score_pending(stage: Stage) -> None:
    """Score the pending boards of a stage now, and rebuild its standings after the commit.

    The same is done for the stages whose totals are carried over. Tasks enqueued before for these
    boards will find them scored and do nothing, so this function enqueues the rebuilding.
    """
    for changed_stage in scoring_pipeline.lock_and_update_scales(_with_previous_stages(stage)):
        enqueue_on_commit(score_stage, changed_stage.pk)


def _with_previous_stages(stage: Stage) -> list[Stage]:
    previous = stage.carry_over_from
    return [*_with_previous_stages(previous), stage] if previous else [stage]


def score_and_rebuild_now(event: Event) -> None:
    """Score all pending boards of an event and rebuild its standings in this transaction.

    This is for actions after which the standings are final, such as publishing. Raises
    `ValidationFailed` if boards cannot be scored or standings cannot be computed.
    """
    stages = list(event.stages.order_by("number"))
    scoring_pipeline.lock_and_update_scales(stages)
    for stage in stages:
        _rebuild_now(stage)


def _rebuild_now(stage: Stage) -> None:
    if pending_board_ids := scoring_pipeline.pending_board_ids(stage):
        numbers = (
            Board.objects.filter(pk__in=pending_board_ids)
            .order_by("session", "number")
            .values_list("number", flat=True)
        )
        params = {"boards": ", ".join(map(str, numbers))}
        raise ValidationFailed([Problem("not_scored", _UNSCORABLE_BOARDS, params)])
    try:
        scoring_pipeline.take_snapshot(stage.pk)
    except OperationalError:
        raise
    except Exception as error:
        logger.exception("stage %s: no standings can be made", stage.pk)
        raise ValidationFailed([Problem("not_made", _STANDINGS_FAILED)]) from error


def include_added_plays(stage: Stage) -> None:
    """Include plays that an action has added in the scales of boards that are scored already."""
    if scoring_pipeline.add_plays_to_scales(stage):
        enqueue_on_commit(score_stage, stage.pk)


def lock_boards(board_ids: Collection[int]) -> QuerySet[Board]:
    """Lock boards by their ids, in the order in which all actions lock, and return them.

    Call this before changing the board or the group of a play, and before deleting plays, because
    scoring locks a board first and reads its plays afterwards.
    """
    rows = Board.objects.filter(pk__in=board_ids)
    list(rows.select_for_update(of=("self",)).order_by("session_id", "number"))
    return rows


def rescore_boards(play_ids: Collection[int], board_ids: Collection[int]) -> None:
    """Derive the columns of some plays again, and mark all plays of some boards as unscored.

    `play_ids` are the plays whose board or group has changed, and `board_ids` the boards to which
    they belonged before and after the change. Call inside the transaction of an action that
    rebuilds the standings.
    """
    locked_boards = lock_boards(board_ids)
    rows = Play.objects.filter(pk__in=play_ids).select_related("board__session__stage__event")
    for play in rows.prefetch_related("entries"):
        entries = list(play.entries.all())
        set_derived_columns(play, entries, play.board.session.stage.event.game)
        # Undo steps do not store revisions, so a play that undoing has created again has 0.
        revision = max((entry.revision for entry in entries), default=0)
        columns = {column: getattr(play, column) for column in DERIVED_COLUMNS}
        Play.objects.filter(pk=play.pk).update(revision=revision, **columns)
    scoring_pipeline.discard_scales(locked_boards)
