"""Dump and replace a SQLite database with the backup API of SQLite."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.utils import timezone

from tournaments.backups.database import (
    COUNTS_QUERY,
    MIGRATIONS_QUERY,
    DatabaseBackend,
    DumpSummary,
)

# How long to wait while another process locks the database.
BUSY_TIMEOUT_SECONDS = 20.0

# Suffixes of the files of a database.
_FILE_SUFFIXES = ("", "-wal", "-shm", "-journal")


class SqliteBackend(DatabaseBackend):
    """Backend that uses the backup API, which works while other processes write.

    A copy of the file would lack all changes that are still in the write-ahead log.
    """

    def dump(self, target: Path) -> DumpSummary:
        """Copy the database page by page, and summarize the copy."""
        with closing(sqlite3.connect(target)) as database:
            try:
                _connection().backup(database, progress=_busy_timeout())
                return _summary(database)
            except sqlite3.Error as error:
                raise OSError(0, str(error)) from error

    def replace(self, dump: Path) -> None:
        """Overwrite all pages of the database in one transaction."""
        try:
            with closing(_open_read_only(dump)) as source:
                source.backup(_connection(), progress=_busy_timeout())
        except sqlite3.Error as error:
            raise OSError(0, str(error)) from error

    def check(self, dump: Path) -> str:
        """Check that the dump is not damaged, and that it has our tables."""
        try:
            with closing(_open_read_only(dump)) as source:
                (result,) = source.execute("PRAGMA integrity_check(1)").fetchone()
                _summary(source)
        except sqlite3.Error as error:
            return str(error)
        return "" if result == "ok" else str(result)

    def move_aside(self) -> Path | None:
        """Rename a file that is not a valid database, and the log files beside it."""
        file = Path(connection.settings_dict["NAME"])
        if not (file.is_file() and file.stat().st_size and _is_broken(file)):
            return None
        connection.close()
        new_name = f"{file.name}.broken-{timezone.now():%Y%m%d-%H%M%S-%f}"
        for suffix in _FILE_SUFFIXES:
            if (part := file.with_name(file.name + suffix)).exists():
                part.rename(file.with_name(new_name + suffix))
        return file.with_name(new_name)


def _is_broken(file: Path) -> bool:
    """Return whether a file is damaged; False if another process locks it."""
    try:
        with closing(sqlite3.connect(file, timeout=BUSY_TIMEOUT_SECONDS)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",))
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True


def _busy_timeout() -> Callable[[int, int, int], None]:
    """Return a callback that raises `TimeoutError` if the database stays locked too long.

    Without it SQLite would try forever.
    """
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS

    def progress(status: int, _left: int, _pages: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise TimeoutError("somebody else holds the database")

    return progress


def _connection() -> sqlite3.Connection:
    connection.ensure_connection()
    sqlite_connection: sqlite3.Connection = connection.connection
    return sqlite_connection


def _open_read_only(dump: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{dump.as_uri()}?mode=ro&immutable=1", uri=True)


def _summary(database: sqlite3.Connection) -> DumpSummary:
    events, results = database.execute(COUNTS_QUERY).fetchone()
    return DumpSummary(
        events, results, tuple(name for (name,) in database.execute(MIGRATIONS_QUERY))
    )
