"""Room for a dump while it is made or looked through, and what a kill has left of it."""

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX = ".manilla-backup-"

STALE_AFTER_SECONDS = 3600
"""Seconds in which nothing was written, after which nobody works there any more."""


@contextmanager
def temporary_folder(folder: Path) -> Iterator[Path]:
    """A folder where there is room for the dump, nobody else's, for as long as the block runs."""
    _sweep(folder, re.compile(re.escape(_PREFIX)))
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=folder) as inner:
        yield Path(inner)


def remove_stale_files(folder: Path, name: str) -> None:
    """Remove what was to become a file of some name, a regular expression, and never did."""
    _sweep(folder, re.compile(rf"\.{name}\.[0-9a-f]{{8}}\Z"))


def _sweep(folder: Path, named: re.Pattern[str]) -> None:
    with suppress(OSError):  # what cannot be removed stays, and is in nobody's way
        for found in folder.iterdir():
            if named.match(found.name) and _last_written(found) < time.time() - STALE_AFTER_SECONDS:
                _remove(found)


def _last_written(found: Path) -> float:
    each_of = (found, *(found.iterdir() if found.is_dir() else ()))
    return float(max(each.lstat().st_mtime for each in each_of))


def _remove(found: Path) -> None:
    if found.is_dir():
        shutil.rmtree(found, ignore_errors=True)
    else:
        found.unlink(missing_ok=True)
