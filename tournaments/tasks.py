"""What happens after a result is stored: ids in, one call each; any task may run twice or late."""

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
from tournaments.backups.automatic_backups import keep_backup
from tournaments.models import CaughtUp, Session, Stage

logger = logging.getLogger(__name__)

BROKER_RETRY_SECONDS = 10.0
"""Seconds for which a broker that did not answer is left alone: only one phone in so many waits
for it."""

RECOUNT_BUDGET_SECONDS = 5.0
"""Seconds after which no further event is recounted in one go."""


@dataclass
class CircuitBreaker:
    """Until when nothing is sent to it, on the clock of `time.monotonic`."""

    open_until: float = 0.0


BROKER_BREAKER = CircuitBreaker()
"""That of this process."""


@shared_task
def score_stage(stage_id: int) -> None:
    """Count what was entered in a stage, and rebuild its standings at most once per interval.

    A task that comes too early schedules itself again. Without a worker the next request for the
    standings rebuilds them, or `catch_up`.
    """
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    scoring_pipeline.update_scales(stage)
    rest = scoring_pipeline.take_snapshot(stage_id)
    for after in scoring_pipeline.outdated_next_stages(stage):
        enqueue(score_stage, after)
    if (
        rest
        and not settings.CELERY_TASK_ALWAYS_EAGER
        and scoring_pipeline.schedule_snapshot(stage_id, rest)
    ):
        enqueue(score_stage, stage_id, rest)


@shared_task
def catch_up() -> None:
    """Count the stages whose results are not counted, or whose standings are older than their
    awards.

    Runs every `CATCH_UP_EVERY` seconds, so that a task that was lost or whose process ended delays
    standings by no more than that. A stage that fails is logged, and the others are done; the run
    is recorded at the end.
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
    told = {"at": timezone.now(), "failed": failed}
    CaughtUp.objects.update_or_create(pk=CaughtUp.ONLY, defaults=told)


@shared_task
def recount_stale_events() -> None:
    """Recount the events that have not been for a day, while nobody plays, which is mostly at
    night.

    What somebody has changed by hand leaves no trace to go by, so that every event has its turn,
    also one that nothing was said about. Whoever asks, asks every half minute, whatever happens to
    the clock and whoever was off at night; a few seconds at a time, so that no result waits until
    thousands are done.
    """
    begun = time.monotonic()
    while time.monotonic() - begun < RECOUNT_BUDGET_SECONDS and (
        event := scoring_pipeline.next_event_to_recount()
    ):
        scoring_pipeline.store_recount(event)


@shared_task
def back_up_session(session_id: int) -> None:
    """Keep a backup once a session is over; only a laptop does, and not of the demo."""
    if Session.objects.filter(
        pk=session_id, stage__event__demo=False, stage__event__rehearsal=None
    ).exists():
        keep_backup(f"session-{session_id}")


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
    """Queue `task` for the row once the present transaction is safely stored."""
    transaction.on_commit(partial(enqueue, task, row_id))


def score_after_commit(stage: Stage) -> None:
    """Have what is said in a stage counted, once it is safely stored."""
    transaction.on_commit(partial(_request_counting, stage))


def _request_counting(stage: Stage) -> None:
    """Queue the counting of a stage, unless a task is scheduled already: it will find the same
    entries."""
    if not scoring_pipeline.is_snapshot_scheduled(stage):
        enqueue(score_stage, stage.pk)


def enqueue(task: Any, row_id: int, seconds: float = 0) -> None:
    """Queue `task`, to be begun in so many seconds.

    A dead broker loses nothing, since `catch_up` finds the same work in the facts.
    """
    if time.monotonic() < BROKER_BREAKER.open_until:
        return
    try:
        task.apply_async((row_id,), countdown=seconds or None)
    except OperationalError:
        BROKER_BREAKER.open_until = time.monotonic() + BROKER_RETRY_SECONDS
        logger.warning("no broker: %s of row %s waits for the next catch-up", task.name, row_id)
