"""The file of a backup: a zip of the database, of the secret, and of what is said about both."""

import hashlib
import json
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.backups.kind import DatabaseKind
from tournaments.backups.postgresql import Postgresql
from tournaments.backups.sqlite import Sqlite
from tournaments.files import OWN, replaced_whole

_ABOUT, _DATABASE, _SECRET = "about.json", "database", "secret"

_UNWRITABLE = _("%(file)s cannot be written: %(why)s.")
_NOT_RESTORED = _("The database cannot be replaced: %(why)s. Nothing was changed.")
_UNREADABLE = _("%(file)s cannot be read, or there is no room to unpack it: %(why)s. Nothing was changed.")
_DAMAGED = _("%(file)s is no whole backup: %(why)s. Nothing was changed.")
_ANOTHER = _("%(file)s is of a database of another kind, %(kind)s. Nothing was changed.")
_NEWER = _("%(file)s was made by Manilla %(version)s, which is newer than this one. Nothing was changed.")


@dataclass(frozen=True)
class About:
    """What a backup says of itself; `database_sha256` is of the database in it."""

    made_at: str
    version: str
    kind: str
    events: int
    results: int
    migrations: tuple[str, ...]
    database_sha256: str


@dataclass(frozen=True)
class Backup:
    """A backup that was found whole; `database` is there for as long as it is open."""

    about: About
    database: Path
    secret: str
    sha256: str


def write(file: Path) -> tuple[About, str]:
    """Make a backup of everything while it runs, its owner's alone; answers what is in it, and its SHA-256.

    Raises `Refused` where it cannot be made; a file that was there before is then still there.
    """
    try:
        with replaced_whole(file, OWN) as aside, _room(file.parent) as room:
            dumped = _kind().dump(room / _DATABASE)
            about = About(
                made_at=timezone.now().isoformat(timespec="seconds"),
                version=version("manilla"),
                kind=connection.vendor,
                database_sha256=_digest(room / _DATABASE),
                **dumped._asdict(),
            )
            with ZipFile(aside, "w", ZIP_DEFLATED) as archive:
                archive.writestr(_ABOUT, json.dumps(asdict(about), indent=1))
                archive.write(room / _DATABASE, _DATABASE)
                archive.writestr(_SECRET, settings.SECRET)
            sha256 = _digest(aside)
    except (OSError, ValueError, DatabaseError) as wrong:
        raise Refused(
            [Problem("unwritable_file", _UNWRITABLE, {"file": file, "why": _why(wrong)})]
        ) from wrong
    return about, sha256


@contextmanager
def opened(file: Path) -> Iterator[Backup]:
    """A backup, looked through before anything is done with it.

    Raises `Refused` where it is damaged, of a database of another kind, or newer than this version.
    """
    with tempfile.TemporaryDirectory(prefix="manilla-") as room:
        database = Path(room) / _DATABASE
        about, secret = _read(file, database)
        if about.kind != connection.vendor:
            raise Refused([Problem("another_database", _ANOTHER, {"file": file, "kind": about.kind})])
        if set(about.migrations) - _known_migrations():
            raise Refused([Problem("newer_version", _NEWER, {"file": file, "version": about.version})])
        if why := _kind().check(database):
            raise _damaged(file, why)
        yield Backup(about, database, secret, _digest(file))


def restore(backup: Backup) -> None:
    """Put a backup in place of what there is, and bring it up to date.

    The database is replaced in one transaction. A secret that the environment gives stays. Raises `Refused`
    where the database cannot be replaced, and then it was not.
    """
    try:
        _kind().replace(backup.database)
    except (OSError, DatabaseError) as wrong:
        raise Refused([Problem("not_restored", _NOT_RESTORED, {"why": _why(wrong)})]) from wrong
    if settings.SECRET_FILE and backup.secret != settings.SECRET:
        with replaced_whole(settings.SECRET_FILE, OWN) as aside:
            aside.write_text(backup.secret)
    call_command("migrate", verbosity=0)


def _read(file: Path, database: Path) -> tuple[About, str]:
    """What is said in a backup, and its secret; its database is put into a file."""
    try:
        with ZipFile(file) as archive:
            about = About(**json.loads(archive.read(_ABOUT)))
            secret = archive.read(_SECRET).decode()
            with archive.open(_DATABASE) as found, database.open("wb") as into:
                while part := found.read(1 << 20):
                    into.write(part)
    except OSError as wrong:
        raise Refused(
            [Problem("unreadable_file", _UNREADABLE, {"file": file, "why": _why(wrong)})]
        ) from wrong
    except (BadZipFile, zlib.error, LookupError, ValueError, TypeError, EOFError, RuntimeError) as wrong:
        raise _damaged(file, str(wrong)) from wrong
    if _digest(database) != about.database_sha256:
        raise _damaged(file, "its database is not the one that was put there")
    return about, secret


def _why(wrong: Exception) -> str:
    return getattr(wrong, "strerror", None) or str(wrong)


def _damaged(file: Path, why: str) -> Refused:
    return Refused([Problem("damaged_backup", _DAMAGED, {"file": file, "why": why})])


def _kind() -> DatabaseKind:
    return {"sqlite": Sqlite, "postgresql": Postgresql}[connection.vendor]()


@contextmanager
def _room(beside: Path) -> Iterator[Path]:
    """A folder where there is room for the dump, nobody else's, for as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix=".manilla-", dir=beside) as folder:
        yield Path(folder)


def _known_migrations() -> set[str]:
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def _digest(file: Path) -> str:
    with file.open("rb") as opened_file:
        return hashlib.file_digest(opened_file, "sha256").hexdigest()
