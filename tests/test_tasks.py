"""Tasks that an earlier version queued under other names still run."""

import pytest

from config.celery import app
from tournaments import tasks


@pytest.mark.parametrize(
    ("old_name", "present_task"),
    [
        ("keep_scorebook", "score_stage"),
        ("keep_backup_of", "back_up_session"),
    ],
)
def test_task_queued_under_its_old_name_runs_the_present_one(
    monkeypatch: pytest.MonkeyPatch, old_name: str, present_task: str
) -> None:
    ids: list[int] = []
    monkeypatch.setattr(tasks, present_task, ids.append)
    app.tasks[f"tournaments.tasks.{old_name}"](7)
    assert ids == [7]


def test_recount_queued_under_its_old_name_recounts_stale_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs: list[bool] = []
    monkeypatch.setattr(tasks, "recount_stale_events", lambda: runs.append(True))
    app.tasks["tournaments.tasks.recount_in_turn"]()
    assert runs == [True]
