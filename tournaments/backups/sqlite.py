"""SQLite dumped and replaced by its own means."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from tournaments.backups.kind import COUNTS, MIGRATIONS, DatabaseKind, Dumped


class Sqlite(DatabaseKind):
    """By its backup API, while others write: the file alone would lack what is still in its log."""

    def dump(self, to: Path) -> Dumped:
        """Copy it page by page, and ask the copy what it has."""
        with closing(sqlite3.connect(to)) as target:
            try:
                _connected().backup(target)
                return _looked_at(target)
            except sqlite3.Error as wrong:
                raise OSError(0, str(wrong)) from wrong

    def replace(self, by: Path) -> None:
        """Every page is written in one transaction of SQLite."""
        try:
            with closing(_read_only(by)) as source:
                source.backup(_connected())
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


def _connected() -> sqlite3.Connection:
    connection.ensure_connection()
    opened: sqlite3.Connection = connection.connection
    return opened


def _read_only(dumped: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{dumped.as_uri()}?mode=ro&immutable=1", uri=True)


def _looked_at(database: sqlite3.Connection) -> Dumped:
    events, results = database.execute(COUNTS).fetchone()
    return Dumped(events, results, tuple(name for (name,) in database.execute(MIGRATIONS)))
