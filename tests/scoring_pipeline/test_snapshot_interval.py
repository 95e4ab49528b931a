"""Standings are rebuilt at most once per interval, and the last result is never left out."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from config.celery import app
from tests.scenes.evening import enter, started
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import RESULT
from tournaments import scoring_pipeline
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.models import Play, Session, Snapshot, Stage
from tournaments.scoring_pipeline.snapshots import snapshot_interval
from tournaments.tasks import score_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(settings) -> Stage:
    settings.MIN_SNAPSHOT_INTERVAL_SECONDS = (
        10.0  # longer than any of these tests takes on a busy machine
    )
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    return session.stage


def enter_and_score(stage: Stage, number: int) -> None:
    """Enter a result at one more table, and score it."""
    plays = Play.objects.filter(board__session__stage=stage, seating__round__number=1).order_by(
        "pk"
    )
    play = plays.select_related("seating__table")[number]
    enter(play, RESULT)
    scoring_pipeline.update_scales(stage)


def rebuild(stage: Stage) -> None:
    """Rebuild the standings now, whenever the last snapshot was taken."""
    Stage.objects.update(snapshot_at=None, awards_revision=F("awards_revision") + 1)
    assert scoring_pipeline.take_snapshot(stage.pk) == 0


def test_second_result_waits_for_the_snapshot_interval(stage: Stage) -> None:
    enter_and_score(stage, 0)
    rebuild(stage)
    enter_and_score(stage, 1)
    assert 0 < scoring_pipeline.take_snapshot(stage.pk) <= 10
    assert latest_standings(stage).plays == 1
    Stage.objects.update(snapshot_at=timezone.now() - timedelta(seconds=11))
    assert scoring_pipeline.take_snapshot(stage.pk) == 0
    assert latest_standings(stage).plays == 2
    assert not list(scoring_pipeline.pending_stages())


def test_only_one_task_schedules_the_next_snapshot(stage: Stage) -> None:
    rebuild(stage)
    assert scoring_pipeline.schedule_snapshot(stage.pk, 0.5)
    assert not scoring_pipeline.schedule_snapshot(stage.pk, 0.5), "a snapshot is scheduled already"
    Stage.objects.update(snapshot_due_at=timezone.now() - timedelta(seconds=1))
    assert scoring_pipeline.schedule_snapshot(stage.pk, 0.5), "the scheduled task did not run"


def test_schedule_is_ignored_after_the_clock_went_back(stage: Stage) -> None:
    rebuild(stage)
    Stage.objects.update(snapshot_due_at=timezone.now() + timedelta(hours=1))
    assert scoring_pipeline.schedule_snapshot(stage.pk, 0.5)


def test_burst_of_results_queues_no_task_beside_a_scheduled_one(
    stage: Stage, queue, settings, django_capture_on_commit_callbacks
) -> None:
    queue("memory://localhost/")
    settings.CELERY_TASK_ALWAYS_EAGER = False
    queued = []
    plays = Play.objects.filter(board__session__stage=stage, seating__round__number=1).order_by(
        "pk"
    )
    for number, play in enumerate(plays.select_related("seating__table")[:5]):
        if number == 4:
            Stage.objects.update(snapshot_due_at=timezone.now())  # and did not come
        with django_capture_on_commit_callbacks(execute=True):
            enter(play, RESULT)
        queued.append(asked_for())
        if queued[-1]:
            score_stage(stage.pk)
            asked_for()
    assert queued == [2, 2, 0, 0, 2], "for each side's entry"
    assert latest_standings(stage).plays == 1
    assert not list(scoring_pipeline.pending_board_ids())


def asked_for() -> int:
    """Return the number of queued tasks, and clear the queue."""
    with app.connection_for_write() as broker:
        return int(broker.default_channel.queue_purge("celery"))


def the_clock_goes_back(_stage: Stage) -> None:
    Stage.objects.update(snapshot_at=timezone.now() + timedelta(hours=1))


def it_is_over(_stage: Stage) -> None:
    """Finish the session, as that of an imported event, for which no page waits."""
    Session.objects.update(state=Session.State.FINISHED)


def somebody_acts(stage: Stage) -> None:
    rebuild_standings(stage.pk)


@pytest.mark.parametrize("happens", [the_clock_goes_back, it_is_over, somebody_acts])
def test_snapshot_is_not_delayed(stage: Stage, happens: Callable[[Stage], None]) -> None:
    enter_and_score(stage, 0)
    rebuild(stage)
    enter_and_score(stage, 1)
    happens(stage)
    assert scoring_pipeline.take_snapshot(stage.pk) == 0
    assert latest_standings(stage).plays == 2


def test_unviewed_snapshot_is_replaced(stage: Stage) -> None:
    for number in range(4):
        enter_and_score(stage, number)
        rebuild(stage)
        if number == 1:
            Snapshot.objects.update(was_viewed=True)
    numbers = (
        Snapshot.objects.filter(audience="public")
        .order_by("number")
        .values_list("number", flat=True)
    )
    first, last = numbers
    assert last - first == 2


@pytest.mark.parametrize(
    ("contestant_count", "cost", "seconds"),
    [
        (12, 0.06, 1),
        (20, 0.1, 1),
        (40, 0.02, 2),
        (200, 0.05, 10),
        (20_000, 1.0, 10),
        (20_000, 4.0, 20),
    ],
)
def test_interval_follows_field_size_and_uses_at_most_a_fifth_of_a_worker(
    contestant_count: int, cost: float, seconds: float, settings
) -> None:
    settings.MIN_SNAPSHOT_INTERVAL_SECONDS = 1.0
    assert snapshot_interval(contestant_count, cost) == pytest.approx(seconds)
    assert snapshot_interval(contestant_count, cost) >= 5 * cost
