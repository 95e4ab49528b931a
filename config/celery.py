"""The Celery application, configured by Django settings that begin with CELERY_."""

import os

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("manilla")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect  # type: ignore[untyped-decorator]  # Celery has no types
def queue_catch_up_on_start(**_signal: object) -> None:
    """Queue the catch-up task when a worker starts, without waiting for its schedule."""
    app.send_task("tournaments.tasks.catch_up")
