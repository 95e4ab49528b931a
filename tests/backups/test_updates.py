"""Updates of a laptop from version 0.13.0: backup, failures, and going back."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.project import ROOT
from tests.stored_versions import unpack_installation
from tournaments.backups import archive, updates
from tournaments.backups.automatic_backups import make_automatic_backup

pytestmark = pytest.mark.once

# Version 0.13.0 rejects backups whose manifest has other keys.
MANIFEST_KEYS_OF_0_13_0 = {
    "made_at",
    "version",
    "kind",
    "events",
    "results",
    "migrations",
    "database_sha256",
}
KILLED_AFTER_A_MIGRATION = """
from django.db.migrations import executor
applied = executor.MigrationExecutor.apply_migration
def apply_and_die(self, *args, **kwargs):
    applied(self, *args, **kwargs)
    os._exit(9)
executor.MigrationExecutor.apply_migration = apply_and_die
"""
DISK_FULL_IN_A_MIGRATION = """
from django.db import OperationalError
from django.db.migrations import executor
def fail(self, *args, **kwargs):
    raise OperationalError("database or disk is full")
executor.MigrationExecutor.apply_migration = fail
"""
DISK_FULL_IN_THE_BACKUP = """
from tournaments.backups import archive
def fail(*args):
    raise OSError(28, "No space left on device")
archive._write_zip = fail
"""
DAMAGED_BACKUP = """
from tournaments.backups import archive
write_backup = archive.write_backup
def damage(file):
    written = write_backup(file)
    file.write_bytes(file.read_bytes()[:-200])
    return written
archive.write_backup = damage
"""
UPDATE_IN_ANOTHER_WINDOW = """
from tournaments.backups import updates
lock = updates.exclusive_database_lock()
lock.__enter__()
"""
SITE_IN_ANOTHER_WINDOW = """
from tournaments.backups import updates
lock = updates.shared_database_lock()
lock.__enter__()
"""


@pytest.fixture
def laptop(tmp_path: Path) -> Path:
    """Return the folder of an installation of version 0.13.0."""
    return unpack_installation("0.13.0", tmp_path)


def migrate(folder: Path, code_before: str = "") -> subprocess.CompletedProcess[str]:
    """Run `manage.py migrate` in a new process, after the given code."""
    program = f"""
import os, django
django.setup()
{code_before}
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "migrate", "--verbosity", "0"])
"""
    environment = dict.fromkeys(
        ("DATABASE_URL", "REDIS_URL", "MANILLA_SECRET", "MANILLA_BACKUPS"), ""
    )
    environment |= {"MANILLA_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def backups(folder: Path) -> list[Path]:
    return sorted((folder / "backups" / "updates").glob("*.manilla"))


def content(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables."""
    with closing(sqlite3.connect(database)) as database_connection:
        names = [
            name
            for (name,) in database_connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            )
        ]
        return {
            name: sorted(database_connection.execute(f'SELECT * FROM "{name}"'), key=repr)  # noqa: S608
            for name in names
        }


def migrations(database: Path) -> set[str]:
    return {f"{app}.{name}" for _row, app, name, _at in content(database)["django_migrations"]}


def unzipped(backup: Path, folder: Path) -> Path:
    shutil.unpack_archive(backup, folder, "zip")
    return folder / "database"


def test_update_makes_a_backup_and_reports_its_check_in_one_line(
    laptop: Path, tmp_path: Path
) -> None:
    content_before = content(laptop / "manilla.sqlite3")
    completed = migrate(laptop)
    assert completed.returncode == 0, completed.stderr
    (line,) = completed.stdout.splitlines()
    assert line.startswith(
        "The update is done: all 24 events and 432 results are there, and all standings"
    )
    (backup,) = backups(laptop)
    assert str(backup) in line
    assert content(unzipped(backup, tmp_path / "unzipped")) == content_before, (
        "the backup contains the database of 0.13.0"
    )
    manifest = json.loads((tmp_path / "unzipped" / "about.json").read_text())
    assert manifest.keys() == MANIFEST_KEYS_OF_0_13_0
    assert len(migrations(laptop / "manilla.sqlite3")) > len(content_before["django_migrations"])


@pytest.mark.long
def test_update_accepts_a_database_with_the_last_migration_of_0_13_0(laptop: Path) -> None:
    """The stored database does not have this migration."""
    with (
        closing(sqlite3.connect(laptop / "manilla.sqlite3")) as database_connection,
        database_connection,
    ):
        database_connection.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournaments', '0052_addresses_of_clubs', '2026-11-20 10:00:00')"
        )
    completed = migrate(laptop)
    assert completed.returncode == 0, completed.stderr
    assert len(backups(laptop)) == 1


@pytest.mark.thorough
def test_version_0_13_0_can_restore_its_database(laptop: Path, tmp_path: Path) -> None:
    content_before = content(laptop / "manilla.sqlite3")
    assert migrate(laptop).returncode == 0
    old_installation = tmp_path / "version"
    old_installation.mkdir()
    packed = subprocess.run(
        ["git", "archive", release_commit("0.13.0")], cwd=ROOT, capture_output=True, check=False
    )
    if packed.returncode:
        pytest.skip("the repository has no history")
    subprocess.run(["tar", "-x", "-C", str(old_installation)], input=packed.stdout, check=True)
    environment = dict.fromkeys(
        ("DATABASE_URL", "REDIS_URL", "MANILLA_SECRET", "MANILLA_BACKUPS"), ""
    )
    completed = subprocess.run(
        [sys.executable, "manage.py", "restore", str(backups(laptop)[0]), "--sure"],
        cwd=old_installation,
        env=os.environ | environment | {"MANILLA_DATA": str(laptop)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert "It is restored." in completed.stdout
    content_after = content(laptop / "manilla.sqlite3")
    assert {name for name in content_before if content_after[name] != content_before[name]} <= {
        "tournaments_arrival"
    }


def release_commit(version: str) -> str:
    """Return the commit of a version, from the table of the stored databases."""
    page = (ROOT / "tests" / "golden" / "databases" / "README.md").read_text()
    rows = (line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| 0."))
    return next(commit for name, commit in rows if name == version)


@pytest.mark.thorough
def test_killed_update_continues_and_keeps_its_first_backup(laptop: Path, tmp_path: Path) -> None:
    content_before = content(laptop / "manilla.sqlite3")
    assert migrate(laptop, KILLED_AFTER_A_MIGRATION).returncode == 9
    migrations_when_killed = migrations(laptop / "manilla.sqlite3")
    assert len(migrations_when_killed) == len(content_before["django_migrations"]) + 1
    completed = migrate(laptop)
    assert completed.returncode == 0, completed.stderr
    (backup,) = backups(laptop)
    assert str(backup) in completed.stdout
    assert content(unzipped(backup, tmp_path / "unzipped")) == content_before
    assert migrations(laptop / "manilla.sqlite3") > migrations_when_killed


@pytest.mark.long
@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("code_before", "sentence"),
    [
        (
            DISK_FULL_IN_THE_BACKUP,
            "The update did not start because its backup cannot be made",
        ),
        (
            UPDATE_IN_ANOTHER_WINDOW,
            "Manilla is already running or being updated in this folder",
        ),
        pytest.param(
            DAMAGED_BACKUP,
            "The update did not start because its backup cannot be made",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            DISK_FULL_IN_A_MIGRATION,
            "The update stopped: database or disk is full. No result is lost.",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            SITE_IN_ANOTHER_WINDOW,
            "Manilla is already running or being updated in this folder",
            marks=pytest.mark.thorough,
        ),
    ],
    ids=[
        "no room for the backup",
        "updated in another window",
        "damaged backup",
        "no room",
        "site running",
    ],
)
def test_failed_update_changes_nothing_and_explains_why(
    laptop: Path, code_before: str, sentence: str
) -> None:
    content_before = content(laptop / "manilla.sqlite3")
    refused = migrate(laptop, code_before)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr
    assert content(laptop / "manilla.sqlite3") == content_before


@pytest.mark.django_db(transaction=True)
def test_backups_of_sessions_do_not_replace_those_of_updates(
    settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS_DIR, settings.MAX_BACKUPS = tmp_path, 2
    monkeypatch.setattr(updates, "_marker_file", lambda: tmp_path / "note")
    for _number in range(updates.MAX_UPDATE_BACKUPS + 1):
        with updates.back_up_before_update():
            newest = max((tmp_path / "updates").iterdir())
    for _number in range(4):
        make_automatic_backup("session-1")
    update_backups = sorted((tmp_path / "updates").iterdir())
    assert (len(update_backups), update_backups[-1]) == (updates.MAX_UPDATE_BACKUPS, newest)
    with archive.open_backup(newest) as backup:
        assert backup.manifest.events == 0
