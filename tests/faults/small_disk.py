"""A small disk of its own, which can be filled without harm to anybody."""

import errno
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

DISK_MEGABYTES = 32


class MountNotAllowed(Exception):
    """This machine gives nobody a disk."""


@contextmanager
def mounted_disk(folder: Path) -> Iterator[Path]:
    """A disk that is mounted at a folder; raises `NotAllowed` where one may not."""
    folder.mkdir()
    size = f"size={DISK_MEGABYTES}m"
    try:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        )
    except OSError as wrong:
        raise MountNotAllowed from wrong
    if done.returncode:
        raise MountNotAllowed
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=True)


@contextmanager
def filled_disk(disk: Path) -> Iterator[None]:
    """Not a byte is free for the length of the block."""
    ballast = disk / "ballast"
    try:
        with ballast.open("wb", buffering=0) as file:
            _write_until_full(file)
        yield
    finally:
        ballast.unlink()


def _write_until_full(file: FileIO) -> None:
    for size in (1 << 16, 1 << 9, 1):
        try:
            while file.write(b"x" * size):
                pass
        except OSError as wrong:
            if wrong.errno != errno.ENOSPC:
                raise
