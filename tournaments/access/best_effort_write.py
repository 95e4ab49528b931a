"""Writes that a read-only page may skip when the database is busy."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import OperationalError, connection

from tournaments.access.cache_limits import BEST_EFFORT_WAIT_SECONDS


@contextmanager
def best_effort_write() -> Iterator[None]:
    """Skip the writes of the block if the database is locked or full.

    The next reader makes them. With SQLite they wait for the lock only briefly.
    """
    with suppress(OperationalError), _waiting_for(BEST_EFFORT_WAIT_SECONDS):
        yield


@contextmanager
def _waiting_for(seconds: float) -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    _wait_for(seconds)
    try:
        yield
    finally:
        _wait_for(settings.DATABASES["default"]["OPTIONS"].get("timeout", 5))


def _wait_for(seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
