"""SQLite dumped and replaced by its own means."""

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

BUSY_TIMEOUT_SECONDS = 20.0
"""Seconds that somebody who holds the database is waited for."""

_BESIDE = ("", "-wal", "-shm", "-journal")
"""What the files of a database end with."""


class SqliteBackend(DatabaseBackend):
    """By its backup API, while others write: the file alone would lack what is still in its log."""

    def dump(self, to: Path) -> DumpSummary:
        """Copy it page by page, and ask the copy what it has."""
        with closing(sqlite3.connect(to)) as target:
            try:
                _connected().backup(target, progress=_not_for_ever())
                return _looked_at(target)
            except sqlite3.Error as wrong:
                raise OSError(0, str(wrong)) from wrong

    def replace(self, by: Path) -> None:
        """Every page is written in one transaction of SQLite."""
        try:
            with closing(_read_only(by)) as source:
                source.backup(_connected(), progress=_not_for_ever())
        except sqlite3.Error as wrong:
            raise OSError(0, str(wrong)) from wrong

    def check(self, dumped: Path) -> str:
        """What SQLite finds, and whether it has our tables."""
        try:
            with closing(_read_only(dumped)) as source:
                (found,) = source.execute("PRAGMA integrity_check(1)").fetchone()
                _looked_at(source)
        except sqlite3.Error as wrong:
            return str(wrong)
        return "" if found == "ok" else str(found)

    def move_aside(self) -> Path | None:
        """A file that is no whole database gets another name, and what lies beside it too."""
        file = Path(connection.settings_dict["NAME"])
        if not (file.is_file() and file.stat().st_size and _is_broken(file)):
            return None
        connection.close()
        ending = f".broken-{timezone.now():%Y%m%d-%H%M%S-%f}"
        for each in _BESIDE:
            if (part := file.with_name(file.name + each)).exists():
                part.rename(file.with_name(file.name + ending + each))
        return file.with_name(file.name + ending)


def _is_broken(file: Path) -> bool:
    """Whether SQLite reads it and finds something wrong; one that somebody holds is not."""
    try:
        with closing(sqlite3.connect(file, timeout=BUSY_TIMEOUT_SECONDS)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",))
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True


def _not_for_ever() -> Callable[[int, int, int], None]:
    """Told after each try how it went: SQLite itself would try again and again."""
    until = time.monotonic() + BUSY_TIMEOUT_SECONDS

    def look(status: int, _left: int, _pages: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise TimeoutError("somebody else holds the database")

    return look


def _connected() -> sqlite3.Connection:
    connection.ensure_connection()
    opened: sqlite3.Connection = connection.connection
    return opened


def _read_only(dumped: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{dumped.as_uri()}?mode=ro&immutable=1", uri=True)


def _looked_at(database: sqlite3.Connection) -> DumpSummary:
    events, results = database.execute(COUNTS_QUERY).fetchone()
    return DumpSummary(
        events, results, tuple(name for (name,) in database.execute(MIGRATIONS_QUERY))
    )
