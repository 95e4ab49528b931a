"""SQLite copied and replaced by its own means: whoever writes meanwhile is in it whole or not at all.

The file alone would lack what is still in its log.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from tournaments.backups.copied import COUNTS, MIGRATIONS, Copied


def copy(to: Path) -> Copied:
    """Copy the database into an empty file; raises `OSError` where there is no room, or nothing to copy."""
    with closing(sqlite3.connect(to)) as target:
        try:
            _connected().backup(target)
            return _looked_at(target)
        except sqlite3.Error as wrong:
            raise OSError(0, str(wrong)) from wrong


def replace(by: Path) -> None:
    """Put a copy in place of the database, in one transaction: who dies half way leaves what was there."""
    with closing(sqlite3.connect(f"{by.as_uri()}?mode=ro&immutable=1", uri=True)) as source:
        source.backup(_connected())


def check(copied: Path) -> str:
    """What is wrong with a copy; blank where nothing is."""
    try:
        with closing(sqlite3.connect(f"{copied.as_uri()}?mode=ro&immutable=1", uri=True)) as source:
            (found,) = source.execute("PRAGMA integrity_check(1)").fetchone()
            _looked_at(source)
    except sqlite3.Error as wrong:
        return str(wrong)
    return "" if found == "ok" else str(found)


def _connected() -> sqlite3.Connection:
    connection.ensure_connection()
    opened: sqlite3.Connection = connection.connection
    return opened


def _looked_at(database: sqlite3.Connection) -> Copied:
    events, results = database.execute(COUNTS).fetchone()
    return Copied(events, results, tuple(name for (name,) in database.execute(MIGRATIONS)))
