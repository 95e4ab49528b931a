"""Standings depend on entries, not on their order, repetition or delay."""

import os
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import started
from tests.scenes.latest_standings import latest_standings
from tests.scenes.scripted_entries import (
    ScriptedEntry,
    expected_standings,
    give_scripted_penalty,
    perform,
    random_entries,
    random_penalties,
)
from tournaments import scoring_pipeline
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Session, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

BAROMETER = {"movement": "barometer", "round_count": 12, "boards_per_round": 2}


def shown_rows(stage: Stage) -> list[tuple[object, ...]]:
    """Return the rows of the public standings."""
    (ranking,) = latest_standings(stage).rankings
    assert ranking.line == "all"
    return [(row.rank, row.contestant, str(row.total), row.boards) for row in ranking.rows]


def rounds_of(session: Session, director: Actor) -> Iterator[list[Play]]:
    """Yield the plays of each round in progress; before some rounds a contestant withdraws."""
    script = random.Random("who leaves")
    while round_ := playing_round(session):
        if script.random() < 0.4:
            withdraw_some_contestant(session, director, script, round_.number)
        plays = Play.objects.filter(seating__round=round_).exclude(state=Play.State.VOID)
        yield list(plays.order_by("pk"))
        end_round(round_.pk, director)


def withdraw_some_contestant(
    session: Session, director: Actor, script: random.Random, number: int
) -> None:
    """Withdraw a contestant, in half of the cases with a replacement."""
    event = session.stage.event
    withdrawn = script.choice(event.contestants.filter(withdrawn_at=None).order_by("pk"))
    withdraw_during_session(
        event, withdrawn.pk, director, script.choice(["", f"Nova {number} – Vella {number}"])
    )


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(
    "order", [1, *(pytest.param(number, marks=pytest.mark.thorough) for number in (2, 3))]
)
def test_standings_do_not_depend_on_entry_order(
    order: int, django_capture_on_commit_callbacks
) -> None:
    session, director = started(40, **BAROMETER)
    script, shuffle = random.Random("what is said"), random.Random(order)
    acts: list[ScriptedEntry] = []
    taken = random_penalties(session.stage.event.contestants.all(), script)
    waiting = shuffle.sample(taken, len(taken))
    for plays in rounds_of(session, director):
        # A whole evening in one transaction: no other process gathers statistics for the planner.
        connection.cursor().execute("ANALYZE")
        todo = random_entries(plays, script)
        acts += todo
        shuffle.shuffle(todo)
        with django_capture_on_commit_callbacks() as tasks:
            for act in todo:
                perform(act, director)
                if waiting and shuffle.random() < 0.1:
                    give_scripted_penalty(waiting.pop(), session.stage, director)
        # Tasks come late, in another order, some twice and some never.
        for task in shuffle.choices(tasks, k=len(tasks) // 8):
            task()
    catch_up()
    assert taken
    assert not waiting
    assert session.stage.event.contestants.exclude(withdrawn_at=None).count() > 2
    assert shown_rows(session.stage) == expected_standings(session, acts, taken)
    assert not list(scoring_pipeline.pending_board_ids())
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_worker_gives_the_same_standings_for_eight_concurrent_writers(worker) -> None:
    session, director = started(40, **BAROMETER)
    script = random.Random("what is said")
    acts: list[ScriptedEntry] = []
    with ThreadPoolExecutor(8) as pool:
        for plays in rounds_of(session, director):
            todo = random_entries(plays, script)
            acts += todo
            random.Random(len(acts)).shuffle(todo)
            list(pool.map(lambda act: _perform_in_thread(act, director), todo))
    worker.wait_until(
        lambda: (
            not list(scoring_pipeline.pending_board_ids())
            and not list(scoring_pipeline.pending_stages())
        )
    )
    assert shown_rows(session.stage) == expected_standings(session, acts)
    assert scoring_pipeline.recount(session.stage.event) == []
    assert os.environ["DATABASE_URL"].startswith("postgres")


def _perform_in_thread(act: ScriptedEntry, director: Actor) -> None:
    """Run in a thread, and close the thread's connection afterwards."""
    try:
        perform(act, director)
    finally:
        connection.close()
