"""Actions and workers do not deadlock, and each sees what the other has stored."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from django.db import connection, transaction
from django.db.models import F

from tests.scenes.evening import created, enter, outcome, play_out, play_round, started
from tournaments import scoring_pipeline
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.results.rescoring import score_and_rebuild_now
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Board, Event, Play, ResultScale, Session, Stage
from tournaments.permissions.actor import Actor

WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = "
    "current_database()"
)


def uncounted_round(queue: Callable[[str], None]) -> Session:
    """Enter every result of the first round without scoring any."""
    session, _director = started(8, round_count=2, boards_per_round=2)
    queue("redis://127.0.0.1:1/0")
    for play in Play.objects.filter(seating__round__number=1).select_related(
        "seating__table", "board"
    ):
        enter(play, outcome(random.Random(7)))
    return session


def counted_round(queue: Callable[[str], None]) -> tuple[Stage, Actor]:
    """End and score the first round; later entries are not scored by a task."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    queue("redis://127.0.0.1:1/0")
    play_round(session, director, random.Random(7))
    scoring_pipeline.update_scales(session.stage)
    return session.stage, director


def update_scales(stage: Stage) -> None:
    """Update scales in a thread, in a transaction that commits at its end."""
    try:
        with transaction.atomic():
            scoring_pipeline.update_scales(stage)
    finally:
        connection.close()


def take_snapshot(stage: Stage) -> None:
    """Take a snapshot in a thread, as a task does."""
    try:
        scoring_pipeline.take_snapshot(stage.pk)
    finally:
        connection.close()


def two_stages_behind() -> list[Stage]:
    """Create two stages with full carry-over and unscored boards in both."""
    session, director = created(
        6,
        movement="barometer",
        round_count=1,
        boards_per_round=1,
        movement_options={"rotation": "round_robin"},
    )
    final = FinalPlan("barometer", None, "", {"rotation": "round_robin"}, 1)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    play_out(session, director, random.Random(7))
    session = create_next_stage(
        session.stage.event, NextStagePlan((final,), carry_over=Fraction(1)), director
    )
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    play_out(session, director, random.Random(7))
    ResultScale.objects.all().delete()
    Play.objects.update(counted_line_points=None, scored_revision=0)
    return list(session.stage.event.stages.order_by("number"))


def make_at_once(event: Event) -> None:
    """Rebuild the standings in a thread, as publishing does."""
    try:
        with transaction.atomic():
            score_and_rebuild_now(event)
    finally:
        connection.close()


def wait_until_somebody_waits(seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    with connection.cursor() as cursor:
        while not cursor.execute(WAITING).fetchone()[0]:
            # Otherwise it gets the same answer until the commit.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            assert time.monotonic() < end, "nobody waits for a lock"
            time.sleep(0.02)  # PostgreSQL tells nobody that somebody waits: one has to ask


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_action_and_worker_do_not_deadlock(queue) -> None:
    stage = uncounted_round(queue).stage
    last = max(scoring_pipeline.pending_board_ids())
    assert len(list(scoring_pipeline.pending_board_ids())) > 1
    with ThreadPoolExecutor(1) as pool:
        # A worker at its last step: the board's awards are there, the stage not yet.
        with transaction.atomic():
            Board.objects.select_for_update().get(pk=last)
            act = pool.submit(update_scales, stage)
            wait_until_somebody_waits()
            Stage.objects.filter(pk=stage.pk).update(awards_revision=F("awards_revision") + 1)
        act.result(timeout=30)
    assert not list(scoring_pipeline.pending_board_ids())


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_scale_update_does_not_wait_for_a_session_lock(queue) -> None:
    """Actions lock the session before a board; scale updates lock boards only."""
    session = uncounted_round(queue)
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        Session.objects.select_for_update().get(pk=session.pk)
        pool.submit(update_scales, session.stage).result(timeout=30)
    assert not list(scoring_pipeline.pending_board_ids())


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_standings_that_waited_for_an_action_include_its_decision(queue) -> None:
    """Standings that waited for a change of when results are shown follow it."""
    stage, director = counted_round(queue)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            edit_event(stage.event_id, {"results_shown": Event.ResultsShown.SESSION}, director)
            snapshot = pool.submit(take_snapshot, stage)
            wait_until_somebody_waits()
        snapshot.result(timeout=30)
    public, desk = (
        stage.snapshots.filter(audience=audience).latest() for audience in ("public", "desk")
    )
    assert (public.standings["plays"], desk.standings["plays"] > 0) == (0, True)


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_worker_cannot_change_standings_an_action_decides_by(queue) -> None:
    stage, _director = counted_round(queue)
    next_plays = Play.objects.filter(seating__round__number=2).select_related("seating__table")
    enter(next_plays[0], outcome(random.Random(9)))
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            standings_before = scoring_pipeline.lock_and_compute_standings(stage)
            counts = pool.submit(update_scales, stage)
            wait_until_somebody_waits()
            assert scoring_pipeline.lock_and_compute_standings(stage) == standings_before
        counts.result(timeout=30)
    with transaction.atomic():
        assert scoring_pipeline.lock_and_compute_standings(stage) != standings_before


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_standings_of_several_stages_do_not_deadlock_with_worker(queue) -> None:
    stages = two_stages_behind()
    queue("redis://127.0.0.1:1/0")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():  # a worker at its last step in the second stage
            Board.objects.select_for_update().get(session__stage=stages[1])
            act = pool.submit(make_at_once, stages[0].event)
            wait_until_somebody_waits()
            Stage.objects.filter(pk=stages[1].pk).update(awards_revision=F("awards_revision") + 1)
        act.result(timeout=30)
    assert not list(scoring_pipeline.pending_board_ids())
