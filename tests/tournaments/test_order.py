"""Standings follow from what was said, in whatever order, how often and however late it arrived."""

import os
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.evening import started
from tests.tournaments.script import Deed, deeds_of, do, expected, penalties_of, take
from tournaments import scorebook
from tournaments.actions.actor import Actor
from tournaments.actions.rounds import end_round
from tournaments.models import Play, Session, Snapshot, Stage
from tournaments.queries.room import playing_round
from tournaments.tasks import catch_up

BAROMETER = {"movement": "barometer", "rounds": 12, "boards_per_round": 2}


def shown(stage: Stage) -> list[tuple[object, ...]]:
    """The standings that pages show."""
    (line,) = Snapshot.objects.filter(stage=stage).latest().standings["lines"]
    assert line["line"] == "all"
    return [(row["rank"], row["contestant"], row["total"], row["boards"]) for row in line["rows"]]


def rounds_of(session: Session, director: Actor) -> Iterator[list[Play]]:
    """The plays of each round while it is being played."""
    while round_ := playing_round(session):
        yield list(Play.objects.filter(seating__round=round_).order_by("pk"))
        end_round(round_.pk, director)


@pytest.mark.django_db
@pytest.mark.parametrize("order", [1, 2, 3])
def test_any_order_gives_the_same_standings(order: int, django_capture_on_commit_callbacks) -> None:
    session, director = started(40, **BAROMETER)
    script, shuffle = random.Random("what is said"), random.Random(order)
    deeds: list[Deed] = []
    taken = penalties_of(session.stage.event.contestants.all(), script)
    waiting = shuffle.sample(taken, len(taken))
    for plays in rounds_of(session, director):
        # A whole evening in one transaction: no other process gathers statistics for the planner.
        connection.cursor().execute("ANALYZE")
        todo = deeds_of(plays, script)
        deeds += todo
        shuffle.shuffle(todo)
        with django_capture_on_commit_callbacks() as tasks:
            for deed in todo:
                do(deed, director)
                if waiting and shuffle.random() < 0.1:
                    take(waiting.pop(), session.stage, director)
        # Tasks come late, in another order, some twice and some never.
        for task in shuffle.choices(tasks, k=len(tasks) // 8):
            task()
    catch_up()
    assert taken
    assert not waiting
    assert shown(session.stage) == expected(session, deeds, taken)
    assert not list(scorebook.boards_behind())


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_a_worker_gives_the_same_standings_to_eight_writers_at_once(worker) -> None:
    session, director = started(40, **BAROMETER)
    script = random.Random("what is said")
    deeds: list[Deed] = []
    with ThreadPoolExecutor(8) as pool:
        for plays in rounds_of(session, director):
            todo = deeds_of(plays, script)
            deeds += todo
            random.Random(len(deeds)).shuffle(todo)
            list(pool.map(lambda deed: _alone(deed, director), todo))
    worker.wait_until(lambda: not list(scorebook.boards_behind()) and not list(scorebook.stages_behind()))
    assert shown(session.stage) == expected(session, deeds)
    assert os.environ["DATABASE_URL"].startswith("postgres")


def _alone(deed: Deed, director: Actor) -> None:
    """In a thread, which has a connection of its own to give back."""
    try:
        do(deed, director)
    finally:
        connection.close()
