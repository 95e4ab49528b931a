"""The file of a backup: a zip of the database, of the secret, and of what is said about both."""

import errno
import hashlib
import json
import os
import re
import secrets
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.backups.database import DatabaseBackend
from tournaments.backups.postgresql import PostgresqlBackend
from tournaments.backups.sqlite import SqliteBackend
from tournaments.backups.temporary_files import remove_stale_files, temporary_folder
from tournaments.models import ImportedSection
from tournaments.support.atomic_files import PRIVATE_MODE, replace_atomically

_ABOUT, _DATABASE, _SECRET = "about.json", "database", "secret"

_UNWRITABLE = _("%(file)s cannot be written: %(why)s.")
_NOT_RESTORED = _("The database cannot be replaced: %(why)s. Nothing was changed.")
_NO_SECRET = _(
    "The backup’s secret key cannot be written to %(file)s: %(why)s. Fix that and restore "
    "the same backup again; until then, codes on sheets printed with it may not work."
)
_UNREADABLE = _(
    "%(file)s cannot be read, or there is not enough disk space to unpack it: %(why)s. "
    "Nothing was changed."
)
_DAMAGED = _("%(file)s is not a complete backup: %(why)s. Nothing was changed.")
_ANOTHER = _("%(file)s is a backup of another kind of database, %(kind)s. Nothing was changed.")
_NEWER = _(
    "%(file)s was made by Manilla %(version)s, which is newer than this one. Nothing was changed."
)
_TOO_OLD = _(
    "%(file)s was made by Manilla %(version)s. Only backups of version 0.13 and later can be "
    "restored. "
    "Nothing was changed."
)

# Part of 0003_names_and_addresses: not every database of 0.13 has it.
_LAST_OF_0_13 = "tournaments.0052_addresses_of_clubs"


@dataclass(frozen=True)
class Manifest:
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

    manifest: Manifest
    database: Path
    secret: str
    sha256: str


def write_backup(file: Path) -> tuple[Manifest, str]:
    """Make a backup of everything while it runs, its owner's alone; answers what is in it, and its
    SHA-256.

    Raises `ValidationFailed` where it cannot be made; a file that was there before is then still
    there.
    """
    remove_stale_files(file.parent, re.escape(file.name))
    try:
        with replace_atomically(file, PRIVATE_MODE) as aside, temporary_folder(file.parent) as room:
            dumped = _kind().dump(room / _DATABASE)
            manifest = Manifest(
                made_at=timezone.now().isoformat(timespec="seconds"),
                version=version("manilla"),
                kind=connection.vendor,
                database_sha256=_digest(room / _DATABASE),
                **dumped._asdict(),
            )
            _put_into(aside, manifest, room / _DATABASE)
            sha256 = _digest(aside)
    except (OSError, ValueError, DatabaseError) as wrong:
        raise ValidationFailed(
            [Problem("unwritable_file", _UNWRITABLE, {"file": file, "why": _why(wrong)})]
        ) from wrong
    return manifest, sha256


@contextmanager
def open_backup(file: Path) -> Iterator[Backup]:
    """A backup, looked through before anything is done with it.

    Raises `ValidationFailed` where it is damaged, of a database of another kind, of a newer version
    or before 0.13.
    """
    with temporary_folder(Path(tempfile.gettempdir())) as room:
        database = room / _DATABASE
        manifest, secret = _read(file, database)
        if manifest.kind != connection.vendor:
            raise ValidationFailed(
                [Problem("another_database", _ANOTHER, {"file": file, "kind": manifest.kind})]
            )
        if set(manifest.migrations) - _known_migrations():
            raise ValidationFailed(
                [Problem("newer_version", _NEWER, {"file": file, "version": manifest.version})]
            )
        if is_before_0_13(manifest.migrations):
            raise ValidationFailed(
                [Problem("too_old_version", _TOO_OLD, {"file": file, "version": manifest.version})]
            )
        if why := _kind().check(database):
            raise _damaged(file, why)
        yield Backup(manifest, database, secret, _digest(file))


def restore_backup(backup: Backup) -> None:
    """Put a backup in place of what there is, and bring it up to date.

    The database is replaced in one transaction. Its secret lies ready on the disk before and takes
    its place at once after; who is killed between them restores again. A secret that the
    environment gives stays. Raises `ValidationFailed` where the database cannot be replaced, and
    then it was not, or where the secret cannot.
    """
    if settings.SECRET_FILE and backup.secret != settings.SECRET:
        _replace_both(backup, settings.SECRET_FILE)
    else:
        _replace(backup)
    call_command(migrate.Command(), verbosity=0)  # Django's own: what was here is kept already
    renew_installation_id()


def renew_installation_id() -> None:
    """The laptop of the backup may still be playing: who decides on both is in conflict with
    himself."""
    for arrival in ImportedSection.objects.all():
        arrival.laptop = secrets.token_hex(8)
        arrival.save(update_fields=["laptop"])


def move_aside() -> Path | None:
    """Rename what lies in the database's place and is none; where to, None where nothing had to be.

    Raises `ValidationFailed`.
    """
    try:
        return _kind().move_aside()
    except OSError as wrong:
        raise ValidationFailed(
            [Problem("not_restored", _NOT_RESTORED, {"why": _why(wrong)})]
        ) from wrong


def _replace_both(backup: Backup, secret: Path) -> None:
    remove_stale_files(secret.parent, re.escape(secret.name))
    try:
        with replace_atomically(secret, PRIVATE_MODE) as aside:
            with aside.open("w") as ready:
                ready.write(backup.secret)
                ready.flush()
                os.fsync(ready.fileno())
            _replace(backup)
    except OSError as wrong:
        params = {"file": secret, "why": _why(wrong)}
        raise ValidationFailed([Problem("no_secret", _NO_SECRET, params)]) from wrong


def _replace(backup: Backup) -> None:
    try:
        _kind().replace(backup.database)
    except (OSError, DatabaseError) as wrong:
        raise ValidationFailed(
            [Problem("not_restored", _NOT_RESTORED, {"why": _why(wrong)})]
        ) from wrong


def _read(file: Path, database: Path) -> tuple[Manifest, str]:
    """What is said in a backup, and its secret; its database is put into a file."""
    try:
        with ZipFile(file) as archive:
            manifest = _said(file, json.loads(archive.read(_ABOUT)))
            secret = archive.read(_SECRET).decode()
            with archive.open(_DATABASE) as found, database.open("wb") as into:
                while part := found.read(1 << 20):
                    into.write(part)
    except OSError as wrong:
        if wrong.errno == errno.EINVAL:  # the zip names a place before the beginning of its file
            raise _damaged(file, _why(wrong)) from wrong
        raise ValidationFailed(
            [Problem("unreadable_file", _UNREADABLE, {"file": file, "why": _why(wrong)})]
        ) from wrong
    except (
        BadZipFile,
        zlib.error,
        LookupError,
        ValueError,
        TypeError,
        EOFError,
        RuntimeError,
    ) as wrong:
        raise _damaged(file, str(wrong)) from wrong
    if _digest(database) != manifest.database_sha256:
        raise _damaged(file, "its database is not the one that was put there")
    return manifest, secret


def _said(file: Path, values: dict[str, Any]) -> Manifest:
    """What a backup says of itself; what nobody here knows a newer version has said."""
    if isinstance(values, dict) and set(values) - {each.name for each in fields(Manifest)}:
        raise ValidationFailed(
            [
                Problem(
                    "newer_version", _NEWER, {"file": file, "version": values.get("version", "?")}
                )
            ]
        )
    return Manifest(**values)


def _put_into(zipped: Path, manifest: Manifest, database: Path) -> None:
    with ZipFile(zipped, "w") as archive:
        archive.writestr(_part(_ABOUT), json.dumps(asdict(manifest), indent=1))
        with (
            database.open("rb") as dump,
            archive.open(_part(_DATABASE), "w", force_zip64=True) as into,
        ):
            shutil.copyfileobj(dump, into)
        archive.writestr(_part(_SECRET), settings.SECRET)


def _part(name: str) -> ZipInfo:
    """A file of the zip, of no time: one before 1980, where some clocks begin, has no place in a
    zip."""
    part = ZipInfo(name)
    part.compress_type, part.external_attr = ZIP_DEFLATED, PRIVATE_MODE << 16
    return part


def _why(wrong: Exception) -> str:
    return getattr(wrong, "strerror", None) or str(wrong)


def _damaged(file: Path, why: str) -> ValidationFailed:
    return ValidationFailed([Problem("damaged_backup", _DAMAGED, {"file": file, "why": why})])


def _kind() -> DatabaseBackend:
    return {"sqlite": SqliteBackend, "postgresql": PostgresqlBackend}[connection.vendor]()


def is_before_0_13(applied: Iterable[str]) -> bool:
    """Return whether migrations, as `app.name`, are of a database that no migration of today can
    update."""
    replaced = _replaced_migrations()
    return 0 < len(replaced.intersection(applied)) < len(replaced)


def _replaced_migrations() -> set[str]:
    squashed = MigrationLoader(None).disk_migrations["tournaments", "0001_squashed_0_13"]
    return {f"{app}.{name}" for app, name in squashed.replaces}


def _known_migrations() -> set[str]:
    on_disk = MigrationLoader(None).disk_migrations
    known = {f"{app}.{name}" for app, name in on_disk} | _replaced_migrations()
    return known | {_LAST_OF_0_13}


def _digest(file: Path) -> str:
    with file.open("rb") as opened_file:
        return hashlib.file_digest(opened_file, "sha256").hexdigest()
