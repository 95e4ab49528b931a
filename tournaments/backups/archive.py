"""Write, check and restore a backup: a zip with the database, the secret and a manifest."""

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

# The database is unpacked in chunks of this size.
_CHUNK_BYTES = 1 << 20

_UNWRITABLE_FILE = _("%(file)s cannot be written: %(why)s.")
_NOT_RESTORED = _("The database cannot be replaced: %(why)s. Nothing was changed.")
_UNWRITABLE_SECRET = _(
    "The backup’s secret key cannot be written to %(file)s: %(why)s. Fix that and restore "
    "the same backup again; until then, codes on sheets printed with it may not work."
)
_UNREADABLE_FILE = _(
    "%(file)s cannot be read, or there is not enough disk space to unpack it: %(why)s. "
    "Nothing was changed."
)
_DAMAGED_BACKUP = _("%(file)s is not a complete backup: %(why)s. Nothing was changed.")
_ANOTHER_DATABASE = _(
    "%(file)s is a backup of another kind of database, %(kind)s. Nothing was changed."
)
_NEWER_VERSION = _(
    "%(file)s was made by Manilla %(version)s, which is newer than this one. Nothing was changed."
)
_TOO_OLD_VERSION = _(
    "%(file)s was made by Manilla %(version)s. Only backups of version 0.13 and later can be "
    "restored. "
    "Nothing was changed."
)

# The last migration of 0.13, which 0003_names_and_addresses now contains. Some databases of 0.13 do
# not have it.
_LAST_MIGRATION_OF_0_13 = "tournaments.0052_addresses_of_clubs"


@dataclass(frozen=True)
class Manifest:
    """Summary of a backup; `database_sha256` is the digest of the database in it.

    The field names must not change, because they are the keys of the stored JSON file.
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
    """A checked backup; the file `database` exists only inside `open_backup`."""

    manifest: Manifest
    database: Path
    secret: str
    sha256: str


def write_backup(file: Path) -> tuple[Manifest, str]:
    """Write a backup that only its owner can read; the site may be running.

    Returns the manifest, and the SHA-256 of the file. Raises `ValidationFailed` on failure; then an
    existing file is unchanged.
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
        raise ValidationFailed([Problem("unwritable_file", _UNWRITABLE_FILE, params)]) from error
    return manifest, sha256


@contextmanager
def open_backup(file: Path) -> Iterator[Backup]:
    """Check a backup, and unpack its database while the block runs.

    Raises `ValidationFailed` if the backup is damaged, or was made from another kind of database,
    by a newer version, or by a version before 0.13.
    """
    with temporary_folder(Path(tempfile.gettempdir())) as folder:
        database = folder / _DATABASE
        manifest, secret = _read_zip(file, database)
        if manifest.kind != connection.vendor:
            raise ValidationFailed(
                [
                    Problem(
                        "another_database", _ANOTHER_DATABASE, {"file": file, "kind": manifest.kind}
                    )
                ]
            )
        if set(manifest.migrations) - _known_migrations():
            raise ValidationFailed(
                [
                    Problem(
                        "newer_version", _NEWER_VERSION, {"file": file, "version": manifest.version}
                    )
                ]
            )
        if is_before_0_13(manifest.migrations):
            raise ValidationFailed(
                [
                    Problem(
                        "too_old_version",
                        _TOO_OLD_VERSION,
                        {"file": file, "version": manifest.version},
                    )
                ]
            )
        if error_text := _backend().check(database):
            raise _damaged(file, error_text)
        yield Backup(manifest, database, secret, _sha256(file))


def restore_backup(backup: Backup) -> None:
    """Replace the database and the secret with those of a backup, and migrate.

    The database is replaced in one transaction. The new secret is written to a temporary file
    before this transaction, and renamed right after it. If the process is killed between the two,
    the secret is still the old one, and restoring the same backup again replaces it. A secret from
    the environment is not replaced. Raises `ValidationFailed` if the database cannot be replaced,
    which leaves it unchanged, or if the secret cannot be replaced.
    """
    if settings.SECRET_FILE and backup.secret != settings.SECRET:
        _replace_database_and_secret(backup, settings.SECRET_FILE)
    else:
        _replace_database(backup)
    # Django's own command: ours would make a backup first, as the caller has already done.
    call_command(migrate.Command(), verbosity=0)
    renew_installation_id()


def renew_installation_id() -> None:
    """Give this installation a new id in each offline section.

    The laptop on which the backup was made may still be in use. If both had the same id, decisions
    made on both would look as if they were made on one laptop.
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
        raise ValidationFailed([Problem("no_secret", _UNWRITABLE_SECRET, params)]) from error


def _replace_database(backup: Backup) -> None:
    try:
        _backend().replace(backup.database)
    except (OSError, DatabaseError) as error:
        raise _not_restored(error) from error


def _read_zip(file: Path, database: Path) -> tuple[Manifest, str]:
    """Unpack the database of a backup into a file; return the manifest and the secret."""
    try:
        with ZipFile(file) as archive:
            manifest = _parse_manifest(file, json.loads(archive.read(_MANIFEST)))
            secret = archive.read(_SECRET).decode()
            with archive.open(_DATABASE) as source, database.open("wb") as target:
                shutil.copyfileobj(source, target, _CHUNK_BYTES)
    except OSError as error:
        if error.errno == errno.EINVAL:  # the zip refers to an offset before the start of the file
            raise _damaged(file, _error_text(error)) from error
        params = {"file": file, "why": _error_text(error)}
        raise ValidationFailed([Problem("unreadable_file", _UNREADABLE_FILE, params)]) from error
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
    """Parse the manifest; an unknown field means that a newer version made the backup."""
    known_names = {field.name for field in fields(Manifest)}
    if isinstance(values, dict) and set(values) - known_names:
        params = {"file": file, "version": values.get("version", "?")}
        raise ValidationFailed([Problem("newer_version", _NEWER_VERSION, params)])
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
    """Return a zip entry without a time: the clock may be before 1980, which zip forbids."""
    entry = ZipInfo(name)
    entry.compress_type, entry.external_attr = ZIP_DEFLATED, PRIVATE_MODE << 16
    return entry


def _error_text(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _not_restored(error: Exception) -> ValidationFailed:
    params = {"why": _error_text(error)}
    return ValidationFailed([Problem("not_restored", _NOT_RESTORED, params)])


def _damaged(file: Path, reason: str) -> ValidationFailed:
    return ValidationFailed(
        [Problem("damaged_backup", _DAMAGED_BACKUP, {"file": file, "why": reason})]
    )


def _backend() -> DatabaseBackend:
    return {"sqlite": SqliteBackend, "postgresql": PostgresqlBackend}[connection.vendor]()


def is_before_0_13(applied: Iterable[str]) -> bool:
    """Return whether the applied migrations, as `app.name`, are of a version before 0.13.

    The current migrations cannot update such a database.
    """
    replaced = _replaced_migrations()
    return 0 < len(replaced.intersection(applied)) < len(replaced)


def _replaced_migrations() -> set[str]:
    squashed = MigrationLoader(None).disk_migrations["tournaments", "0001_squashed_0_13"]
    return {f"{app}.{name}" for app, name in squashed.replaces}


def _known_migrations() -> set[str]:
    on_disk = MigrationLoader(None).disk_migrations
    names = {f"{app}.{name}" for app, name in on_disk} | _replaced_migrations()
    return names | {_LAST_MIGRATION_OF_0_13}


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
