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

REST = 10.0
"""Seconds for which a broker that did not answer is left alone: only one phone in so many waits
for it."""

AT_A_TIME = 5.0
"""Seconds after which no further event is recounted in one go."""


@dataclass
class Broker:
    """Until when nothing is sent to it, on the clock of `time.monotonic`."""

    silent_until: float = 0.0


BROKER = Broker()
"""That of this process."""


@shared_task
def keep_scorebook(stage_id: int) -> None:
    """Count what was entered in a stage, and rebuild its standings at most once per interval.

    A task that comes too early schedules itself again. Without a worker the next request for the
    standings rebuilds them, or `catch_up`.
    """
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    scoring_pipeline.count_behind(stage)
    rest = scoring_pipeline.take_snapshot(stage_id)
    for after in scoring_pipeline.stages_carried_to(stage):
        send(keep_scorebook, after)
    if rest and not settings.CELERY_TASK_ALWAYS_EAGER and scoring_pipeline.promise(stage_id, rest):
        send(keep_scorebook, stage_id, rest)


@shared_task
def catch_up() -> None:
    """Count the stages whose results are not counted, or whose standings are older than their
    awards.

    Runs every `CATCH_UP_INTERVAL_SECONDS`, so that a task that was lost or whose process ended
    delays standings by no more than that. A stage that fails is logged, and the others are done;
    the run is recorded at the end.
    """
    failed = []
    for stage_id in scoring_pipeline.stages_behind():
        try:
            keep_scorebook(stage_id)
        except db.OperationalError:
            raise
        except Exception:
            logger.exception("stage %s cannot be scored", stage_id)
            failed.append(stage_id)
    told = {"at": timezone.now(), "failed": failed}
    CaughtUp.objects.update_or_create(pk=CaughtUp.ONLY, defaults=told)


@shared_task
def recount_in_turn() -> None:
    """Recount the events that have not been for a day, while nobody plays, which is mostly at
    night.

    What somebody has changed by hand leaves no trace to go by, so that every event has its turn,
    also one that nothing was said about. Whoever asks, asks every half minute, whatever happens to
    the clock and whoever was off at night; a few seconds at a time, so that no result waits until
    thousands are done.
    """
    begun = time.monotonic()
    while time.monotonic() - begun < AT_A_TIME and (event := scoring_pipeline.next_in_turn()):
        scoring_pipeline.keep_recount(event)


@shared_task
def keep_backup_of(session_id: int) -> None:
    """Keep a backup once a session is over; only a laptop does, and not of the demo."""
    if Session.objects.filter(
        pk=session_id, stage__event__demo=False, stage__event__rehearsal=None
    ).exists():
        keep_backup(f"session-{session_id}")


def after_commit(task: Callable[..., Any], row_id: int) -> None:
    """Queue `task` for the row once the present transaction is safely stored."""
    transaction.on_commit(partial(send, task, row_id))


def count_after_commit(stage: Stage) -> None:
    """Have what is said in a stage counted, once it is safely stored."""
    transaction.on_commit(partial(_request_counting, stage))


def _request_counting(stage: Stage) -> None:
    """Queue the counting of a stage, unless a task is scheduled already: it will find the same
    entries."""
    if not scoring_pipeline.is_awaited(stage):
        send(keep_scorebook, stage.pk)


def send(task: Any, row_id: int, seconds: float = 0) -> None:
    """Queue `task`, to be begun in so many seconds.

    A dead broker loses nothing, since `catch_up` finds the same work in the facts.
    """
    if time.monotonic() < BROKER.silent_until:
        return
    try:
        task.apply_async((row_id,), countdown=seconds or None)
    except OperationalError:
        BROKER.silent_until = time.monotonic() + REST
        logger.warning("no broker: %s of row %s waits for the next catch-up", task.name, row_id)
