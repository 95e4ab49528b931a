"""Writes that a read-only page may skip when the database is busy."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import OperationalError, connection

from tournaments.access.cache_limits import BEST_EFFORT_WAIT_SECONDS


@contextmanager
def best_effort_write() -> Iterator[None]:
    """Context manager that skips the writes of its body if the database is locked or full.

    A later reader makes them. With SQLite a write waits only `BEST_EFFORT_WAIT_SECONDS` for the
    lock.
    """
    with suppress(OperationalError), _shorter_lock_timeout(BEST_EFFORT_WAIT_SECONDS):
        yield


@contextmanager
def _shorter_lock_timeout(seconds: float) -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    _set_lock_timeout(seconds)
    try:
        yield
    finally:
        _set_lock_timeout(settings.DATABASES["default"]["OPTIONS"].get("timeout", 5))


def _set_lock_timeout(seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
