"""Write files atomically: after a power cut or a full disk a file is either old or new."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Modes of new files: the default, which the user's umask restricts, and for the owner only.
DEFAULT_MODE, PRIVATE_MODE = 0o666, 0o600


def write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file; raise `OSError` and leave it unchanged on failure."""
    with replace_atomically(path) as temporary_file:
        temporary_file.write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def replace_atomically(path: Path, mode: int = DEFAULT_MODE) -> Iterator[Path]:
    """Context manager with a temporary file that replaces `path` at the end.

    The temporary file is flushed to disk before. If the body raises an error, `path` does not
    change. Raises `OSError`.
    """
    with _temporary_file(path, mode) as temporary_file:
        yield temporary_file
        _fsync(temporary_file)
        temporary_file.replace(path)
        _fsync(path.parent)


def create_private_file_atomically(path: Path, text: str) -> None:
    """Create a file that only its owner can read, unless a file of the name exists.

    A file that another process creates at the same time is not overwritten. Raises `OSError`.
    """
    with _temporary_file(path, PRIVATE_MODE) as temporary_file:
        temporary_file.write_text(text, encoding="utf-8")
        _fsync(temporary_file)
        with suppress(FileExistsError):
            _link_or_rename(temporary_file, path)
        _fsync(path.parent)


@contextmanager
def _temporary_file(path: Path, mode: int) -> Iterator[Path]:
    """Context manager with an empty temporary file in the folder of `path`, removed after it."""
    temporary_file = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    os.close(os.open(temporary_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    try:
        yield temporary_file
    finally:
        temporary_file.unlink(missing_ok=True)


def _link_or_rename(temporary_file: Path, path: Path) -> None:
    """Give a temporary file its name; raise `FileExistsError` if the name is taken.

    A hard link cannot overwrite a file. On a file system without hard links, the file is renamed
    after a check.
    """
    try:
        path.hardlink_to(temporary_file)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        temporary_file.replace(path)


def _fsync(path: Path) -> None:
    """Flush the content of a file, or the entries of a directory, to disk.

    Windows does not allow opening a directory, and flushes its entries without this.
    """
    with suppress(PermissionError):
        descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
