"""What a page that is only read would like to store, and can do without."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import OperationalError, connection

from tournaments.access.cache_limits import BEST_EFFORT_WAIT_SECONDS


@contextmanager
def best_effort_write() -> Iterator[None]:
    """Nobody waits long for what the block stores, and nothing fails by it.

    Where somebody holds the database, or its disk is full, it is left to the next who reads.
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
