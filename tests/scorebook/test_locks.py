"""An act that scores what is behind, beside a worker that does so too: neither waits for ever."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.db.models import F

from tests.scenes.evening import enter, outcome, started
from tournaments import scorebook
from tournaments.models import Board, Play, Stage

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


def count_behind(stage: Stage) -> None:
    """In a thread, as an act does it: in a transaction that goes on afterwards."""
    try:
        with transaction.atomic():
            scorebook.count_behind(stage)
    finally:
        connection.close()


def wait_until_somebody_waits(seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    with connection.cursor() as cursor:
        while not cursor.execute(WAITING).fetchone()[0]:
            assert time.monotonic() < end, "nobody waits for a lock"
            time.sleep(0.02)  # PostgreSQL tells nobody that somebody waits: one has to ask


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_an_act_and_a_worker_do_not_wait_in_a_circle(queue) -> None:
    session, _director = started(8, rounds=2, boards_per_round=2)
    queue("redis://127.0.0.1:1/0")  # nobody scores what is entered
    for play in Play.objects.filter(seating__round__number=1).select_related("seating__table", "board"):
        enter(play, outcome(random.Random(7)))
    stage, last = session.stage, max(scorebook.boards_behind())
    assert len(list(scorebook.boards_behind())) > 1
    with ThreadPoolExecutor(1) as pool:
        with (
            transaction.atomic()
        ):  # a worker at its last step: the board's awards are there, the stage not yet
            Board.objects.select_for_update().get(pk=last)
            act = pool.submit(count_behind, stage)
            wait_until_somebody_waits()
            Stage.objects.filter(pk=stage.pk).update(awards_revision=F("awards_revision") + 1)
        act.result(timeout=30)
    assert not list(scorebook.boards_behind())
