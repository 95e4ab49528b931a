"""Write files atomically.

After a full disk or a power cut, the file has its old or its new content, never a part.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Modes of new files: subject to the user's umask, or readable by the owner alone.
DEFAULT_MODE, PRIVATE_MODE = 0o666, 0o600


def write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file; raise `OSError` and leave it unchanged on failure."""
    with replace_atomically(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def replace_atomically(path: Path, mode: int = DEFAULT_MODE) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` when the block ends.

    It is flushed to disk first. If the block raises, `path` stays as it was. Raises `OSError`.
    """
    with _temporary_file(path, mode) as temporary:
        yield temporary
        _fsync(temporary)
        temporary.replace(path)
        _fsync(path.parent)


def create_private_file_atomically(path: Path, text: str) -> None:
    """Create a private file, unless it exists or another process creates it meanwhile.

    Raises `OSError`.
    """
    with _temporary_file(path, PRIVATE_MODE) as temporary:
        temporary.write_text(text, encoding="utf-8")
        _fsync(temporary)
        with suppress(FileExistsError):
            _link(temporary, path)
        _fsync(path.parent)


@contextmanager
def _temporary_file(path: Path, mode: int) -> Iterator[Path]:
    """Create an empty temporary file beside another, and remove it after the block."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _link(temporary: Path, path: Path) -> None:
    """Give a file its name; raise `FileExistsError` if the name is taken.

    Where the file system has no hard links, the file is renamed after a check.
    """
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        temporary.replace(path)


def _fsync(path: Path) -> None:
    """Flush a file, or the entries of a directory, to disk.

    Windows refuses to open a directory, and flushes its entries itself.
    """
    with suppress(PermissionError):
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
