"""What happens after a result is stored: ids in, one call each; any task may run twice or late."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from celery import shared_task
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
def rescore_board(board_id: int) -> None:
    """Make the awards of a board follow from its entries, then the standings from the awards."""
    stage_id = scorebook.score_board(board_id)
    if stage_id:
        send(refresh_standings, stage_id)


@shared_task
def refresh_standings(stage_id: int) -> None:
    """Make the standings of a stage follow from its awards; of a burst only the first finds work."""
    scorebook.take_snapshot(stage_id)


@shared_task
def catch_up() -> None:
    """Do what was asked for while nobody listened: boards and stages that are behind their facts."""
    for board_id in scorebook.boards_behind():
        rescore_board(board_id)
    for stage_id in scorebook.stages_behind():  # a worker may have died between the two
        refresh_standings(stage_id)


def after_commit(task: Callable[..., Any], row_id: int) -> None:
    """Queue `task` for the row once the present transaction is safely stored."""
    transaction.on_commit(partial(send, task, row_id))


def send(task: Any, row_id: int) -> None:
    """Queue `task`; a dead broker loses nothing, since `catch_up` finds the same work in the facts."""
    if time.monotonic() < BROKER.silent_until:
        return
    try:
        task.delay(row_id)
    except OperationalError:
        BROKER.silent_until = time.monotonic() + REST
        logger.warning("no broker: %s of row %s waits for the next catch-up", task.name, row_id)
