"""Restoring with a failing disk, a locked database or foreign tables."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import OperationalError, connection

from games.problems import ValidationFailed
from tests.backups.test_archive import SessionAndDirector, standings
from tests.backups.test_archive import session_and_director as session_and_director
from tournaments.backups import archive, postgresql, sqlite, temporary_files
from tournaments.backups.automatic_backups import (
    BACKUP_SUFFIX,
    automatic_backups,
    make_automatic_backup,
)
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

only_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite locks its file")
only_postgresql = pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="PostgreSQL has schemas and programs"
)


def test_backup_can_be_made_while_the_clock_is_before_1980(
    session_and_director: SessionAndDirector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    manifest, _sha256 = archive.write_backup(tmp_path / "copy")
    with archive.open_backup(tmp_path / "copy") as backup:
        assert backup.manifest.database_sha256 == manifest.database_sha256


def test_secret_that_cannot_be_written_leaves_the_database_unchanged(
    session_and_director: SessionAndDirector, tmp_path: Path, settings: LazySettings
) -> None:
    archive.write_backup(tmp_path / "copy")
    Event.objects.update(name="Current name")
    settings.SECRET, settings.SECRET_FILE = "another", tmp_path / "gone" / "secret"
    with (
        archive.open_backup(tmp_path / "copy") as backup,
        pytest.raises(ValidationFailed) as refused,
    ):
        archive.restore_backup(backup)
    assert [problem.code for problem in refused.value.problems] == ["no_secret"]
    assert "restore the same backup again" in refused.value.problems[0].message
    assert Event.objects.get().name == "Current name"
    settings.SECRET_FILE = tmp_path / "secret"
    with archive.open_backup(tmp_path / "copy") as backup:
        archive.restore_backup(backup)
    assert Event.objects.get().name != "Current name"
    assert (tmp_path / "secret").read_text() == backup.secret


def test_restored_automatic_backup_is_not_deleted(
    session_and_director: SessionAndDirector, settings: LazySettings
) -> None:
    settings.MAX_BACKUPS = 2
    oldest, second = make_automatic_backup("one"), make_automatic_backup("two")
    assert oldest
    assert second
    call_command("restore", str(oldest), sure=True)
    backups = automatic_backups(settings.BACKUPS_DIR)
    assert [path.name.rpartition("-")[2].removesuffix(BACKUP_SUFFIX) for path in backups] == [
        "restore",
        "two",
        "one",
    ]


def test_only_stale_temporary_files_are_removed(
    session_and_director: SessionAndDirector, tmp_path: Path, settings: LazySettings
) -> None:
    settings.MAX_BACKUPS = 2
    (tmp_path / "backups").mkdir()
    stale_paths = [tmp_path / ".manilla-backup-left", tmp_path / ".copy.0123abcd"]
    stale_paths += [tmp_path / "backups" / f".20260101-{BACKUP_SUFFIX}.0123abcd"]
    other_paths = [
        tmp_path / ".manilla-backup-now",
        tmp_path / ".copy.txt",
        tmp_path / ".other.0123abcd",
    ]
    for path in (stale_paths[0], other_paths[0]):
        path.mkdir()
        (path / "database").write_text("half")
    for path in (*stale_paths[1:], *other_paths[1:]):
        path.write_text("half")
    long_ago = time.time() - temporary_files.STALE_AFTER_SECONDS - 60
    for path in (stale_paths[0] / "database", *stale_paths, *other_paths[1:]):
        os.utime(path, (long_ago, long_ago))
    archive.write_backup(tmp_path / "copy")
    assert make_automatic_backup("next")
    assert [path.name for path in stale_paths if path.exists()] == []
    assert all(path.exists() for path in other_paths)


@contextmanager
def locked_database() -> Iterator[None]:
    """Lock the database with a transaction of another connection."""
    with closing(
        sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    ) as other_connection:
        other_connection.execute("BEGIN IMMEDIATE")
        yield
        other_connection.execute("ROLLBACK")


@pytest.mark.thorough
@only_sqlite
def test_restore_fails_while_another_process_locks_the_database(
    session_and_director: SessionAndDirector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _director = session_and_director
    standings_before = standings(session)
    archive.write_backup(tmp_path / "copy")
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_SECONDS", 0.3)
    connection.ensure_connection()
    connection.connection.execute("PRAGMA busy_timeout = 100")
    with (
        archive.open_backup(tmp_path / "copy") as backup,
        locked_database(),
        pytest.raises(ValidationFailed) as refused,
    ):
        archive.restore_backup(backup)
    assert "somebody else holds the database" in refused.value.problems[0].message
    assert standings(session) == standings_before


@only_postgresql
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE public.accounts (id integer)",
        "CREATE FUNCTION public.accounts() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "CREATE TYPE public.accounts AS ENUM ('one')",
        "CREATE SCHEMA other; CREATE VIEW other.accounts AS SELECT * FROM public.tournaments_event",
    ],
)
def test_restore_is_refused_if_it_would_drop_foreign_objects(
    statement: str, session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    session, _director = session_and_director
    standings_before = standings(session)
    archive.write_backup(tmp_path / "copy")
    with connection.cursor() as cursor:
        cursor.execute(statement)
    try:
        with (
            archive.open_backup(tmp_path / "copy") as backup,
            pytest.raises(ValidationFailed) as refused,
        ):
            archive.restore_backup(backup)
        (problem,) = refused.value.problems
        assert problem.code == "not_ours"
        assert "accounts" in problem.message
        assert standings(session) == standings_before
    finally:
        with connection.cursor() as cursor:
            cursor.execute(
                "DROP SCHEMA IF EXISTS other CASCADE; DROP TABLE IF EXISTS public.accounts"
            )
            cursor.execute(
                "DROP FUNCTION IF EXISTS public.accounts(); DROP TYPE IF EXISTS public.accounts"
            )


@only_postgresql
def test_programs_use_our_connection_and_errors_quote_no_row(
    session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    connection.close()
    connection.settings_dict["OPTIONS"]["sslmode"] = "disable"
    try:
        connection.ensure_connection()
        assert dict(postgresql._connection_variables())["PGSSLMODE"] == "disable"
    finally:
        del connection.settings_dict["OPTIONS"]["sslmode"]
        connection.close()
    invalid_dump = tmp_path / "wrong"
    invalid_dump.write_text(
        "CREATE TABLE t (name text PRIMARY KEY);\nCOPY t (name) FROM stdin;\nAnna Puig\nAnna "
        "Puig\n\\.\n"
    )
    with pytest.raises(ValidationFailed) as refused:
        postgresql.PostgresqlBackend().replace(invalid_dump)
    (problem,) = refused.value.problems
    assert "duplicate key" in problem.message
    assert "Anna Puig" not in problem.message
    assert Event.objects.exists()


def test_backup_command_does_not_replace_a_file(
    session_and_director: SessionAndDirector, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "before-update.manilla"
    file.touch()
    call_command("backup", str(file))  # an empty file has nothing to lose
    first_content = file.read_bytes()
    with pytest.raises(SystemExit) as stopped:
        call_command("backup", str(file))
    assert stopped.value.code == 2
    assert "before-update.manilla exists already" in capsys.readouterr().err
    assert file.read_bytes() == first_content


def test_preview_says_that_the_secret_of_the_backup_is_not_set(
    session_and_director: SessionAndDirector,
    tmp_path: Path,
    settings: LazySettings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("backup", str(tmp_path / "copy"))
    secret_of_backup, settings.SECRET_FILE = settings.SECRET, None
    settings.SECRET, settings.CODE_KEYS = "another", ["another"]
    call_command("restore", str(tmp_path / "copy"), preview=True)
    assert "MANILLA_SECRET differs from the secret in the backup" in capsys.readouterr().out
    settings.CODE_KEYS = ["another", secret_of_backup]
    call_command("restore", str(tmp_path / "copy"), preview=True)
    assert "MANILLA_SECRET" not in capsys.readouterr().out


@only_postgresql
def test_preview_fails_if_the_database_cannot_be_reached(
    session_and_director: SessionAndDirector,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    archive.write_backup(tmp_path / "copy")

    def fail_to_connect() -> None:
        raise OperationalError("connection failed")

    monkeypatch.setattr(connection, "ensure_connection", fail_to_connect)
    with pytest.raises(SystemExit):
        call_command("restore", str(tmp_path / "copy"), preview=True)
    assert "connection failed" in capsys.readouterr().err
