"""The data of an installation, which no other user of the computer reads: seeds, results,
password hashes."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

FOLDER, FILE = 0o700, 0o600


def keep_private(folder: Path) -> None:
    """Make the folder and what lies in it its owner's alone, also where an earlier version left it
    open.

    A folder that is everybody's, such as /tmp, is left as it is; on Windows modes say nothing. One
    that cannot be made is missed by whoever needs it: with PostgreSQL and a secret that was given
    nobody does.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=FOLDER)
    except OSError:
        return
    if os.name != "posix" or folder.stat().st_mode & stat.S_ISVTX:
        return
    _close(folder, FOLDER)
    for file in (*folder.glob("*.sqlite3*"), *folder.glob("secret*")):
        _close(file, FILE)


def close_new_database(connection: Any, **_signal: Any) -> None:
    """A database of SQLite that has just been made; the files beside it take over its mode."""
    if connection.vendor == "sqlite" and os.name == "posix":
        _close(Path(connection.settings_dict["NAME"]), FILE)


connection_created.connect(close_new_database)


def _close(path: Path, mode: int) -> None:
    """What belongs to somebody else, or is no file at all but in memory, stays as it is."""
    with suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(mode)
