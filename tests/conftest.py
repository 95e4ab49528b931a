"""Fixtures every test may use."""

import pytest


@pytest.fixture(autouse=True)
def tasks_tell_their_errors(settings: object) -> None:
    """A task that fails in the process fails the test that asked for it."""
    from config.celery import app

    app.conf.task_eager_propagates = True
