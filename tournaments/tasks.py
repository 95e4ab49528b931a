"""What happens after a result is stored: ids in, one call each; any task may run twice or late."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments import scorebook

logger = logging.getLogger(__name__)

REST = 10.0
"""Seconds for which a broker that did not answer is left alone: only one phone in so many waits for it."""


@dataclass
class Broker:
    """Until when nothing is sent to it, on the clock of `time.monotonic`."""

    silent_until: float = 0.0


BROKER = Broker()
"""That of this process."""


@shared_task
def score_board(board_id: int) -> None:
    """Make the scales of a board follow from its plays, then the standings from the scales."""
    stage_id = scorebook.count_board(board_id)
    if stage_id:
        refresh_standings(stage_id)


@shared_task
def refresh_standings(stage_id: int) -> None:
    """Make the standings of a stage follow from its scales; of a burst only the first and the last do work.

    Without a worker nobody comes again: whoever looks then has it done.
    """
    if (rest := scorebook.take_snapshot(stage_id)) and not settings.CELERY_TASK_ALWAYS_EAGER:
        send(refresh_standings, stage_id, rest)


@shared_task
def catch_up() -> None:
    """Do what was asked for while nobody listened: boards and stages that are behind their facts."""
    for board_id in scorebook.boards_behind():
        scorebook.count_board(board_id)
    for stage_id in scorebook.stages_behind():
        refresh_standings(stage_id)


def after_commit(task: Callable[..., Any], row_id: int) -> None:
    """Queue `task` for the row once the present transaction is safely stored."""
    transaction.on_commit(partial(send, task, row_id))


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
