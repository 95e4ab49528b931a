"""Backups and restores: the same standings afterwards, or nothing is changed."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection

from games.problems import ValidationFailed
from tests.scenes.evening import enter, play_round, started
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import RESULT
from tournaments import scoring_pipeline
from tournaments.backups import archive
from tournaments.models import Club, Entry, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.support.atomic_files import PRIVATE_MODE
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)

SessionAndDirector = tuple[Session, Actor]


@pytest.fixture
def session_and_director(settings: LazySettings, tmp_path: Path) -> SessionAndDirector:
    settings.DATA_DIR, settings.BACKUPS_DIR = tmp_path, tmp_path / "backups"
    settings.SECRET_FILE = tmp_path / "secret"
    settings.SECRET_FILE.write_text(settings.SECRET)
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    return session, director


def standings(session: Session) -> StoredStandings:
    return latest_standings(session.stage)


def wipe() -> None:
    call_command("flush", interactive=False, verbosity=0)
    assert not Club.objects.exists()


@pytest.mark.thorough
def test_restore_brings_back_database_secret_and_standings(
    session_and_director: SessionAndDirector, tmp_path: Path, settings: LazySettings
) -> None:
    session, _director = session_and_director
    file, standings_before, results = (
        tmp_path / "copy",
        standings(session),
        Play.objects.exclude(entry=None).count(),
    )
    manifest, _sha256 = archive.write_backup(file)
    assert (manifest.events, manifest.results, manifest.kind) == (1, results, connection.vendor)
    assert file.stat().st_mode & 0o777 == PRIVATE_MODE
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    wipe()
    settings.SECRET_FILE.write_text("another")
    settings.SECRET = "another"
    with archive.open_backup(file) as backup:
        archive.restore_backup(backup)
    assert standings(session) == standings_before
    assert settings.SECRET_FILE.read_text() == backup.secret != "another"
    assert scoring_pipeline.recount(session.stage.event) == []
    play = Play.objects.filter(entry=None).select_related("seating__table").order_by("pk")[0]
    enter(play, RESULT)  # sequences of primary keys are restored too


@pytest.mark.thorough
def test_result_posted_during_a_backup_is_in_it_completely_or_not_at_all(
    session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    session, _director = session_and_director
    plays = list(Play.objects.filter(entry=None).select_related("seating__table").order_by("pk"))
    first_is_posted, should_stop, posted_ids = Event(), Event(), []

    def post_results() -> None:
        try:
            for play in plays:
                if not should_stop.is_set():
                    enter(play, RESULT)
                    posted_ids.append(play.pk)
                    first_is_posted.set()
        finally:
            connection.close()

    poster = Thread(target=post_results)
    poster.start()
    assert first_is_posted.wait(30)
    posted_before = len(posted_ids)
    manifest, _sha256 = archive.write_backup(tmp_path / "copy")
    should_stop.set()
    poster.join()
    earlier_count = Play.objects.exclude(entry=None).count() - len(posted_ids)
    assert earlier_count + posted_before <= manifest.results <= earlier_count + len(posted_ids) + 1
    wipe()
    with archive.open_backup(tmp_path / "copy") as backup:
        archive.restore_backup(backup)
    assert Play.objects.exclude(entry=None).count() == manifest.results
    for play in Play.objects.exclude(entry=None):
        assert play.revision == Entry.objects.filter(play=play).count()
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


def rewrite_backup(change: Callable[[dict[str, bytes]], None], file: Path) -> None:
    """Rewrite a backup with changed contents."""
    with ZipFile(file) as zip_file:
        parts = {name: zip_file.read(name) for name in zip_file.namelist()}
    change(parts)
    with ZipFile(file, "w", ZIP_DEFLATED) as new_zip_file:
        for name, content in parts.items():
            new_zip_file.writestr(name, content)


def _change_manifest(parts: dict[str, bytes], **changes: object) -> None:
    parts["about.json"] = json.dumps(json.loads(parts["about.json"]) | changes).encode()


def _halve_database(parts: dict[str, bytes]) -> None:
    """Cut the database in half and adjust its digest."""
    parts["database"] = parts["database"][: len(parts["database"]) // 2]
    _change_manifest(parts, database_sha256=hashlib.sha256(parts["database"]).hexdigest())


DAMAGES: dict[str, Callable[[dict[str, bytes]], object]] = {
    "another byte": lambda parts: parts.update(
        database=parts["database"][:-9]
        + bytes([parts["database"][-9] ^ 1])
        + parts["database"][-8:]
    ),
    "half a database": _halve_database,
    "no database": lambda parts: parts.pop("database"),
    "no secret": lambda parts: parts.pop("secret"),
    "no manifest": lambda parts: parts.pop("about.json"),
    "wrong manifest": lambda parts: parts.update({"about.json": b"[1]"}),
}


@pytest.mark.daily(1)
@pytest.mark.parametrize("damage", [*DAMAGES, "half a file", "no file", "a text"])
def test_damaged_backup_is_rejected_and_changes_nothing(
    damage: str, session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    session, _director = session_and_director
    file, standings_before = tmp_path / "copy", standings(session)
    archive.write_backup(file)
    if damage in DAMAGES:
        rewrite_backup(lambda parts: DAMAGES[damage](parts) and None, file)
    elif damage == "half a file":
        file.write_bytes(file.read_bytes()[:-5_000])
    elif damage == "no file":
        file.unlink()
    else:
        file.write_text("a backup")
    with pytest.raises(ValidationFailed) as refused, archive.open_backup(file):
        pass
    expected = "unreadable_file" if damage == "no file" else "damaged_backup"
    assert [problem.code for problem in refused.value.problems] == [expected]
    assert standings(session) == standings_before


@pytest.mark.thorough
def test_backup_with_any_changed_byte_is_rejected_in_one_sentence(
    session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    file, outcomes = tmp_path / "copy", set()
    archive.write_backup(file)
    content = file.read_bytes()
    size, directory_end_size = (
        len(content),
        22,
    )  # the end of the zip, with the position of its directory
    for position in (*range(0, size, max(1, size // 40)), *range(size - directory_end_size, size)):
        file.write_bytes(
            content[:position] + bytes([content[position] ^ 0x41]) + content[position + 1 :]
        )
        try:
            # A zip contains some values twice, and only one of them is read.
            with archive.open_backup(file) as backup:
                outcomes.add(backup.manifest.events)
        except ValidationFailed as refused:
            outcomes.add(refused.problems[0].code)
    assert outcomes <= {1, "damaged_backup", "another_database", "newer_version", "too_old_version"}


def test_backup_of_another_database_kind_or_version_is_rejected(
    session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    for code, changes in (
        ("another_database", {"kind": "oracle"}),
        ("newer_version", {"migrations": ["tournaments.9999_moon"]}),
        ("too_old_version", {"migrations": ["tournaments.0001_initial"]}),
        ("newer_version", {"moon": "full"}),
    ):
        archive.write_backup(tmp_path / "copy")
        rewrite_backup(
            lambda parts, changes=changes: _change_manifest(parts, **changes), tmp_path / "copy"
        )
        with pytest.raises(ValidationFailed) as refused, archive.open_backup(tmp_path / "copy"):
            pass
        assert [problem.code for problem in refused.value.problems] == [code]


def test_failed_backup_leaves_the_earlier_file(
    session_and_director: SessionAndDirector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.write_backup(tmp_path / "copy")
    earlier_content = (tmp_path / "copy").read_bytes()

    def raise_disk_full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(archive._backend()), "dump", raise_disk_full)
    with pytest.raises(ValidationFailed, match="No space left"):
        archive.write_backup(tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == earlier_content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "secret"]


def test_missing_pg_dump_is_reported_with_the_command_to_run(
    session_and_director: SessionAndDirector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL is dumped with pg_dump")
    monkeypatch.setattr(shutil, "which", lambda _program: None)
    with pytest.raises(ValidationFailed) as refused:
        archive.write_backup(tmp_path / "copy")
    (problem,) = refused.value.problems
    assert problem.code == "program_missing"
    assert "pg_dump --host=" in problem.message
    assert str(connection.connection.info.password or "no password") not in problem.message


def test_backup_has_what_is_still_in_the_write_ahead_log(
    session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    """A copy of the database file alone does not contain it."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has a database file that can be copied")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    count_before = Play.objects.exclude(entry=None).count()
    play = Play.objects.filter(entry=None).select_related("seating__table").order_by("pk")[0]
    enter(play, RESULT)
    shutil.copy(connection.settings_dict["NAME"], tmp_path / "copied")
    manifest, _sha256 = archive.write_backup(tmp_path / "copy")
    assert manifest.results == count_before + 1
    with closing(sqlite3.connect(tmp_path / "copied")) as copied_database:
        (count,) = copied_database.execute(
            "SELECT count(*) FROM tournaments_play WHERE entry_id > 0"
        ).fetchone()
    assert count == count_before
