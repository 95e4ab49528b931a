"""Celery tasks: scoring, recounts and backups, and the functions that enqueue them.

Tasks have ids as arguments. Each may run twice, late, or at the same time in another worker. If a
task is lost, `catch_up` finds its work in the database.
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

# After a failure of the broker, nothing is sent to it for this time. So only one request in this
# time has to wait for the timeout.
BROKER_RETRY_SECONDS = 10.0

# A run of `recount_stale_events` does not start to recount another event after this time.
RECOUNT_BUDGET_SECONDS = 5.0


@dataclass
class CircuitBreaker:
    """The state of the circuit breaker: nothing is sent until `time.monotonic()` reaches it."""

    open_until: float = 0.0


# Each process has one.
BROKER_BREAKER = CircuitBreaker()


@shared_task
def score_stage(stage_id: int) -> None:
    """Update the scales of a stage, and rebuild its standings at most once per interval.

    A task that runs too early schedules itself again. In an installation without a worker, the next
    request for the standings or `catch_up` rebuilds them.
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

    It runs every `CATCH_UP_INTERVAL_SECONDS`, so a lost task delays standings by no more than this
    time. If a stage fails, the error is logged and the other stages are scored. Time and failures
    of the run are stored at the end. Raises `OperationalError`, because every stage would fail
    without the database.
    """
    failed_stages = []
    for stage_id in scoring_pipeline.pending_stages():
        try:
            score_stage(stage_id)
        except db.OperationalError:
            raise
        except Exception:
            logger.exception("stage %s cannot be scored", stage_id)
            failed_stages.append(stage_id)
    heartbeat = {"at": timezone.now(), "failed": failed_stages}
    CatchUpHeartbeat.objects.update_or_create(pk=CatchUpHeartbeat.SINGLE_ROW_PK, defaults=heartbeat)


@shared_task
def recount_stale_events() -> None:
    """Recount events that were not recounted for a day, for a few seconds, while nobody plays.

    All events are recounted one after the other, even without new entries, because a row that
    somebody has changed in the database cannot be recognised. The task runs every half minute
    instead of at night, when laptops are switched off.
    """
    started = time.monotonic()
    while time.monotonic() - started < RECOUNT_BUDGET_SECONDS and (
        event := scoring_pipeline.next_event_to_recount()
    ):
        scoring_pipeline.recount_and_store(event)


@shared_task
def back_up_session(session_id: int) -> None:
    """Make a backup of the installation after a session has ended.

    Does nothing for sessions of the demo and of rehearsals, and in installations without automatic
    backups.
    """
    if Session.objects.filter(
        pk=session_id, stage__event__demo=False, stage__event__rehearsal=None
    ).exists():
        make_automatic_backup(f"session-{session_id}")


# Names of tasks that version 0.13 has enqueued and that a broker may still have. To be removed in
# 0.15.
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
    """Enqueue a task for a row after the commit of the current transaction."""
    transaction.on_commit(partial(enqueue, task, row_id))


def score_after_commit(stage: Stage) -> None:
    """Enqueue the scoring of a stage after the commit, unless it is scheduled already."""
    transaction.on_commit(partial(_request_scoring, stage))


def _request_scoring(stage: Stage) -> None:
    """Enqueue the scoring of a stage unless it is scheduled.

    A scheduled task will score the same plays.
    """
    if not scoring_pipeline.is_snapshot_scheduled(stage):
        enqueue(score_stage, stage.pk)


def enqueue(task: Any, row_id: int, delay_seconds: float = 0) -> None:
    """Enqueue a task for a row, which starts after a delay.

    If the broker does not answer, the failure is logged, and `catch_up` does the work later.
    """
    if time.monotonic() < BROKER_BREAKER.open_until:
        return
    try:
        task.apply_async((row_id,), countdown=delay_seconds or None)
    except OperationalError:
        BROKER_BREAKER.open_until = time.monotonic() + BROKER_RETRY_SECONDS
        logger.warning("no broker: %s of row %s waits for the next catch-up", task.name, row_id)
