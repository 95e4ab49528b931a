"""Files that are there whole or not at all: a full disk or a power cut leaves what was there
before."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DEFAULT_MODE, PRIVATE_MODE = 0o666, 0o600
"""Modes of a new file: as the user likes his files, or nobody else's."""


def write_atomically(path: Path, text: str) -> None:
    """Put `text` in place of what a file has, if there is one; raises `OSError`, and it has that
    still."""
    with replace_atomically(path) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def replace_atomically(path: Path, mode: int = DEFAULT_MODE) -> Iterator[Path]:
    """A new file to be filled in the block, which takes the place of `path` once it is safe on the
    disk.

    Whatever is raised in the block leaves `path` as it was. Raises `OSError`.
    """
    with _aside(path, mode) as aside:
        yield aside
        _settle(aside)
        aside.replace(path)
        _settle(path.parent)


def create_atomically(path: Path, text: str) -> None:
    """Put `text` into a new file, its owner's alone; one that is there, or comes meanwhile, stays.

    Raises `OSError`.
    """
    with _aside(path, PRIVATE_MODE) as aside:
        aside.write_text(text, encoding="utf-8")
        _settle(aside)
        with suppress(FileExistsError):
            _name(aside, path)
        _settle(path.parent)


@contextmanager
def _aside(path: Path, mode: int) -> Iterator[Path]:
    """An empty file beside another, for as long as the block runs."""
    aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    try:
        yield aside
    finally:
        aside.unlink(missing_ok=True)


def _name(aside: Path, path: Path) -> None:
    """Give a file its name; raises `FileExistsError` where another has it. Some disks know no
    links."""
    try:
        path.hardlink_to(aside)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        aside.replace(path)


def _settle(path: Path) -> None:
    """Wait until it is on the disk: a file, or the names in a folder, which Windows keeps by
    itself."""
    with suppress(PermissionError):
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
