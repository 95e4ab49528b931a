"""Celery tasks that run after a result is stored, and the functions that queue them.

The arguments of tasks are ids. A task may run twice, late, or at the same time in another worker.
A lost task does no harm, because `catch_up` finds the same work in the database.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from celery import shared_task
from django import db
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments import scoring_pipeline
from tournaments.backups.automatic_backups import make_automatic_backup
from tournaments.models import CatchUpHeartbeat, Session, Stage

logger = logging.getLogger(__name__)

# After the broker has failed to answer, nothing is sent to it for this long, so that only one
# request per interval waits for the timeout.
BROKER_RETRY_SECONDS = 10.0

# After this time a run of `recount_stale_events` starts no further event.
RECOUNT_BUDGET_SECONDS = 5.0


@dataclass
class CircuitBreaker:
    """The time until which the broker is considered down, on the clock of `time.monotonic`."""

    open_until: float = 0.0


# One per process.
BROKER_BREAKER = CircuitBreaker()


@shared_task
def score_stage(stage_id: int) -> None:
    """Update the scales of a stage, and rebuild its standings at most once per interval.

    A task that comes too early schedules itself again. Without a worker, the standings are rebuilt
    by the next request for them, or by `catch_up`.
    """
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    scoring_pipeline.update_scales(stage)
    seconds_left = scoring_pipeline.take_snapshot(stage_id)
    for next_stage_id in scoring_pipeline.outdated_next_stages(stage):
        enqueue(score_stage, next_stage_id)
    if (
        seconds_left
        and not settings.CELERY_TASK_ALWAYS_EAGER
        and scoring_pipeline.schedule_snapshot(stage_id, seconds_left)
    ):
        enqueue(score_stage, stage_id, seconds_left)


@shared_task
def catch_up() -> None:
    """Score the stages with plays that are not scored or standings that are outdated.

    Runs every `CATCH_UP_INTERVAL_SECONDS`, so that a task that was lost or whose process ended
    delays standings by no more than that. A stage that fails is logged, and the others are scored;
    the run and its failures are recorded at the end. Raises `OperationalError`: an unavailable
    database would fail every stage.
    """
    failed = []
    for stage_id in scoring_pipeline.pending_stages():
        try:
            score_stage(stage_id)
        except db.OperationalError:
            raise
        except Exception:
            logger.exception("stage %s cannot be scored", stage_id)
            failed.append(stage_id)
    heartbeat = {"at": timezone.now(), "failed": failed}
    CatchUpHeartbeat.objects.update_or_create(pk=CatchUpHeartbeat.ONLY, defaults=heartbeat)


@shared_task
def recount_stale_events() -> None:
    """Recount events that have not been recounted for a day, for at most a few seconds.

    Nothing shows that a row was changed by hand, so every event is recounted in turn, even without
    new entries. The task runs every half minute and not at night, when laptops are switched off.
    Events that are being played are left out.
    """
    started = time.monotonic()
    while time.monotonic() - started < RECOUNT_BUDGET_SECONDS and (
        event := scoring_pipeline.next_event_to_recount()
    ):
        scoring_pipeline.store_recount(event)


@shared_task
def back_up_session(session_id: int) -> None:
    """Make a backup after a session has ended, except in the demo and in rehearsals.

    Does nothing on installations without automatic backups.
    """
    if Session.objects.filter(
        pk=session_id, stage__event__demo=False, stage__event__rehearsal=None
    ).exists():
        make_automatic_backup(f"session-{session_id}")


# Tasks that version 0.13 queued and a broker may still hold. Remove them in 0.15.
@shared_task(name="tournaments.tasks.keep_scorebook")
def _keep_scorebook(stage_id: int) -> None:
    score_stage(stage_id)


@shared_task(name="tournaments.tasks.recount_in_turn")
def _recount_in_turn() -> None:
    recount_stale_events()


@shared_task(name="tournaments.tasks.keep_backup_of")
def _keep_backup_of(session_id: int) -> None:
    back_up_session(session_id)


def enqueue_on_commit(task: Callable[..., Any], row_id: int) -> None:
    """Queue a task for a row once the current transaction is committed."""
    transaction.on_commit(partial(enqueue, task, row_id))


def score_after_commit(stage: Stage) -> None:
    """Request the scoring of a stage once the current transaction is committed."""
    transaction.on_commit(partial(_request_scoring, stage))


def _request_scoring(stage: Stage) -> None:
    """Queue the scoring of a stage, unless a task for it is scheduled that reads the same plays."""
    if not scoring_pipeline.is_snapshot_scheduled(stage):
        enqueue(score_stage, stage.pk)


def enqueue(task: Any, row_id: int, delay_seconds: float = 0) -> None:
    """Queue a task for a row, to start after a delay.

    If the broker is down, the failure is logged, and `catch_up` does the work later.
    """
    if time.monotonic() < BROKER_BREAKER.open_until:
        return
    try:
        task.apply_async((row_id,), countdown=delay_seconds or None)
    except OperationalError:
        BROKER_BREAKER.open_until = time.monotonic() + BROKER_RETRY_SECONDS
        logger.warning("no broker: %s of row %s waits for the next catch-up", task.name, row_id)
