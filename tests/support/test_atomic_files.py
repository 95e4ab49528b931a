"""Files are written completely or not at all, and incomplete secrets are rejected."""

import errno
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.security import load_or_create_secret
from tests.project import manage
from tournaments.support import atomic_files
from tournaments.support.atomic_files import (
    create_private_file_atomically,
    replace_atomically,
    write_atomically,
)

only_posix = pytest.mark.skipif(
    sys.platform == "win32", reason="file modes and size limits need POSIX"
)

# A limit of 1000 bytes for each file makes writing fail as on a full disk.
WRITE_OVER_SIZE_LIMIT = """
import pathlib, resource, signal, sys
from tournaments.support.atomic_files import write_atomically
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
write_atomically(pathlib.Path(sys.argv[1]), "x" * 5000)
"""


@only_posix
def test_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    write_atomically(file, "the earlier one")
    command = [sys.executable, "-c", WRITE_OVER_SIZE_LIMIT, str(file)]
    completed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "File too large" in completed.stderr
    assert file.read_text() == "the earlier one"
    assert [path.name for path in tmp_path.iterdir()] == ["event.json"]


def test_failure_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "copy"
    write_atomically(file, "earlier")
    with suppress(ZeroDivisionError), replace_atomically(file) as temporary_file:
        temporary_file.write_text("half")
        raise ZeroDivisionError
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"copy": "earlier"}


def test_existing_file_is_kept_on_a_disk_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"

    def fail_to_link(_self: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, "no links on this disk")

    monkeypatch.setattr(Path, "hardlink_to", fail_to_link)
    create_private_file_atomically(file, "first")
    create_private_file_atomically(file, "second")
    assert file.read_text() == "first"


def test_threads_that_create_a_secret_at_once_read_the_same_one(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    with ThreadPoolExecutor(8) as pool:
        secrets_read = set(pool.map(lambda _number: load_or_create_secret(file), range(8)))
    assert secrets_read == {file.read_text()}
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == atomic_files.PRIVATE_MODE


@pytest.mark.daily(1)
@pytest.mark.parametrize("text", ["", "half a sec", "\0" * 64])
def test_incomplete_secret_is_rejected(text: str, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(text)
    with pytest.raises(ImproperlyConfigured, match="is incomplete"):
        load_or_create_secret(file)
    completed = manage("check", DATABASE_URL="", MANILLA_DATA=str(tmp_path), MANILLA_SECRET="")
    assert completed.returncode == 1
    assert completed.stderr.startswith(f"{file} is incomplete")
    assert "Traceback" not in completed.stderr


@only_posix
def test_secret_that_cannot_be_created_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    completed = manage(
        "check", DATABASE_URL="", MANILLA_DATA=str(tmp_path / "a file" / "var"), MANILLA_SECRET=""
    )
    assert completed.returncode == 1
    assert "cannot be created or read" in completed.stderr
    assert "Traceback" not in completed.stderr
