"""Temporary folders for dumps, and removal of files that killed processes left behind."""

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX = ".manilla-backup-"

# A temporary file that has not been written to for this long was left by a killed process.
STALE_AFTER_SECONDS = 3600


@contextmanager
def temporary_folder(folder: Path) -> Iterator[Path]:
    """Yield a new folder inside `folder`, and remove it after the block."""
    _remove_stale(folder, re.compile(re.escape(_PREFIX)))
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=folder) as path:
        yield Path(path)


def remove_stale_files(folder: Path, name_pattern: str) -> None:
    """Remove temporary files of `replace_atomically` whose process was killed.

    `name_pattern` is a regular expression for the names of the files to be replaced.
    """
    _remove_stale(folder, re.compile(rf"\.{name_pattern}\.[0-9a-f]{{8}}\Z"))


def _remove_stale(folder: Path, pattern: re.Pattern[str]) -> None:
    stale_before = time.time() - STALE_AFTER_SECONDS
    with suppress(OSError):  # a file that cannot be removed does no harm
        for path in folder.iterdir():
            if pattern.match(path.name) and _last_written(path) < stale_before:
                _remove(path)


def _last_written(path: Path) -> float:
    paths = (path, *(path.iterdir() if path.is_dir() else ()))
    return float(max(path.lstat().st_mtime for path in paths))


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
