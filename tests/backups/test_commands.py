"""The backup commands as an operator runs them, and the automatic backups of a laptop."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.project import ROOT, manage
from tests.scenes.evening import play_round, started
from tournaments.actions.rounds.sessions import finish_session
from tournaments.backups import archive
from tournaments.backups.automatic_backups import (
    LATEST_NAME,
    LatestBackup,
    automatic_backups,
    make_automatic_backup,
)
from tournaments.management.demo import create_demo_club
from tournaments.models import Play

pytestmark = pytest.mark.once


def site(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return manage(
        *arguments,
        DATABASE_URL="",
        REDIS_URL="",
        MANILLA_SECRET="",
        MANILLA_BACKUPS="",
        MANILLA_DATA=str(folder),
    )


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with the demo; a backup of it is in the parent folder."""
    folder = tmp_path_factory.mktemp("site") / "var"
    for arguments in (("migrate",), ("demo",), ("backup", str(folder.parent / "copy"))):
        completed = site(folder, *arguments)
        assert completed.returncode == 0, completed.stderr
    return folder


def read(database: Path, query: str) -> object:
    with closing(sqlite3.connect(database)) as database_connection:
        return database_connection.execute(query).fetchone()[0]


@pytest.mark.thorough
def test_restore_on_a_new_computer_restores_everything(demo_folder: Path, tmp_path: Path) -> None:
    copy, data_folder = demo_folder.parent / "copy", tmp_path / "var"
    completed = site(data_folder, "restore", str(copy), "--json")
    assert completed.returncode == 0, completed.stderr
    report = json.loads(completed.stdout)
    second_output = site(data_folder, "restore", str(copy)).stdout
    assert re.search(
        r"Its last result was stored at 20\d\d-\d\d-\d\d \d\d:\d\d \(.+, board \d+, table \d+\)",
        second_output,
    )
    query = "SELECT count(*) FROM tournaments_entry"
    assert read(data_folder / "manilla.sqlite3", query) == read(
        demo_folder / "manilla.sqlite3", query
    )
    assert (data_folder / "secret").read_text() == (demo_folder / "secret").read_text()
    assert (
        report["sha256"]
        == json.loads(site(data_folder, "restore", str(copy), "--preview", "--json").stdout)[
            "sha256"
        ]
    )
    exported_files = [folder / "event" for folder in (demo_folder.parent, tmp_path)]
    for folder, file in zip((demo_folder, data_folder), exported_files, strict=True):
        completed = site(folder, "export", "1", str(file))
        assert completed.returncode == 0, completed.stderr
    assert exported_files[0].read_bytes() == exported_files[1].read_bytes()


@pytest.mark.thorough
def test_damaged_backup_is_rejected_in_one_sentence(demo_folder: Path, tmp_path: Path) -> None:
    entry_count = read(demo_folder / "manilla.sqlite3", "SELECT count(*) FROM tournaments_entry")
    (tmp_path / "half").write_bytes((demo_folder.parent / "copy").read_bytes()[:50_000])
    completed = site(demo_folder, "restore", str(tmp_path / "half"))
    assert completed.returncode == 1
    assert "is not a complete backup" in completed.stdout + completed.stderr
    assert "Traceback" not in completed.stderr
    assert (
        read(demo_folder / "manilla.sqlite3", "SELECT count(*) FROM tournaments_entry")
        == entry_count
    )


@pytest.mark.thorough
def test_update_makes_a_backup_before_it_changes_anything(tmp_path: Path) -> None:
    assert site(tmp_path, "migrate", "tournaments", "0002").returncode == 0
    assert not list((tmp_path / "backups").glob("*"))
    assert site(tmp_path, "migrate").returncode == 0
    (copy,) = (tmp_path / "backups" / "updates").glob("*before-update.manilla")
    assert site(tmp_path, "migrate").returncode == 0
    assert len(list((tmp_path / "backups").glob("*"))) == 1
    completed = site(tmp_path, "restore", str(copy))
    assert completed.returncode == 0, completed.stderr
    assert site(tmp_path, "migrate", "--check").returncode == 0


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_laptop_keeps_the_latest_backups_of_sessions(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.BACKUPS_DIR, settings.MAX_BACKUPS = (
        tmp_path,
        tmp_path / "backups",
        2,
    )
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    finish_session(session.pk, director)
    (first,) = automatic_backups(tmp_path / "backups")
    assert first.name.endswith(f"session-{session.pk}.manilla")
    second, third = make_automatic_backup("one"), make_automatic_backup("two")
    assert third
    assert automatic_backups(tmp_path / "backups") == [third, second]
    backup_with_later_time = tmp_path / "backups" / "20991231-235959-000000-ahead.manilla"
    third.rename(backup_with_later_time)  # the clock was ahead, and is set back
    fourth = make_automatic_backup("three")
    assert automatic_backups(tmp_path / "backups") == [backup_with_later_time, fourth]
    settings.MAX_BACKUPS = 0
    assert make_automatic_backup("none") is None


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_latest_backup_has_every_finished_round_and_replaces_no_other(
    settings: LazySettings, tmp_path: Path
) -> None:
    """The folder is on a USB stick; when it is removed, the backup is stored on the laptop."""
    usb_stick = tmp_path / "stick"
    settings.DATA_DIR, settings.BACKUPS_DIR, settings.MAX_BACKUPS = tmp_path, usb_stick, 2
    usb_stick.mkdir()
    (usb_stick / LATEST_NAME).write_text("backup of a broken laptop")
    (usb_stick / "2026-07-12 tonight.manilla").write_text("file of a user")
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    latest_backup = LatestBackup()
    assert latest_backup.update() is None
    for _round in range(2):
        play_round(session, director)
        assert latest_backup.update() == usb_stick / LATEST_NAME
        with archive.open_backup(usb_stick / LATEST_NAME) as backup:
            assert backup.manifest.results == Play.objects.exclude(entry=None).count() > 0
    assert latest_backup.update() is None
    (dated_name,) = automatic_backups(usb_stick)
    assert dated_name.read_text() == "backup of a broken laptop"
    for number in range(3):
        make_automatic_backup(f"session-{number}")
    assert len(automatic_backups(usb_stick)) == 2
    assert (usb_stick / "2026-07-12 tonight.manilla").exists()
    shutil.rmtree(usb_stick)
    usb_stick.write_text("no folder")
    play_round(session, director)
    assert latest_backup.update() == tmp_path / "backups" / LATEST_NAME


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_demo_and_simulation_make_no_backup(settings: LazySettings, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.BACKUPS_DIR, settings.MAX_BACKUPS = (
        tmp_path,
        tmp_path / "backups",
        2,
    )
    create_demo_club()
    assert LatestBackup().update() is None
    assert list(tmp_path.iterdir()) == []
    simulated = site(tmp_path / "var", "simulate", "--contestants", "4", "--rounds", "2")
    assert simulated.returncode == 0, simulated.stderr
    assert not (tmp_path / "var" / "backups").exists()


@pytest.mark.django_db(transaction=True)
def test_failed_automatic_backup_is_logged_and_raises_nothing(
    settings: LazySettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "backups").write_text("a file")
    settings.DATA_DIR, settings.BACKUPS_DIR, settings.MAX_BACKUPS = (
        tmp_path,
        tmp_path / "backups",
        2,
    )
    assert make_automatic_backup("session-1") is None
    assert "session-1.manilla): " in caplog.text


@pytest.mark.thorough
@pytest.mark.parametrize("damage", ["rubbish", "half"])
def test_invalid_database_file_is_moved_aside_and_reported(
    damage: str, demo_folder: Path, tmp_path: Path
) -> None:
    data_folder = tmp_path / "var"
    data_folder.mkdir()
    database, content_before = (
        data_folder / "manilla.sqlite3",
        (demo_folder / "manilla.sqlite3").read_bytes(),
    )
    damaged_content = (
        b"no database " * 400 if damage == "rubbish" else content_before[: len(content_before) // 3]
    )
    database.write_bytes(damaged_content)
    completed = site(data_folder, "restore", str(demo_folder.parent / "copy"))
    assert completed.returncode == 0, completed.stderr
    (moved_file,) = data_folder.glob("manilla.sqlite3.broken-*[0-9]")
    assert moved_file.read_bytes() == damaged_content
    assert str(moved_file) in completed.stdout
    query = "SELECT count(*) FROM tournaments_entry"
    assert read(database, query) == read(demo_folder / "manilla.sqlite3", query)


@pytest.mark.thorough
def test_preview_of_a_restore_makes_no_backup(tmp_path: Path) -> None:
    assert site(tmp_path, "migrate", "tournaments", "0002").returncode == 0
    assert site(tmp_path, "migrate", "--plan").returncode == 0
    assert site(tmp_path, "migrate", "--check").returncode == 1
    assert not list((tmp_path / "backups").glob("*"))


@pytest.mark.thorough
def test_restore_of_an_older_backup_first_backs_up_the_current_state(tmp_path: Path) -> None:
    assert site(tmp_path, "migrate", "tournaments", "0002").returncode == 0
    assert site(tmp_path, "migrate").returncode == 0
    (older_backup,) = (tmp_path / "backups" / "updates").glob("*before-update.manilla")
    assert site(tmp_path, "restore", str(older_backup)).returncode == 0
    assert len(list((tmp_path / "backups" / "updates").glob("*before-update.manilla"))) == 1
    assert len(list((tmp_path / "backups").glob("*before-restore.manilla"))) == 1


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals need POSIX")
def test_restore_without_an_answer_changes_nothing(demo_folder: Path, tmp_path: Path) -> None:
    import pty

    data_folder = tmp_path / "var"
    assert site(data_folder, "migrate").returncode == 0
    parent_end, child_end = pty.openpty()
    environment = {
        "MANILLA_DATA": str(data_folder),
        "PATH": "/usr/bin",
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    command = [sys.executable, "manage.py", "restore", str(demo_folder.parent / "copy")]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=child_end,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.write(parent_end, b"\x04")
    output, errors = process.communicate(timeout=60)
    os.close(parent_end)
    os.close(child_end)
    assert b"Nothing was changed." in output
    assert b"Traceback" not in errors
    assert process.returncode == 0
    assert read(data_folder / "manilla.sqlite3", "SELECT count(*) FROM tournaments_event") == 0


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "command", ["backup file", "recount", "export 1 file", "password director"]
)
def test_commands_report_a_missing_installation(command: str, tmp_path: Path) -> None:
    completed = site(tmp_path / "nothing", *command.split())
    assert completed.returncode == 1
    assert "MANILLA_DATA" in completed.stderr
    assert "Traceback" not in completed.stderr
    assert list((tmp_path / "nothing").glob("*.sqlite3*")) == []
