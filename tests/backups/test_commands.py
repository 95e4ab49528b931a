"""The commands, as somebody uses them, and the copies that a laptop keeps by itself."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.scenes.evening import play_round, started
from tests.test_operation import ROOT, manage
from tournaments.actions.rounds.sessions import finish_session
from tournaments.backups.rotation import keep_backup, kept_backups

pytestmark = pytest.mark.once


def site(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return manage(*arguments, DATABASE_URL="", REDIS_URL="", MANILLA_SECRET="", MANILLA_DATA=str(folder))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with the demo in it, and beside it a backup."""
    folder = tmp_path_factory.mktemp("site") / "var"
    for arguments in (("migrate",), ("demo",), ("backup", str(folder.parent / "copy"))):
        done = site(folder, *arguments)
        assert done.returncode == 0, done.stderr
    return folder


def read(database: Path, question: str) -> object:
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute(question).fetchone()[0]


def test_a_new_computer_has_everything_that_the_old_one_had(demo: Path, tmp_path: Path) -> None:
    copy, there = demo.parent / "copy", tmp_path / "var"
    done = site(there, "restore", str(copy), "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    question = "SELECT count(*) FROM tournaments_entry"
    assert read(there / "manilla.sqlite3", question) == read(demo / "manilla.sqlite3", question)
    assert (there / "secret").read_text() == (demo / "secret").read_text()
    assert (
        told["sha256"]
        == json.loads(site(there, "restore", str(copy), "--preview", "--json").stdout)["sha256"]
    )
    exported = [each / "event" for each in (demo.parent, tmp_path)]
    for folder, file in zip((demo, there), exported, strict=True):
        done = site(folder, "export", "1", str(file))
        assert done.returncode == 0, done.stderr
    assert exported[0].read_bytes() == exported[1].read_bytes()


def test_a_damaged_one_is_refused_in_a_sentence(demo: Path, tmp_path: Path) -> None:
    before = read(demo / "manilla.sqlite3", "SELECT count(*) FROM tournaments_entry")
    (tmp_path / "half").write_bytes((demo.parent / "copy").read_bytes()[:50_000])
    done = site(demo, "restore", str(tmp_path / "half"))
    assert done.returncode == 1
    assert "no whole backup" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert read(demo / "manilla.sqlite3", "SELECT count(*) FROM tournaments_entry") == before


@pytest.mark.thorough
def test_who_is_killed_half_way_leaves_what_was_there_or_what_comes(demo: Path, tmp_path: Path) -> None:
    """Twelve times, each a little later."""
    there = tmp_path / "var"
    assert site(there, "migrate").returncode == 0
    command = [sys.executable, "manage.py", "restore", str(demo.parent / "copy")]
    around = {"MANILLA_DATA": str(there), "PATH": "/usr/bin", "DATABASE_URL": "", "REDIS_URL": ""}
    begun = time.monotonic()
    assert subprocess.run(command, cwd=ROOT, env=around, capture_output=True, check=False).returncode == 0
    lasted = time.monotonic() - begun
    found = set()
    for turn in range(12):
        for file in there.glob("manilla*"):
            file.unlink()
        assert site(there, "migrate").returncode == 0
        process = subprocess.Popen(
            command, cwd=ROOT, env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        time.sleep(lasted * (0.4 + 0.05 * turn))  # no sign says how far it is: each turn is a guess
        process.send_signal(signal.SIGKILL)
        process.communicate()
        database = there / "manilla.sqlite3"
        assert read(database, "PRAGMA integrity_check") == "ok"
        found.add(read(database, "SELECT count(*) FROM tournaments_event"))
    assert found <= {0, read(demo / "manilla.sqlite3", "SELECT count(*) FROM tournaments_event")}


def test_an_update_keeps_a_copy_of_what_it_changes(tmp_path: Path) -> None:
    assert site(tmp_path, "migrate", "tournaments", "0020").returncode == 0
    assert not list((tmp_path / "backups").glob("*"))
    assert site(tmp_path, "migrate").returncode == 0
    (copy,) = (tmp_path / "backups").glob("*before-update.manilla")
    assert site(tmp_path, "migrate").returncode == 0
    assert len(list((tmp_path / "backups").glob("*"))) == 1
    done = site(tmp_path, "restore", str(copy))
    assert done.returncode == 0, done.stderr
    assert site(tmp_path, "migrate", "--check").returncode == 0


@pytest.mark.django_db(transaction=True)
def test_a_laptop_keeps_a_copy_at_the_end_of_each_session_and_so_many(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.BACKUPS_KEPT = tmp_path, 2
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    play_round(session, director)
    finish_session(session.pk, director)
    (first,) = kept_backups()
    assert first.name.endswith(f"session-{session.pk}.manilla")
    second, third = keep_backup("one"), keep_backup("two")
    assert third
    assert kept_backups() == [third, second]
    ahead = tmp_path / "backups" / "20991231-235959-000000-ahead.manilla"
    third.rename(ahead)  # the clock was ahead, and is set back
    fourth = keep_backup("three")
    assert kept_backups() == [ahead, fourth]
    settings.BACKUPS_KEPT = 0
    assert keep_backup("none") is None


@pytest.mark.django_db(transaction=True)
def test_a_copy_that_cannot_be_kept_holds_up_nothing(
    settings: LazySettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "backups").write_text("a file")
    settings.DATA_DIR, settings.BACKUPS_KEPT = tmp_path, 2
    assert keep_backup("session-1") is None
    assert "no backup was kept (session-1)" in caplog.text
