"""The file of a backup: a zip of the database, the secret, and a manifest about both."""

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

# Files in the zip.
_MANIFEST, _DATABASE, _SECRET = "about.json", "database", "secret"

# The database is unpacked in pieces of this size.
_CHUNK_BYTES = 1 << 20

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

# The last migration of 0.13, now a part of 0003_names_and_addresses. Not every database of 0.13 has
# it.
_LAST_OF_0_13 = "tournaments.0052_addresses_of_clubs"


@dataclass(frozen=True)
class Manifest:
    """What a backup contains; `database_sha256` is the digest of the database in it.

    The names of the fields are the keys of the file, so they must not change.
    """

    made_at: str
    version: str
    kind: str
    events: int
    results: int
    migrations: tuple[str, ...]
    database_sha256: str


@dataclass(frozen=True)
class Backup:
    """A backup that has been checked; the file `database` exists while the backup is open."""

    manifest: Manifest
    database: Path
    secret: str
    sha256: str


def write_backup(file: Path) -> tuple[Manifest, str]:
    """Make a backup while the site runs, readable by its owner only.

    Returns what it contains, and its SHA-256. Raises `ValidationFailed` on failure, and leaves an
    existing file unchanged.
    """
    remove_stale_files(file.parent, re.escape(file.name))
    try:
        with (
            replace_atomically(file, PRIVATE_MODE) as temporary,
            temporary_folder(file.parent) as folder,
        ):
            database = folder / _DATABASE
            summary = _backend().dump(database)
            manifest = Manifest(
                made_at=timezone.now().isoformat(timespec="seconds"),
                version=version("manilla"),
                kind=connection.vendor,
                database_sha256=_sha256(database),
                **summary._asdict(),
            )
            _write_zip(temporary, manifest, database)
            sha256 = _sha256(temporary)
    except (OSError, ValueError, DatabaseError) as error:
        params = {"file": file, "why": _error_text(error)}
        raise ValidationFailed([Problem("unwritable_file", _UNWRITABLE, params)]) from error
    return manifest, sha256


@contextmanager
def open_backup(file: Path) -> Iterator[Backup]:
    """Check a backup, and unpack it for the length of the block.

    Raises `ValidationFailed` if it is damaged, of another kind of database, of a newer version, or
    of a version before 0.13.
    """
    with temporary_folder(Path(tempfile.gettempdir())) as folder:
        database = folder / _DATABASE
        manifest, secret = _read_zip(file, database)
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
        if error_text := _backend().check(database):
            raise _damaged(file, error_text)
        yield Backup(manifest, database, secret, _sha256(file))


def restore_backup(backup: Backup) -> None:
    """Replace the database and the secret by those of a backup, and migrate.

    The database is replaced in one transaction. The secret is written to disk before it, and
    renamed right after it: a process that is killed between the two leaves the old secret, and
    restoring again completes it. A secret from the environment stays. Raises `ValidationFailed` if
    the database cannot be replaced, and then it is unchanged, or if the secret cannot.
    """
    if settings.SECRET_FILE and backup.secret != settings.SECRET:
        _replace_database_and_secret(backup, settings.SECRET_FILE)
    else:
        _replace_database(backup)
    # Django's own command: ours would make a backup first, which the caller has done already.
    call_command(migrate.Command(), verbosity=0)
    renew_installation_id()


def renew_installation_id() -> None:
    """Give this installation a new id in each of its offline sections.

    The laptop of the backup may still be in use: with the same id, decisions made on both would
    look like those of one laptop.
    """
    for section in ImportedSection.objects.all():
        section.laptop = secrets.token_hex(8)
        section.save(update_fields=["laptop"])


def move_aside() -> Path | None:
    """Rename the file of the database if it is not a valid database.

    Returns the new path, or None if there was nothing to rename. Raises `ValidationFailed`.
    """
    try:
        return _backend().move_aside()
    except OSError as error:
        raise _not_restored(error) from error


def _replace_database_and_secret(backup: Backup, secret: Path) -> None:
    remove_stale_files(secret.parent, re.escape(secret.name))
    try:
        with replace_atomically(secret, PRIVATE_MODE) as temporary:
            with temporary.open("w") as secret_file:
                secret_file.write(backup.secret)
                secret_file.flush()
                os.fsync(secret_file.fileno())
            _replace_database(backup)
    except OSError as error:
        params = {"file": secret, "why": _error_text(error)}
        raise ValidationFailed([Problem("no_secret", _NO_SECRET, params)]) from error


def _replace_database(backup: Backup) -> None:
    try:
        _backend().replace(backup.database)
    except (OSError, DatabaseError) as error:
        raise _not_restored(error) from error


def _read_zip(file: Path, database: Path) -> tuple[Manifest, str]:
    """Return the manifest and the secret of a backup, and unpack its database into a file."""
    try:
        with ZipFile(file) as archive:
            manifest = _parse_manifest(file, json.loads(archive.read(_MANIFEST)))
            secret = archive.read(_SECRET).decode()
            with archive.open(_DATABASE) as source, database.open("wb") as target:
                shutil.copyfileobj(source, target, _CHUNK_BYTES)
    except OSError as error:
        if error.errno == errno.EINVAL:  # the zip refers to an offset before its beginning
            raise _damaged(file, _error_text(error)) from error
        params = {"file": file, "why": _error_text(error)}
        raise ValidationFailed([Problem("unreadable_file", _UNREADABLE, params)]) from error
    except (
        BadZipFile,
        zlib.error,
        LookupError,
        ValueError,
        TypeError,
        EOFError,
        RuntimeError,
    ) as error:
        raise _damaged(file, str(error)) from error
    if _sha256(database) != manifest.database_sha256:
        raise _damaged(file, "its database is not the one that was put there")
    return manifest, secret


def _parse_manifest(file: Path, values: dict[str, Any]) -> Manifest:
    """Parse the manifest; a field that is not known here comes from a newer version."""
    known_names = {field.name for field in fields(Manifest)}
    if isinstance(values, dict) and set(values) - known_names:
        params = {"file": file, "version": values.get("version", "?")}
        raise ValidationFailed([Problem("newer_version", _NEWER, params)])
    return Manifest(**values)


def _write_zip(file: Path, manifest: Manifest, database: Path) -> None:
    with ZipFile(file, "w") as archive:
        archive.writestr(_zip_entry(_MANIFEST), json.dumps(asdict(manifest), indent=1))
        with (
            database.open("rb") as source,
            archive.open(_zip_entry(_DATABASE), "w", force_zip64=True) as target,
        ):
            shutil.copyfileobj(source, target)
        archive.writestr(_zip_entry(_SECRET), settings.SECRET)


def _zip_entry(name: str) -> ZipInfo:
    """Return a zip entry without a time: zip has none before 1980, where some clocks start."""
    entry = ZipInfo(name)
    entry.compress_type, entry.external_attr = ZIP_DEFLATED, PRIVATE_MODE << 16
    return entry


def _error_text(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _not_restored(error: Exception) -> ValidationFailed:
    params = {"why": _error_text(error)}
    return ValidationFailed([Problem("not_restored", _NOT_RESTORED, params)])


def _damaged(file: Path, reason: str) -> ValidationFailed:
    return ValidationFailed([Problem("damaged_backup", _DAMAGED, {"file": file, "why": reason})])


def _backend() -> DatabaseBackend:
    return {"sqlite": SqliteBackend, "postgresql": PostgresqlBackend}[connection.vendor]()


def is_before_0_13(applied: Iterable[str]) -> bool:
    """Return whether the applied migrations, as `app.name`, are of a version before 0.13.

    The migrations of today cannot update such a database.
    """
    replaced = _replaced_migrations()
    return 0 < len(replaced.intersection(applied)) < len(replaced)


def _replaced_migrations() -> set[str]:
    squashed = MigrationLoader(None).disk_migrations["tournaments", "0001_squashed_0_13"]
    return {f"{app}.{name}" for app, name in squashed.replaces}


def _known_migrations() -> set[str]:
    on_disk = MigrationLoader(None).disk_migrations
    names = {f"{app}.{name}" for app, name in on_disk} | _replaced_migrations()
    return names | {_LAST_OF_0_13}


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
