"""A small disk that can be filled without harming anything else."""

import errno
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

DISK_MEGABYTES = 32


class MountNotAllowed(Exception):
    """This machine does not allow mounting a disk."""


@contextmanager
def mounted_disk(folder: Path) -> Iterator[Path]:
    """Mount a small disk at a folder; raises `MountNotAllowed`."""
    folder.mkdir()
    size = f"size={DISK_MEGABYTES}m"
    try:
        mount = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise MountNotAllowed from error
    if mount.returncode:
        raise MountNotAllowed
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=True)


@contextmanager
def filled_disk(disk: Path) -> Iterator[None]:
    """Fill the disk to the last byte for the length of the block."""
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
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
